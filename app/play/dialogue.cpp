#include "app/play/dialogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <deque>
#include <optional>
#include <vector>

#include "app/play/orders.hpp"
#include "app/play/views.hpp"
#include "app/text/minutes.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/message.hpp"
#include "base/utf8.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/legal.hpp"
#include "risk/record/narration.hpp"

namespace evorisk::app {
namespace {

// What happened, for the people at the terminal: one sentence per event, or per fight of several
// rolls. Others' cards stay hidden. Takes every event in order, and reports an event once the next
// ones cannot change its sentence.
class Story {
 public:
  using Tell = std::function<void(const std::string& line)>;  // gets whole lines
  // Drawn cards are named only for seat `sees`; -1: for no seat, because several people look at the
  // same screen.
  Story(int sees, Tell tell) : sees_(sees), tell_(std::move(tell)) {}

  // `before`: the state before the event. Passes are not told, nor each single deal.
  void add(const risk::State& before, const risk::Event& event) {
    const auto* battle = std::get_if<risk::Battle>(&event);
    const bool fights = battle != nullptr && battle->attack.from >= 0;
    if (!fights || (fight_ && !(fight_->attack == battle->attack))) flush();
    if (!fights) return tell_other(before, event);
    if (!fight_)
      fight_ = Fight{.before = before, .attack = battle->attack, .losses = {}, .last = {}};
    ++fight_->rolls;
    fight_->losses.attacker += battle->losses.attacker;
    fight_->losses.defender += battle->losses.defender;
    fight_->last = risk::describe_event(before, event);
    if (battle->losses.defender == before.troops(battle->attack.to)) flush();
  }

  // Reports the fight that is still held back.
  void flush() {
    if (fight_) tell_(fight_->rolls == 1 ? fight_->last : describe(*fight_));
    fight_.reset();
  }

 private:
  struct Fight {
    risk::State before;  // the first roll
    risk::Attack attack;
    int rolls = 0;
    risk::Losses losses;
    std::string last;  // how its last roll alone is told
  };

  // Several rolls of one attack as one sentence.
  static std::string describe(const Fight& fight) {
    const auto& [before, attack, rolls, losses, last] = fight;
    const maps::Map& map = before.variant().map();
    const auto label = [&](int t) {
      return map.territory(t).name.empty() ? fmt::format("territory {}", t) : map.label(t);
    };
    const int loser = before.owner(attack.to);
    const int defenders = before.troops(attack.to) - losses.defender;
    const std::string text = fmt::format(
        "Seat {} attacks {} ({}) of seat {} from {} ({}), {} rolls: loses {}, seat {} loses {}",
        SeatNumber{before.seat()}, label(attack.to), before.troops(attack.to), SeatNumber{loser},
        label(attack.from), before.troops(attack.from), rolls, losses.attacker, SeatNumber{loser},
        losses.defender);
    // What a conquest brings is told as of its last roll: "...; conquered, 3 troops in, ...".
    if (defenders == 0) return text + last.substr(last.find("; conquered"));
    return fmt::format("{}; {} against {}.", text, before.troops(attack.from) - losses.attacker,
                       defenders);
  }

  void tell_other(const risk::State& before, const risk::Event& event) const {
    const bool sees = before.seat() == sees_;
    const auto* move = std::get_if<risk::Fortify>(&event);
    const auto* exchange = std::get_if<risk::Exchange>(&event);
    if (std::holds_alternative<risk::Battle>(event) || (move != nullptr && move->from < 0) ||
        (exchange != nullptr && exchange->cards[0] < 0))
      return;
    if (std::holds_alternative<risk::Deal>(event)) {
      if (before.free_count() == 1) tell_("The territories are dealt out.");
    } else if (std::holds_alternative<risk::MissionDeal>(event) && !sees) {
      if (before.seat() == 0 && sees_ != 0) tell_("Everybody is dealt a mission.");
    } else if (std::holds_alternative<risk::Draw>(event) && !sees) {
      tell_(fmt::format("Seat {} draws a card.", SeatNumber{before.seat()}));
    } else {
      tell_(risk::describe_event(before, event));
    }
  }

  int sees_;
  Tell tell_;
  std::optional<Fight> fight_;
};

class Dialogue {
 public:
  Dialogue(risk::OpenMatch& match, MatchSession& session, Terminal& terminal, bool brief)
      : match_(match),
        session_(session),
        terminal_(terminal),
        brief_(brief),
        map_(match.variant().map()),
        people_(match.people()),
        story_(session_.only_person(), [this](const std::string& line) {
          tell(in_seat_colours(line, terminal_.looks().colours));
        }) {}

  DialogueEnd run() {
    session_.keep();
    greet();
    recall();
    while (!match_.over()) {
      std::optional<DialogueEnd> end;
      if (terminal_.interrupted()) {
        end = DialogueEnd::interrupted;
      } else if (match_.waits()) {
        story_.flush();
        end = ask_person();
      } else {
        session_.step(watch_);
      }
      if (!end) continue;
      session_.keep();
      return *end;
    }
    story_.flush();
    session_.keep();
    terminal_.print("\n");
    show_map();
    tell(risk::describe_end(match_.result()));
    tell("With people it would take " +
         minutes_text(match_.result().turns, match_.variant().territories(),
                      metrics::own_seconds(match_.variant())) +
         ".");
    terminal_.print(show_missions(match_.state()));
    return DialogueEnd::over;
  }

 private:
  void tell(const std::string& line) { terminal_.print(line + "\n"); }

  // What was typed is refused, and with it what was meant to follow it.
  void refuse(const std::string& line) {
    tell(line);
    typed_.clear();
  }

  void greet() {
    const risk::Variant& variant = match_.variant();
    std::vector<std::string> people;
    for (int seat = 0; seat < variant.players(); ++seat) {
      if (match_.is_person(seat))
        people.push_back(fmt::format("{} {}", seat_mark(seat), SeatNumber{seat}));
    }
    const std::string greeting = fmt::format(
        "{}: {} territories, {} seats, seed {}. {} {}. Type help, map, rules or hint.",
        variant.name(), variant.territories(), variant.players(), match_.header().key.seed,
        people_ == 1 ? "You are seat" : "People sit at", fmt::join(people, ", "));
    terminal_.print(wrapped(greeting, text_width(), "", ""));
  }

  // Of a match that is gone on with: what happened since the last turn of the person on turn.
  void recall() {
    const risk::State& now = match_.state();
    std::vector<std::string> lines;
    Story story(session_.only_person(), [&](const std::string& line) { lines.push_back(line); });
    risk::State state(match_.variant());
    for (const risk::Event& event : match_.events()) {
      story.add(state, event);
      if (state.seat() == now.seat() && state.turn() < now.turn()) {
        story.flush();
        lines.clear();
      }
      state.apply(event);
    }
    story.flush();
    const bool colours = terminal_.looks().colours;
    for (const std::string& line : lines) tell(in_seat_colours(line, colours));
  }

  std::size_t text_width() {
    constexpr int narrowest = 40;
    constexpr int widest = 110;
    return static_cast<std::size_t>(std::clamp(terminal_.looks().columns - 1, narrowest, widest));
  }

  // Whether it could be drawn.
  bool show_map() {
    const Looks looks = terminal_.looks();
    const std::optional<std::string> drawing =
        looks.list ? std::nullopt : map_.draw(match_.state(), looks);
    terminal_.print(drawing.value_or(show_list(match_.state(), looks)) + "\n");
    terminal_.print(show_standings(match_, looks));
    return drawing.has_value();
  }

  std::string own_mission() const {
    const int seat = match_.state().seat();
    return show_mission(match_.view(seat), seat);
  }

  // What is due, where it was not yet said.
  void show_turn() {
    const risk::State& state = match_.state();
    const bool new_turn = state.turn() != shown_turn_ || state.seat() != shown_seat_;
    const bool set_up = state.turn() == 0;
    if (new_turn) {
      terminal_.print(
          set_up ? fmt::format("\nSet-up, seat {}\n", SeatNumber{state.seat()})
                 : fmt::format("\nTurn {}, seat {}\n", state.turn(), SeatNumber{state.seat()}));
      // People place their first troops by turns: not a map for each.
      const bool known = set_up && shown_turn_ == 0;
      if (!brief_ && !known) show_map();
      // Where several people look on, each asks for its own.
      if (match_.variant().missions() > 0 && people_ == 1 && !known) terminal_.print(own_mission());
    }
    const std::string task = show_task(state);
    if (new_turn || task != shown_task_) terminal_.print(task);
    shown_turn_ = state.turn();
    shown_seat_ = state.seat();
    shown_task_ = task;
  }

  // One order, or nothing that is one; why the dialogue ends, if it does.
  std::optional<DialogueEnd> ask_person() {
    show_turn();
    if (typed_.empty()) {
      session_.keep();
      const risk::State& state = match_.state();
      const std::string who = people_ > 1 ? fmt::format("seat {}, ", SeatNumber{state.seat()}) : "";
      const auto line = terminal_.read_line(fmt::format("{}{}> ", who, prompt_of(state)));
      if (!line) {
        terminal_.print("\n");
        return terminal_.interrupted() ? DialogueEnd::interrupted : DialogueEnd::left;
      }
      boost::split(typed_, *line, boost::is_any_of(";"));
    }
    const Understood understood = understand(typed_.front(), match_.state());
    typed_.pop_front();
    if (!understood.answer.empty()) refuse(understood.answer);
    if (!understood.order) return std::nullopt;
    if (understood.order->verb == Verb::quit) return DialogueEnd::left;
    terminal_.print(obey(*understood.order));
    return std::nullopt;
  }

  // What is to be shown for it.
  std::string obey(const Order& order) {
    const risk::State& state = match_.state();
    switch (order.verb) {
      case Verb::act:
        act(order);
        return {};
      case Verb::undo:
        undo();
        return {};
      case Verb::save:
        return save_copy(order.text);
      case Verb::help:
        return show_help(order.text, state.phase(), text_width());
      case Verb::map:
        // A list has the continents already.
        return show_map() ? show_continents(state, text_width()) : "";
      case Verb::list:
        return show_list(state, terminal_.looks());
      case Verb::cards:
        return show_cards(state, state.seat());
      case Verb::rules:
        return show_rules(match_.variant(), text_width());
      case Verb::hint:
        return order.fight ? hint(state, *order.fight, order.until)
                           : hint(match_.view(state.seat()), text_width());
      case Verb::explain:
        // What agents say of their reasons would tell their missions.
        return match_.variant().missions() > 0
                   ? "While missions are hidden, the others keep their reasons to themselves.\n"
                   : explain(match_, session_.decisions(), text_width());
      case Verb::mission:
        return own_mission();
      case Verb::quit:
        break;
    }
    return {};
  }

  void act(const Order& order) {
    const risk::State& state = match_.state();
    const risk::Refusal why = risk::refusal(state, order.action);
    const auto* attack = std::get_if<risk::Attack>(&order.action);
    if (why != risk::Refusal::none)
      return refuse(fmt::format("That cannot be done: {}. {}", risk::refusal_text(why),
                                valid_instead(state, order.action)));
    if (attack != nullptr && attack->from >= 0 && order.until > 0 &&
        state.troops(attack->from) <= order.until)
      return refuse(fmt::format("{} has {}: until must be less.",
                                match_.variant().map().label(attack->from),
                                counted(state.troops(attack->from), "troop")));
    session_.act(order.action, order.until, watch_);
    story_.flush();
  }

  void undo() {
    if (!match_.can_undo())
      return refuse(
          "Nothing can be taken back: nothing is decided yet, or dice or others followed.");
    session_.undo();
    shown_task_.clear();  // so that it is shown anew
    tell("Taken back.");
  }

  std::string save_copy(const std::string& name) const {
    if (name.empty())
      return fmt::format("The match is kept in {} after every decision.\n",
                         session_.file().string());
    try {
      write_new_file(name, match_.record(), false);
      return fmt::format("Written to {}.\n", name);
    } catch (const InputError&) {
      return fmt::format("{} exists already; choose another name.\n", name);
    } catch (const SystemError& error) {
      return fmt::format("Not written: {}.\n", error.what());
    }
  }

  risk::OpenMatch& match_;
  MatchSession& session_;
  Terminal& terminal_;
  bool brief_;
  TextMap map_;
  int people_ = 0;
  Story story_;
  MatchSession::Watch watch_ = [this](const risk::State& before, const risk::Event& event) {
    story_.add(before, event);
  };
  std::deque<std::string> typed_;  // orders that are not yet obeyed
  // What was shown last, so that it is not shown again.
  int shown_turn_ = -1;
  int shown_seat_ = -1;
  std::string shown_task_;
};

}  // namespace

DialogueEnd play_dialogue(risk::OpenMatch& match, MatchSession& session, Terminal& terminal,
                          bool brief) {
  return Dialogue(match, session, terminal, brief).run();
}

}  // namespace evorisk::app
