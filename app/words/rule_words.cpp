#include "app/words/rule_words.hpp"

#include <fmt/format.h>

#include <array>

namespace evorisk::app {
namespace {

using risk::Rules;

// Portuguese numbers agree with what they count; `feminine` for peças, cartas, trocas.
std::string numeral(int n, bool feminine) {
  constexpr std::array masculine_words = {"nenhum", "um",   "dois", "três", "quatro",
                                          "cinco",  "seis", "sete", "oito", "nove",
                                          "dez",    "onze", "doze"};
  if (n == 1 && feminine) return "uma";
  if (n == 2 && feminine) return "duas";
  if (n == 0 && feminine) return "nenhuma";
  if (n >= 0 && n < static_cast<int>(masculine_words.size()))
    return masculine_words[static_cast<std::size_t>(n)];
  return fmt::format("{}", n);
}

std::string armies(int n) {
  return numeral(n, false) + (n == 1 ? " exército" : " exércitos");
}

std::string players_in_portuguese(const Rules& rules) {
  std::string number = numeral(rules.players, false);
  number[0] = static_cast<char>(number[0] - 'a' + 'A');
  return number +
         " jogadores jogam um depois do outro. Quem recebe o primeiro território também "
         "joga o primeiro turno.";
}

std::string allocation_in_portuguese(const Rules& rules) {
  const char* how = rules.allocation == risk::Allocation::random
                        ? "Os territórios são sorteados, um para cada jogador por vez, até não "
                          "sobrar nenhum."
                        : "Cada jogador, na sua vez, escolhe um território livre, até não sobrar "
                          "nenhum.";
  return fmt::format("{} Cada território recebe um exército do seu dono.", how);
}

std::string initial_troops_in_portuguese(const Rules& rules) {
  constexpr std::string_view placing =
      "são postos nos próprios territórios, um de cada vez e um jogador depois do outro, antes do "
      "primeiro turno.";
  if (rules.initial_troops_mode == risk::InitialTroops::published)
    return fmt::format(
        "Cada jogador começa com {} exércitos ao todo, contados os que já estão nos territórios "
        "(40, 35, 30, 25 ou 20 com 2 a 6 jogadores). Os outros {}",
        risk::initial_troops_to_place(rules, 0), placing);
  if (rules.initial_troops == 0 && rules.seat_compensation > 0)
    return "O primeiro jogador não põe outros exércitos antes do primeiro turno.";
  if (rules.initial_troops == 0)
    return "Nenhum outro exército é posto no tabuleiro antes do primeiro turno.";
  if (rules.initial_troops_mode == risk::InitialTroops::total)
    return fmt::format(
        "Cada jogador começa com {} ao todo, contados os que já estão nos territórios. Os outros "
        "{}",
        armies(rules.initial_troops), placing);
  return fmt::format("Cada jogador recebe mais {}. Esses exércitos {}",
                     armies(rules.initial_troops), placing);
}

std::string compensation_in_portuguese(const Rules& rules) {
  if (risk::places_no_troops(rules)) return {};
  if (rules.seat_compensation == 0)
    return "Todos os jogadores recebem o mesmo número desses exércitos.";
  if (rules.players == 2)
    return fmt::format("O segundo jogador põe mais {}, por jogar depois.",
                       armies(rules.seat_compensation));
  return fmt::format(
      "Cada jogador seguinte põe mais {} que o anterior: o segundo {} a mais, o último {}.",
      armies(rules.seat_compensation), rules.seat_compensation,
      rules.seat_compensation * (rules.players - 1));
}

std::string first_turn_in_portuguese(const Rules& rules) {
  if (rules.first_turn_reinforcement == 100)
    return "O primeiro turno da partida traz todos esses exércitos, como qualquer outro.";
  if (rules.first_turn_reinforcement == 0)
    return "O primeiro turno da partida não traz nenhum desses exércitos.";
  return fmt::format(
      "O primeiro turno da partida traz só {} por cento desses exércitos, arredondados para baixo.",
      rules.first_turn_reinforcement);
}

std::string exchange_in_portuguese(const Rules& rules) {
  const char* set = rules.card_set == risk::CardSet::any
                        ? "Três cartas quaisquer formam um conjunto."
                        : "Um conjunto são três cartas com o mesmo símbolo ou com três símbolos "
                          "diferentes (infantaria, cavalaria e artilharia, que se alternam pelos "
                          "territórios).";
  return fmt::format(
      "No começo do turno o jogador pode trocar cartas por exércitos, enquanto tiver um conjunto "
      "para entregar. {} As cartas voltam logo ao baralho.",
      set);
}

std::string forced_in_portuguese(const Rules& rules) {
  return fmt::format("Quem tem {} cartas ou mais é obrigado a trocar.",
                     numeral(rules.card_forced_at, true));
}

std::string schedule_in_portuguese(const Rules& rules) {
  std::string list;
  for (std::size_t i = 0; i < rules.card_schedule.size(); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : ", ", rules.card_schedule[i]);
  const std::string after =
      rules.card_schedule_step == 0
          ? fmt::format("e {} em cada troca seguinte", rules.card_schedule.back())
          : fmt::format("e depois {} a mais a cada vez", rules.card_schedule_step);
  return fmt::format(
      "As trocas da partida, não importa quem as faça, valem nesta ordem {} exércitos, {}.", list,
      after);
}

std::string territory_bonus_in_portuguese(const Rules& rules) {
  if (rules.card_territory_bonus == 0)
    return "Os territórios mostrados nas cartas trocadas não dão exércitos a mais.";
  return fmt::format(
      "Se uma carta trocada mostra um território do próprio jogador, mais {} {} nesse território; "
      "um só território por troca.",
      armies(rules.card_territory_bonus),
      rules.card_territory_bonus == 1 ? "deve ser posto" : "devem ser postos");
}

std::string reinforcement_in_portuguese(const Rules& rules) {
  const std::string amount =
      rules.reinforcement_divisor == 1
          ? "um exército por território possuído"
          : fmt::format(
                "em exércitos o número de territórios possuídos dividido por {}, arredondado para "
                "{}",
                rules.reinforcement_divisor,
                rules.reinforcement_rounding == risk::Rounding::floor ? "baixo" : "cima");
  return fmt::format(
      "Cada turno traz {}. Eles são postos em quaisquer territórios próprios, junto com os das "
      "trocas.",
      amount);
}

std::string minimum_in_portuguese(const Rules& rules) {
  if (rules.reinforcement_minimum == 0) return "Não há um mínimo: pode não haver nenhum.";
  return fmt::format("Nunca são menos de {}, sem contar as trocas.",
                     armies(rules.reinforcement_minimum));
}

std::string attack_in_portuguese(const Rules& rules) {
  return fmt::format(
      "Um território com pelo menos dois exércitos pode atacar um território inimigo vizinho, "
      "quantas vezes quiser. O atacante lança até {}, um a menos que os exércitos que tem ali.",
      numeral(rules.attack_dice, false) + (rules.attack_dice == 1 ? " dado" : " dados"));
}

std::string defence_in_portuguese(const Rules& rules) {
  return fmt::format(
      "O defensor lança até {}, no máximo um por exército.",
      numeral(rules.defence_dice, false) + (rules.defence_dice == 1 ? " dado" : " dados"));
}

std::string ties_in_portuguese(const Rules& rules) {
  return fmt::format(
      "Comparam-se os dados mais altos dos dois, depois os seguintes, enquanto ambos tiverem um; "
      "cada comparação custa um exército a quem a perde. Se os dados são iguais, vence o {}.",
      rules.ties == risk::Ties::defender ? "defensor" : "atacante");
}

std::string conquest_in_portuguese(const Rules& rules) {
  const std::string taken = "Um território sem exércitos é conquistado e ocupado logo ";
  switch (rules.conquest_move) {
    case risk::ConquestMove::min:
      return taken +
             "por tantos exércitos quantas comparações o atacante venceu naquele lance, e ao "
             "menos um.";
    case risk::ConquestMove::max:
      return taken + "por todos os exércitos do território atacante, menos um.";
    case risk::ConquestMove::dice:
      return taken + "por tantos exércitos quantos dados foram lançados; um sempre fica para trás.";
  }
  return taken;
}

std::string elimination_in_portuguese(const Rules& rules) {
  if (rules.players == 2)
    return fmt::format(
        "As cartas de quem fica sem territórios {}, mas com dois jogadores isso já encerra a "
        "partida.",
        rules.elimination_takes_cards ? "vão para o conquistador" : "voltam ao baralho");
  return rules.elimination_takes_cards
             ? "Quem toma o último território de um jogador fica também com as cartas dele."
             : "As cartas de quem fica sem territórios voltam ao baralho.";
}

std::string fortify_in_portuguese(const Rules& rules) {
  const std::string stays = " Um exército sempre fica para trás.";
  switch (rules.fortify) {
    case risk::FortifyMode::adjacent:
      return "Depois dos ataques, exércitos podem passar de um território próprio a outro vizinho, "
             "quantas vezes se quiser, mas cada exército cruza no máximo uma fronteira." +
             stays;
    case risk::FortifyMode::single:
      return "Depois dos ataques, exércitos podem ser deslocados uma vez, de um território próprio "
             "a outro vizinho." +
             stays;
    case risk::FortifyMode::connected:
      return "Depois dos ataques, exércitos podem ser deslocados uma vez, de um território próprio "
             "a outro que se alcance por territórios próprios." +
             stays;
    case risk::FortifyMode::none:
      return "Depois dos ataques, exércitos não são deslocados: o turno acaba.";
  }
  return {};
}

std::string objective_in_portuguese(const Rules& rules) {
  if (rules.objective == risk::Objective::conquest)
    return "Quem possui todos os territórios vence na hora.";
  return "Antes da distribuição dos territórios cada jogador recebe uma missão, que os outros não "
         "veem. Quem a tiver cumprido no próprio turno, postos todos os exércitos, por uma "
         "conquista ou ao fim do turno, vence na hora; e também quem possui todos os territórios.";
}

std::string turn_limit_in_portuguese(const Rules& rules) {
  return fmt::format(
      "Depois de {} {}, somados os de todos os jogadores, a partida acaba sem vencedor.",
      numeral(rules.turn_limit, false), rules.turn_limit == 1 ? "turno" : "turnos");
}

std::vector<risk::RuleSentence> portuguese(const Rules& rules) {
  return risk::without_empty({
      {"Beginning", {"players"}, players_in_portuguese(rules)},
      {"Beginning", {"allocation"}, allocation_in_portuguese(rules)},
      {"Beginning", {"initial_troops", "initial_troops_mode"}, initial_troops_in_portuguese(rules)},
      {"Beginning", {"seat_compensation"}, compensation_in_portuguese(rules)},
      {"Cards", {"card_set"}, exchange_in_portuguese(rules)},
      {"Cards", {"card_forced_at"}, forced_in_portuguese(rules)},
      {"Cards", {"card_schedule", "card_schedule_step"}, schedule_in_portuguese(rules)},
      {"Cards", {"card_territory_bonus"}, territory_bonus_in_portuguese(rules)},
      {"Cards",
       {},
       "Quem conquistou ao menos um território no turno tira uma carta no fim dele, se ainda "
       "houver "
       "alguma. Há uma carta para cada território; as mãos ficam abertas na mesa."},
      {"Reinforcement",
       {},
       "Primeiro, cada continente inteiramente possuído traz o seu bônus, posto dentro dele."},
      {"Reinforcement",
       {"reinforcement_divisor", "reinforcement_rounding"},
       reinforcement_in_portuguese(rules)},
      {"Reinforcement", {"reinforcement_minimum"}, minimum_in_portuguese(rules)},
      {"Reinforcement", {"first_turn_reinforcement"}, first_turn_in_portuguese(rules)},
      {"Attack", {"attack_dice"}, attack_in_portuguese(rules)},
      {"Attack", {"defence_dice"}, defence_in_portuguese(rules)},
      {"Attack", {"ties"}, ties_in_portuguese(rules)},
      {"Attack", {"conquest_move"}, conquest_in_portuguese(rules)},
      {"Attack", {"elimination_takes_cards"}, elimination_in_portuguese(rules)},
      {"Fortification", {"fortify"}, fortify_in_portuguese(rules)},
      {"End", {"objective"}, objective_in_portuguese(rules)},
      {"End", {"turn_limit"}, turn_limit_in_portuguese(rules)},
  });
}

}  // namespace

std::vector<risk::RuleSentence> rule_words(const Rules& rules, Language language) {
  return language == Language::english ? risk::rules_in_words(rules) : portuguese(rules);
}

std::string topic_heading(std::string_view topic, Language language) {
  struct Heading {
    std::string_view topic;
    const char* english;
    const char* portuguese;
  };
  constexpr Heading headings[] = {
      {"Beginning", "Setting up", "Preparação"},
      {"Cards", "1  Exchange cards", "1  Trocar cartas"},
      {"Reinforcement", "2  Reinforce", "2  Reforçar"},
      {"Attack", "3  Attack", "3  Atacar"},
      {"Fortification", "4  Move troops", "4  Deslocar exércitos"},
      {"Card", "5  Take a card", "5  Tirar uma carta"},
      {"End", "The end", "O fim"},
  };
  for (const Heading& heading : headings) {
    if (heading.topic == topic)
      return language == Language::english ? heading.english : heading.portuguese;
  }
  return std::string(topic);
}

}  // namespace evorisk::app
