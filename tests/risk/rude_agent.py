"""Plays by the protocol, choosing the first action offered, until its third decision (its first,
where time matters); then does what its argument says. Used by external_test.cpp."""
import json
import os
import sys
import time

mode = sys.argv[1]
if mode == "exits_at_once":
    sys.exit(3)
if mode == "never_ready":
    time.sleep(1000)
decisions = 0


def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


def misbehave(request):
    answer = {"id": request["id"], "seat": request["seat"], "action": request["actions"][0]}
    if mode == "exits":
        sys.exit(0)
    if mode == "dies":
        os.kill(os.getpid(), 9)
    if mode == "half_a_line":
        sys.stdout.write('{"id":')
        sys.stdout.flush()
        sys.exit(0)
    if mode == "closes":
        os.close(1)
        time.sleep(1000)
    if mode == "sleeps":
        time.sleep(1000)
    if mode == "late":
        time.sleep(0.5)
        say(answer)
    if mode == "text":
        say("I attack Brazil!")
    if mode == "no_action":
        say({"id": request["id"], "seat": request["seat"]})
    if mode == "wrong_types":
        say({"id": request["id"], "seat": request["seat"], "action": {"territory": "Brazil"}})
    if mode == "huge_number":
        say('{"id":%d,"seat":%d,"action":{"territory":1e400,"troops":1}}'
            % (request["id"], request["seat"]))
    if mode == "nested":
        say("[" * 60000)
    if mode == "binary":
        sys.stdout.buffer.write(b"\xff\x00\xfe\n")
        sys.stdout.buffer.flush()
    if mode == "empty_lines":
        say("\n\n\n")
    if mode == "floods":
        while True:
            sys.stdout.write("a" * 65536)
    if mode == "floods_lines":
        while True:
            say("a")
    if mode == "wrong_seat":
        answer["seat"] = 1 - request["seat"]
        say(answer)
    if mode == "old_request":
        answer["id"] -= 1
        say(answer)
    if mode == "answers_twice":
        say(answer)
        say(answer)
    if mode == "illegal":
        answer["action"] = {"territory": 0, "troops": 1000000} if request["decision"] == "place" \
            else {"from": 0, "to": 0, "troops": 1}
        say(answer)


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "match":
        answer = {"id": request["id"], "seat": request["seat"], "ready": mode != "not_ready"}
        say(answer)
        continue
    decisions += 1
    if decisions >= (1 if mode in ("sleeps", "late") else 3) and mode != "polite":
        misbehave(request)
        mode = "polite" if mode == "answers_twice" else mode
    else:
        say({"id": request["id"], "seat": request["seat"], "action": request["actions"][0]})
