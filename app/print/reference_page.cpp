// Cards that remind of the rules, one for each player: every number that is wanted during play.
#include <fmt/format.h>

#include <algorithm>

#include "app/print/pages.hpp"

namespace evorisk::app::kit {
namespace {

constexpr CardGrid reference_cards{2, 2, 88, 124};
constexpr double reference_width = reference_cards.width;
constexpr double reference_height = reference_cards.height;
constexpr int reference_continents = 10;  // of the table at the end

class Reminder {
 public:
  Reminder(const Subject& subject) : subject_(subject), rules_(subject.variant.rules()) {}

  void write(Flow& flow) const {
    flow.heading(say("Your turn", "O seu turno"));
    flow.item("1", exchange());
    flow.item("2", reinforcement());
    flow.item("3", attack());
    flow.item("4", fortification());
    flow.item("5", say("Take a card if you conquered.", "Tirar uma carta, se conquistou."));
    flow.item("–", end());
    bonuses(flow);
  }

 private:
  const char* say(const char* english, const char* portuguese) const {
    return subject_.say(english, portuguese);
  }
  template <class... Values>
  std::string say(const char* english, const char* portuguese, const Values&... values) const {
    return fmt::format(fmt::runtime(subject_.say(english, portuguese)), values...);
  }

  std::string exchange() const {
    std::string values;
    for (int k = 0; k < 7; ++k)
      values += fmt::format("{}{}", k == 0 ? "" : ", ", subject_.variant.exchange_troops(k));
    std::string text =
        say("Exchange three {}; with {} or more you must. Worth in turn: {} ...",
            "Trocar três {}; com {} ou mais é obrigatório. Valem, em ordem: {} ...",
            rules_.card_set == risk::CardSet::any
                ? say("cards", "cartas")
                : say("cards (alike or all different)", "cartas (iguais ou todas diferentes)"),
            rules_.card_forced_at, values);
    if (rules_.card_territory_bonus > 0)
      text += say(" A card of your own territory: {} more there.",
                  " Carta de território próprio: mais {} nele.", rules_.card_territory_bonus);
    return text;
  }

  std::string reinforcement() const {
    std::string text =
        say("Reinforce: bonus of whole continents, inside them; then territories ÷ {}, rounded {}, "
            "at least {}.",
            "Reforçar: bônus de continentes inteiros, dentro deles; depois territórios ÷ {}, "
            "arredondado para {}, ao menos {}.",
            rules_.reinforcement_divisor,
            rules_.reinforcement_rounding == risk::Rounding::floor ? say("down", "baixo")
                                                                   : say("up", "cima"),
            rules_.reinforcement_minimum);
    if (rules_.first_turn_reinforcement == 0)
      text += say(" None of these in the first turn of the match.",
                  " Nenhum destes no primeiro turno da partida.");
    else if (rules_.first_turn_reinforcement < 100)
      text += say(" In the first turn of the match only {} % of these.",
                  " No primeiro turno da partida só {} % destes.", rules_.first_turn_reinforcement);
    return text;
  }

  std::string attack() const {
    const char* move = rules_.conquest_move == risk::ConquestMove::min
                           ? say("as many as comparisons won", "as comparações vencidas")
                       : rules_.conquest_move == risk::ConquestMove::max
                           ? say("all but one", "todos menos um")
                           : say("as many as dice rolled", "os dados lançados");
    std::string text = say(
        "Attack: up to {} against {} dice, ties for the {}. Into a conquered territory move {}.",
        "Atacar: até {} contra {} dados, empate do {}. No território conquistado entram {}.",
        rules_.attack_dice, rules_.defence_dice,
        rules_.ties == risk::Ties::defender ? say("defender", "defensor")
                                            : say("attacker", "atacante"),
        move);
    if (rules_.players > 2)
      text += rules_.elimination_takes_cards
                  ? say(" Who takes a player's last territory gets the cards of that player.",
                        " Quem toma o último território de um jogador fica com as cartas dele.")
                  : say(" The cards of who is out go back to the deck.",
                        " As cartas de quem sai voltam ao baralho.");
    return text;
  }

  const char* fortification() const {
    switch (rules_.fortify) {
      case risk::FortifyMode::adjacent:
        return say("Move troops to neighbours, each over one border.",
                   "Deslocar exércitos a vizinhos, cada um por uma fronteira.");
      case risk::FortifyMode::single:
        return say("Move troops once, to a neighbour.",
                   "Deslocar exércitos uma vez, a um vizinho.");
      case risk::FortifyMode::connected:
        return say("Move troops once, through own territories.",
                   "Deslocar exércitos uma vez, por territórios próprios.");
      case risk::FortifyMode::none:
        return say("No troops are moved.", "Não se deslocam exércitos.");
    }
    return "";
  }

  std::string end() const {
    const std::string wins =
        subject_.variant.missions() > 0
            ? say("Your mission in your own turn, or every territory, wins.",
                  "Vence quem cumpre a sua missão no próprio turno ou possui "
                  "todos os territórios.")
            : say("Who owns every territory wins.", "Vence quem possui todos os territórios.");
    return wins + say(" Nobody after {} turns of all players.",
                      " Ninguém depois de {} turnos de todos os jogadores.", rules_.turn_limit);
  }

  // The largest first, where there are more than a card holds.
  void bonuses(Flow& flow) const {
    const maps::Map& map = subject_.variant.map();
    std::vector<int> shown;
    for (int c = 0; c < map.continent_count(); ++c) shown.push_back(c);
    if (std::ssize(shown) > reference_continents) {
      std::ranges::stable_sort(shown, std::greater{},
                               [&](int c) { return subject_.variant.bonus(c); });
      shown.resize(reference_continents);
    }
    std::vector<std::vector<std::string>> rows = {
        {say("continent", "continente"), say("territories", "territórios"), say("bonus", "bônus")}};
    for (const int c : shown)
      rows.push_back({fmt::format("{}  {}", continent_letter(c), map.continent(c).name),
                      fmt::format("{}", map.continent(c).territories.size()),
                      fmt::format("+{}", subject_.variant.bonus(c))});
    flow.table(rows, {3, 1.3, 1});
  }

  const Subject& subject_;
  const risk::Rules& rules_;
};

// As large as lets everything stand on the card.
double reference_scale(const Reminder& reminder, const Flow::Frame& card) {
  for (double scale = 1; scale > 0.5; scale -= 0.04) {
    Canvas trial(Canvas::Format::svg, reference_width, reference_height, "");
    bool fits = true;
    Flow flow(trial, card.scaled(1 / scale), [&]() -> Canvas& {
      fits = false;
      return trial;
    });
    reminder.write(flow);
    if (fits) return scale;
  }
  return 0.5;
}

}  // namespace

void reference_page(const Subject& subject, Book& book) {
  const Reminder reminder(subject);
  const Flow::Frame card{.left = 6,
                         .top = 4,
                         .width = reference_width - 12,
                         .height = reference_height - 8,
                         .columns = 1};
  const double scale = reference_scale(reminder, card);
  const int count = (subject.variant.players() + 3) / 4 * 4;  // whole pages
  card_grid_pages(subject, book, "reference", reference_cards, count,
                  [&](Canvas& canvas, int, double x, double y) {
                    canvas.save();
                    canvas.translate(x, y);
                    canvas.rectangle(2, 2, reference_width - 4, reference_height - 4, 2);
                    canvas.stroke(ink, 0.4);
                    canvas.scale(scale);
                    Flow flow(canvas, card.scaled(1 / scale), [&]() -> Canvas& { return canvas; });
                    reminder.write(flow);
                    canvas.restore();
                  });
}

}  // namespace evorisk::app::kit
