// The rulebook of one variant.
#include <fmt/format.h>

#include <algorithm>

#include "app/print/example.hpp"
#include "app/print/pages.hpp"
#include "app/words/mission_words.hpp"
#include "app/words/rule_words.hpp"

namespace evorisk::app::kit {
namespace {

class Rulebook {
 public:
  Rulebook(const Subject& subject, Book& book)
      : subject_(subject),
        variant_(subject.variant),
        book_(book),
        paper_(paper_size(subject.options.paper)),
        canvas_(begin_page()),
        flow_(canvas_, frame(), [this]() -> Canvas& { return begin_page(); }) {}

  void write() {
    title();
    aim();
    setting_up();
    turn();
    end();
    missions();
    example();
  }

 private:
  Flow::Frame frame() const {
    Flow::Frame frame;
    frame.width = paper_.width - 36;
    frame.height = paper_.height - 38;
    return frame;
  }

  Canvas& begin_page() {
    Canvas& canvas = book_.page("rules", paper_.width, paper_.height);
    ++page_;
    canvas.text(paper_.width / 2, paper_.height - 9, fmt::format("{}", page_), Face::text, 3, grey,
                Align::centre);
    return canvas;
  }

  const char* say(const char* english, const char* portuguese) const {
    return subject_.say(english, portuguese);
  }

  void title() {
    constexpr double height = 62;
    const double picture = 80;
    const double factor = std::min(picture / subject_.board.width(), 54 / subject_.board.height());
    const double x = paper_.width - 18 - factor * subject_.board.width();
    canvas_.save();
    canvas_.translate(x, 18);
    canvas_.scale(factor);
    subject_.board.draw(canvas_);
    canvas_.restore();
    const double room = x - 18 - 8;
    double size = 13;
    std::vector<std::string> lines;
    do {
      size -= 0.5;
      lines = wrapped(canvas_, variant_.name(), Face::title, size, room);
    } while (size > 5 &&
             (lines.size() > 2 || std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
                return canvas_.measure(line, Face::title, size).width > room;
              })));
    double y = 18 + size;
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 3); ++i) {
      canvas_.text(18, y, shortened(canvas_, lines[i], Face::title, size, room), Face::title, size,
                   ink);
      y += 1.1 * size;
    }
    const std::string facts = fmt::format(
        fmt::runtime(say("A game of conquest for {} players. {} territories, {} {}.",
                         "Um jogo de conquista para {} jogadores. {} territórios, {} {}.")),
        variant_.players(), variant_.territories(), variant_.continents(),
        variant_.continents() == 1 ? say("continent", "continente")
                                   : say("continents", "continentes"));
    for (const std::string& line : wrapped(canvas_, facts, Face::italic, 3.8, room)) {
      canvas_.text(18, y, line, Face::italic, 3.8, grey);
      y += 5.4;
    }
    flow_.lower_top(height);
  }

  void aim() {
    flow_.heading(say("The aim", "O objetivo"));
    sentence("objective");
    if (variant_.missions() > 0) {
      flow_.paragraph(say(
          "Look at your own mission whenever you like and show it to nobody until you win. If it "
          "is fulfilled in the turn of another, that is not enough: you win in your next turn if "
          "it still holds.",
          "Olhe a sua missão quando quiser e não a mostre a ninguém antes de vencer. Se ela ficar "
          "cumprida no turno de outro, isso não basta: você vence no seu próximo turno se ela "
          "ainda valer."));
    }
    flow_.heading(say("What you need", "O que é preciso"));
    flow_.item("–",
               say("the board and the cards of this kit", "o tabuleiro e as cartas deste kit"));
    flow_.item("–", fmt::format(fmt::runtime(say("troops of {} colours: the tokens of this kit, or "
                                                 "counters",
                                                 "exércitos de {} cores: as fichas deste kit, ou "
                                                 "marcadores")),
                                variant_.players()));
    const int attack = variant_.rules().attack_dice;
    const int defence = variant_.rules().defence_dice;
    flow_.item(
        "–", fmt::format(fmt::runtime(say("{} {} for the attacker and {} for the defender, "
                                          "best of two colours",
                                          "{} {} para o atacante e {} para o defensor, de "
                                          "preferência de duas cores")),
                         attack, attack == 1 ? say("die", "dado") : say("dice", "dados"), defence));
    flow_.heading(say("The board", "O tabuleiro"));
    flow_.paragraph(
        say("Two territories are neighbours when their areas share a line, or when a dashed sea "
            "route joins them. Areas kept apart by water are not neighbours. The circle in each "
            "territory is the place for troops; its letter and the colour of the land tell the "
            "continent.",
            "Dois territórios são vizinhos quando suas áreas têm uma linha em comum, ou quando uma "
            "rota marítima tracejada os une. Áreas separadas por água não são vizinhas. O círculo "
            "em cada território é o lugar dos exércitos; a letra nele e a cor da terra dizem o "
            "continente."));
  }

  // The sentences of a topic, below its heading.
  void topic(std::string_view name) {
    flow_.heading(topic_heading(name, subject_.options.language));
    sentences(name);
  }

  void sentences(std::string_view name) {
    for (const auto& rule : rule_words(variant_.rules(), subject_.options.language)) {
      if (rule.topic == name && !takes_card(rule)) flow_.paragraph(rule.text);
    }
  }

  // What is said of cards without a key of its own: when one is drawn. It is a step by itself.
  static bool takes_card(const risk::RuleSentence& rule) {
    return rule.topic == "Cards" && rule.keys.empty();
  }

  // The one sentence that explains a key.
  void sentence(std::string_view key) {
    for (const auto& rule : rule_words(variant_.rules(), subject_.options.language)) {
      if (std::find(rule.keys.begin(), rule.keys.end(), key) != rule.keys.end())
        flow_.paragraph(rule.text);
    }
  }

  void setting_up() {
    if (variant_.missions() > 0) {
      flow_.heading(topic_heading("Beginning", subject_.options.language));
      flow_.paragraph(fmt::format(
          fmt::runtime(say("Shuffle the {} mission cards and deal one to each player, face down. "
                           "Put the others back into the box; nobody looks at them.",
                           "Embaralhe as {} cartas de missão e dê uma a cada jogador, virada para "
                           "baixo. Guarde as outras na caixa; ninguém as olha.")),
          variant_.missions()));
      sentences("Beginning");
    } else {
      topic("Beginning");
    }
    flow_.paragraph(say("Shuffle the cards and put them face down beside the board.",
                        "Embaralhe as cartas e deixe-as viradas para baixo ao lado do tabuleiro."));
    std::vector<std::vector<std::string>> rows = {{say("players", "jogadores"),
                                                   say("territories each", "territórios"),
                                                   say("troops to place", "exércitos a pôr")}};
    const int territories = variant_.territories();
    for (int players = 2; players <= most_players(variant_); ++players) {
      risk::Rules rules = variant_.rules();
      rules.players = players;
      const int least = territories / players;
      const int most = (territories + players - 1) / players;
      const auto range = [](int low, int high) {
        return low == high ? fmt::format("{}", low) : fmt::format("{}–{}", low, high);
      };
      const int few = risk::initial_troops_to_place(rules, most);
      const int many = risk::initial_troops_to_place(rules, least, players - 1);
      rows.push_back({fmt::format("{}{}", players, players == variant_.players() ? " *" : ""),
                      range(least, most), range(few, many)});
    }
    flow_.table(rows, {1, 1.3, 1.3});
    flow_.paragraph(fmt::format(
        fmt::runtime(say("* The number this variant was made for. Troops to place come on top of "
                         "the one on each territory.",
                         "* O número para o qual esta variante foi feita. Os exércitos a pôr somam-"
                         "se ao que já está em cada território.")),
        variant_.players()));
  }

  void turn() {
    flow_.heading(say("Your turn", "O seu turno"));
    flow_.paragraph(
        say("A turn has five steps, in this order: exchange cards, reinforce, attack, move troops, "
            "take a card. Then the player to the left plays.",
            "Um turno tem cinco passos, nesta ordem: trocar cartas, reforçar, atacar, deslocar "
            "exércitos, tirar uma carta. Depois joga quem está à esquerda."));
    topic("Cards");
    topic("Reinforcement");
    reinforcement_table();
    topic("Attack");
    topic("Fortification");
    flow_.heading(topic_heading("Card", subject_.options.language));
    for (const auto& rule : rule_words(variant_.rules(), subject_.options.language)) {
      if (takes_card(rule)) flow_.paragraph(rule.text);
    }
  }

  void reinforcement_table() {
    std::vector<std::vector<std::string>> rows = {
        {say("territories", "territórios"), say("troops", "exércitos")}};
    int from = 1;
    const int last = variant_.territories();
    for (int n = 1; n <= last; ++n) {
      if (n < last && variant_.reinforcement(n + 1) == variant_.reinforcement(from)) continue;
      rows.push_back({from == n ? fmt::format("{}", n) : fmt::format("{}–{}", from, n),
                      fmt::format("{}", variant_.reinforcement(from))});
      from = n + 1;
    }
    // Side by side when there are many.
    const std::size_t half = rows.size() / 2;
    if (half <= 6) {
      flow_.table(rows, {1, 1});
      return;
    }
    std::vector<std::vector<std::string>> pairs = {rows[0]};
    pairs[0].insert(pairs[0].end(), rows[0].begin(), rows[0].end());
    for (std::size_t r = 1; r <= half; ++r) {
      pairs.push_back(rows[r]);
      if (r + half < rows.size()) {
        pairs.back().insert(pairs.back().end(), rows[r + half].begin(), rows[r + half].end());
      }
    }
    flow_.table(pairs, {1, 1, 1, 1});
  }

  void end() {
    flow_.heading(topic_heading("End", subject_.options.language));
    sentence("turn_limit");
  }

  void missions() {
    if (variant_.missions() == 0) return;
    const Language language = subject_.options.language;
    flow_.heading(say("The missions", "As missões"));
    bool destroys = false;
    for (const risk::Mission& mission : variant_.deck().cards) {
      flow_.item("–", mission_card_words(mission, variant_.map(), language));
      destroys = destroys || mission.kind == risk::Mission::Kind::destroy;
    }
    if (destroys)
      flow_.paragraph(
          std::string(say("A card that names your own troops, troops that nobody plays, or troops "
                          "that somebody else destroys asks for this instead: ",
                          "Uma carta que nomeia os seus próprios exércitos, exércitos com que "
                          "ninguém joga ou que outro jogador destrói pede isto em vez disso: ")) +
          mission_card_words(variant_.deck().otherwise, variant_.map(), language));
  }

  void example() {
    const Example example = example_fight(variant_, subject_.options.seed);
    const auto& map = variant_.map();
    const std::string& from = map.territory(example.from).name;
    const std::string& to = map.territory(example.to).name;
    flow_.heading(say("An example", "Um exemplo"));
    flow_.paragraph(fmt::format(
        fmt::runtime(say("{} holds {} troops and attacks its neighbour {}, which holds {}.",
                         "{} tem {} exércitos e ataca o vizinho {}, que tem {}.")),
        from, example.attackers, to, example.defenders));
    for (const ExampleRoll& roll : example.rolls) {
      flow_.block(13.5, [&](Canvas& canvas, double x, double y) {
        constexpr double side = 8.5;
        for (std::size_t i = 0; i < roll.attack.size(); ++i) {
          draw_die(canvas, x + 1.25 * side * static_cast<double>(i), y + 1.5, side, roll.attack[i],
                   ink, paper_white);
        }
        const double start = x + flow_.column_width() / 2 + 4;
        for (std::size_t i = 0; i < roll.defence.size(); ++i) {
          draw_die(canvas, start + 1.25 * side * static_cast<double>(i), y + 1.5, side,
                   roll.defence[i], paper_white, ink);
        }
      });
      flow_.paragraph(example_words(roll, subject_.options.language));
    }
    flow_.paragraph(example_ending(example, variant_, subject_.options.language));
  }

  const Subject& subject_;
  const risk::Variant& variant_;
  Book& book_;
  PaperSize paper_;
  int page_ = 0;
  Canvas& canvas_;  // of the first page
  Flow flow_;
};

}  // namespace

int most_players(const risk::Variant& variant) {
  const int most = std::min(risk::max_players, variant.territories());
  return variant.missions() > 0 ? std::min(most, variant.missions()) : most;
}

void rulebook_pages(const Subject& subject, Book& book) {
  Rulebook(subject, book).write();
}

}  // namespace evorisk::app::kit
