"""Plays by the protocol, choosing the first action offered, until its third decision (its first,
where time matters); then does what its argument says. With a second argument it answers in plans,
and asks for events. Used by external_test.cpp and arena_command_test.cpp."""
import json
import os
import sys
import time

mode = sys.argv[1]
new = len(sys.argv) > 2
if mode == "exits_at_once":
    sys.exit(3)
if mode == "never_ready":
    time.sleep(1000)
decisions = 0
ready = {"ready": True, "events": True, "plans": True} if new else {"ready": True}
if mode == "not_ready":
    ready["ready"] = False
if mode == "half_ready":
    ready["events"] = "yes"


def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


def usual(request):
    answer = {"id": request["id"], "seat": request["seat"]}
    if new and request["decision"] in ("place", "attack", "fortify"):
        answer["plan"] = [request["actions"][0]]
    else:
        answer["action"] = request["actions"][0]
    return answer


def misbehave(request):
    answer = usual(request)
    if mode == "exits":
        sys.exit(0)
    if mode == "dies":
        os.kill(os.getpid(), 9)
    if mode == "leaves_a_child":  # in a session of its own, and an orphan
        if os.fork() == 0:
            os.setsid()
            os.closerange(0, 3)
            if os.fork() == 0:
                with open(os.environ["CHILD_FILE"], "w", encoding="utf-8") as file:
                    file.write(str(os.getpid()) + "\n")
                time.sleep(1000)
            os._exit(0)
        os.wait()
        while not os.path.exists(os.environ["CHILD_FILE"]):
            pass
        sys.exit(3)
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
        wrong = {"territory": 0, "troops": 1000000} if request["decision"] == "place" \
            else {"from": 0, "to": 0, "troops": 1}
        answer.update({"plan": [wrong]} if new else {"action": wrong})
        say(answer)
    if mode == "illegal_later":  # within a plan
        if request["decision"] == "place":
            answer["plan"] = [dict(request["actions"][0], troops=1), {"territory": -1, "troops": 1}]
        elif "plan" in answer:
            answer["plan"] += [{"from": 0, "to": 0, "troops": 1}]
        say(answer)
    if mode == "no_plan":
        answer["plan"] = {"from": 0}
        say(answer)
    if mode == "empty_plan":
        answer["plan"] = []
        say(answer)
    if mode == "bad_keep":
        answer["plan"][0]["keep"] = 0
        say(answer)
    if mode == "long_plan":
        answer["plan"] *= 10000
        say(answer)
    if mode == "closes_input":
        os.close(0)
        time.sleep(1000)
    if mode == "chatters":
        for _ in range(4):
            os.write(2, b"a" * (1 << 20))
        say(answer)


for line in sys.stdin:
    request = json.loads(line)
    if request["type"] == "match":
        if mode == "dies_early":
            os.kill(os.getpid(), 9)
        say(dict(ready, id=request["id"], seat=request["seat"]))
        continue
    decisions += 1
    if decisions >= (1 if mode in ("sleeps", "late") else 3) and mode != "polite":
        misbehave(request)
        mode = "polite" if mode in ("answers_twice", "chatters") else mode
    else:
        say(usual(request))
