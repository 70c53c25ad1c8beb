// Tabletop Simulator: a saved object of the whole table, and the files that it names. The members
// are those of the game's page "Save File Format".
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/export/picture.hpp"
#include "app/export/pieces.hpp"
#include "app/export/readme.hpp"
#include "base/index.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// Half the sides of the board on the table, in the game's units; a square tile of scale 1 reaches
// from -1 to 1.
constexpr double half_width = 12;
constexpr double half_height = 9;
constexpr double table_top = 1;
constexpr int sheet_columns = 10;
constexpr int sheet_rows = 7;

class Table {
 public:
  explicit Table(const ExportSource& source) : source_(source) {}

  Json save() {
    board();
    double z = half_height - 1.5;
    const auto deck = [&](const std::vector<DrawPiece>& cards,
                          const std::vector<std::string>& names, const Message& title,
                          const std::string& file) {
      cards_.push_back({cards, names, say(title), file});
      put_deck(cards_.back(), half_width + 3.5, z);
      z -= 5;
    };
    std::vector<DrawPiece> cards;
    std::vector<std::string> names;
    for (int t = 0; t < source_.map().territory_count(); ++t) {
      cards.push_back(territory_card(source_, t));
      names.push_back(source_.map().territory(t).name);
    }
    deck(cards, names, "Territory cards", "cards");
    if (source_.variant().missions() > 0) {
      cards.clear();
      for (int m = 0; m < source_.variant().missions(); ++m) {
        cards.push_back(mission_card(source_, m));
      }
      deck(cards, std::vector<std::string>(cards.size(), say("Mission")), "Mission cards",
           "missions");
    }
    rules(half_width + 3.5, z - 1);
    troops();
    dice();
    return {{"SaveName", source_.variant().name()},
            {"GameMode", source_.variant().name()},
            {"Date", ""},
            {"Table", "Table_RPG"},
            {"Sky", "Sky_Museum"},
            {"Note", ""},
            {"Rules", ""},
            {"PlayerTurn", ""},
            {"TabStates", {{"0", notebook()}}},
            {"LuaScript", ""},
            {"LuaScriptState", ""},
            {"XmlUI", ""},
            {"VersionNumber", ""},
            {"ObjectStates", std::move(objects_)}};
  }

  std::vector<NamedFile> files() const { return files_; }

 private:
  struct Cards {
    std::vector<DrawPiece> cards;
    std::vector<std::string> names;
    std::string title;
    std::string file;
  };

  std::string say(const Message& text) const { return text.text(source_.words()); }

  // The address of a file, which is written besides.
  std::string file(const std::string& name, std::string bytes) {
    const std::string whole = source_.stem() + '-' + name;
    files_.push_back({whole, std::move(bytes)});
    return source_.address() + whole;
  }

  // A turn of half a circle about the vertical: pictures are upright to who sits in front.
  Json object(const std::string& kind, const std::string& name, maps::Point at, double scale,
              double flip = 0) {
    return {{"GUID", fmt::format("{:06x}", 0xe70000 + ++count_)},
            {"Name", kind},
            {"Transform",
             {{"posX", at.x},
              {"posY", table_top + 0.2},
              {"posZ", at.y},
              {"rotX", 0.0},
              {"rotY", 180.0},
              {"rotZ", flip},
              {"scaleX", scale},
              {"scaleY", 1.0},
              {"scaleZ", scale}}},
            {"Nickname", name},
            {"Description", ""},
            {"ColorDiffuse", {{"r", 1.0}, {"g", 1.0}, {"b", 1.0}}},
            {"Locked", false},
            {"Grid", false},
            {"Snap", true},
            {"Autoraise", true},
            {"Sticky", true},
            {"Tooltip", true}};
  }

  Json tile(const std::string& name, maps::Point at, double scale, const std::string& picture,
            double thickness, bool stackable) {
    Json json = object("Custom_Tile", name, at, scale);
    json["CustomImage"] = {
        {"ImageURL", picture},
        {"ImageSecondaryURL", picture},
        {"ImageScalar", 1.0},
        {"WidthScale", 0.0},
        {"CustomTile",
         {{"Type", 0}, {"Thickness", thickness}, {"Stackable", stackable}, {"Stretch", false}}}};
    return json;
  }

  void board() {
    constexpr int pixels = 3200;
    const Picture picture(source_, pixels / source_.board().width());
    Json json = tile(source_.variant().name(), {0, 0}, half_width, file("board.png", picture.png()),
                     0.2, false);
    json["Transform"]["posY"] = table_top;
    json["Transform"]["scaleZ"] = half_height;
    json["Locked"] = true;
    Json points = Json::array();
    for (int t = 0; t < source_.map().territory_count(); ++t) {
      // Of the board itself, which is turned.
      const maps::Point place = picture.place(t);
      points.push_back({{"Position",
                         {{"x", 1 - 2 * place.x / picture.width()},
                          {"y", 0.1},
                          {"z", 2 * place.y / picture.height() - 1}}},
                        {"Rotation", {{"x", 0.0}, {"y", 0.0}, {"z", 0.0}}}});
    }
    json["AttachedSnapPoints"] = std::move(points);
    objects_.push_back(std::move(json));
  }

  void put_deck(const Cards& deck, double x, double z) {
    if (back_.empty()) back_ = file("back.png", card_png(card_back(source_), 10));
    constexpr std::size_t most = sheet_columns * sheet_rows - 1;
    Json json = object("Deck", deck.title, {x, z}, 1, 180);
    json["HideWhenFaceDown"] = true;
    json["Hands"] = true;
    json["DeckIDs"] = Json::array();
    json["CustomDeck"] = Json::object();
    json["ContainedObjects"] = Json::array();
    for (std::size_t first = 0; first < deck.cards.size(); first += most) {
      const std::size_t end = std::min(deck.cards.size(), first + most);
      const int rows = std::max(2, static_cast<int>((end - first + sheet_columns) / sheet_columns));
      const std::string name =
          fmt::format("{}{}.png", deck.file, first > 0 ? fmt::format("-{}", first / most + 1) : "");
      const int number = ++sheets_;
      const Json sheet = {
          {"FaceURL", file(name, sheet_png({deck.cards.begin() + static_cast<std::ptrdiff_t>(first),
                                            deck.cards.begin() + static_cast<std::ptrdiff_t>(end)},
                                           sheet_columns, rows, 8))},
          {"BackURL", back_},
          {"NumWidth", sheet_columns},
          {"NumHeight", rows},
          {"BackIsHidden", true},
          {"UniqueBack", false},
          {"Type", 0}};
      json["CustomDeck"][std::to_string(number)] = sheet;
      for (std::size_t i = first; i < end; ++i) {
        const int id = 100 * number + static_cast<int>(i - first);
        Json card = object("Card", deck.names[i], {x, z}, 1, 180);
        card["HideWhenFaceDown"] = true;
        card["Hands"] = true;
        card["CardID"] = id;
        card["CustomDeck"] = {{std::to_string(number), sheet}};
        json["DeckIDs"].push_back(id);
        json["ContainedObjects"].push_back(std::move(card));
      }
    }
    objects_.push_back(std::move(json));
  }

  void rules(double x, double z) {
    Json json = object("Custom_PDF", say("Rulebook"), {x, z}, 1);
    json["CustomPDF"] = {{"PDFUrl", file("rules.pdf", rules_pdf(source_))},
                         {"PDFPassword", ""},
                         {"PDFPage", 0},
                         {"PDFPageOffset", 0}};
    objects_.push_back(std::move(json));
  }

  // Bags that never become empty, on the left of the board, a row for each player.
  void troops() {
    // The largest square in half of the places.
    const double radius = 2 * half_width * source_.median_radius() / source_.board().width();
    const double scale = std::clamp(radius * 0.7, 0.2, 0.6);
    for (int player = 0; player < kit::most_players(source_.variant()); ++player) {
      const kit::Colour colour = kit::seat_colour(player);
      const Json diffuse = {{"r", colour.red}, {"g", colour.green}, {"b", colour.blue}};
      const maps::Point row{-half_width - 2.5, half_height - 1.5 - 3 * player};
      for (std::size_t i = 0; i < std::size(troops_worth); ++i) {
        const int worth = troops_worth[i];
        const std::string name = fmt::format("{}: {}", say(seat_name(player)), worth);
        const std::string picture = file(fmt::format("troops-{}-{}.png", player + 1, worth),
                                         troops_png(source_, player, worth, 16));
        const maps::Point place{row.x - 2.5 * static_cast<double>(i), row.y};
        Json bag = object("Infinite_Bag", name, place, 0.8);
        bag["Transform"]["scaleY"] = 0.8;
        bag["ColorDiffuse"] = diffuse;
        bag["ContainedObjects"] = Json::array({tile(name, place, scale, picture, 0.1, true)});
        objects_.push_back(std::move(bag));
      }
    }
  }

  void dice() {
    const auto put = [&](int number, const Message& name, const Json& colour, double x) {
      for (int i = 0; i < number; ++i) {
        Json die = object("Die_6", say(name), {x + 1.4 * i, -half_height - 2}, 0.8);
        die["Transform"]["scaleY"] = 0.8;
        die["ColorDiffuse"] = colour;
        objects_.push_back(std::move(die));
      }
    };
    put(source_.variant().rules().attack_dice, "Attacker's die",
        {{"r", 0.75}, {"g", 0.12}, {"b", 0.12}}, -9);
    put(source_.variant().rules().defence_dice, "Defender's die",
        {{"r", 0.95}, {"g", 0.95}, {"b", 0.95}}, 1);
  }

  Json notebook() const {
    std::string body;
    for (const risk::RuleSentence& rule : kit::rules_at_table(source_.variant().rules())) {
      if (!rule.text.empty()) body += say(rule.text) + "\n\n";
    }
    return {{"title", say("The rules")},
            {"body", body},
            {"color", "Grey"},
            {"visibleColor", {{"r", 0.5}, {"g", 0.5}, {"b", 0.5}}},
            {"id", 0}};
  }

  const ExportSource& source_;
  std::vector<NamedFile> files_;
  std::vector<Cards> cards_;
  std::string back_;  // its address
  Json objects_ = Json::array();
  int count_ = 0;
  int sheets_ = 0;
};

}  // namespace

Export export_tts(const ExportSource& source) {
  Table table(source);
  const Json save = table.save();
  Export result;
  result.notes = notes_on_letters(source.variant());
  if (source.address().starts_with("file:")) {
    result.notes.push_back(
        Message("The saved object looks for its pictures at {}. Leave them there, or export again "
                "with --address of where they will be.",
                source.address()));
    result.notes.emplace_back(
        "Others at the table see pictures of your disk only after \"Upload all\" in the game's "
        "Cloud Manager.");
  } else {
    result.notes.push_back(Message("The saved object looks for its pictures at {}: put them there.",
                                   source.address()));
  }
  Readme readme(source);
  readme.heading("How to play it in Tabletop Simulator");
  readme.item(
      {"Copy {}.json into the folder \"Saves/Saved Objects\" of the game (below Documents, "
       "My Games, Tabletop Simulator).",
       source.stem()});
  readme.item(
      "Begin an empty table and choose the game under Objects, Saved Objects. It brings the board, "
      "decks, a bag of troops of each kind for each player, dice and the rulebook.");
  readme.paragraph(
      "Nothing plays by itself: people play by the rulebook, so every rule holds. Troops snap to "
      "the places on the board. Shuffle the decks before dealing.");
  readme.notes(result.notes);
  readme.rulebook();
  result.files = table.files();
  result.files.insert(result.files.begin(), {source.stem() + ".json", save.dump(1) + '\n'});
  constexpr double thumbnail = 256;
  result.files.push_back(
      {source.stem() + ".png", Picture(source, thumbnail / source.board().width()).png()});
  result.files.push_back(readme.file());
  return result;
}

}  // namespace evorisk::app
