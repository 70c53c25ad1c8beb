// VASSAL: a module, whose buildFile.xml names the program's own classes and what they are set to.
#include <fmt/format.h>

#include <initializer_list>
#include <utility>

#include "app/export/picture.hpp"
#include "app/export/pieces.hpp"
#include "app/export/readme.hpp"
#include "app/export/zip.hpp"
#include "app/view/html.hpp"
#include "base/index.hpp"

namespace evorisk::app {
namespace {

constexpr std::string_view engine = "3.6.0";  // the oldest version of the program that is asked for
constexpr std::string_view module_version = "1.0";

class Xml {
 public:
  using Attributes = std::initializer_list<std::pair<std::string_view, std::string>>;

  Xml() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n") {}

  void open(const std::string& name, Attributes attributes = {}) {
    start(name, attributes);
    text_ += ">\n";
    open_.push_back(name);
  }
  void close() {
    text_ += "</" + open_.back() + ">\n";
    open_.pop_back();
  }
  void empty(const std::string& name, Attributes attributes = {}) {
    start(name, attributes);
    text_ += "/>\n";
  }
  void leaf(const std::string& name, Attributes attributes, std::string_view content) {
    start(name, attributes);
    text_ += '>' + escape_html(content) + "</" + name + ">\n";
  }
  const std::string& text() const { return text_; }

 private:
  void start(const std::string& name, Attributes attributes) {
    text_ += '<' + name;
    for (const auto& [key, value] : attributes) {
      text_ += fmt::format(" {}=\"{}\"", key, escape_html(value));
    }
  }

  std::string text_;
  std::vector<std::string> open_;
};

// A name inside the definition of a piece, where these would end it.
std::string plain(std::string name) {
  for (char& c : name) {
    if (c == '/' || c == ';' || c == '\\' || c == '\t') c = '-';
  }
  return name;
}

class Module {
 public:
  explicit Module(const ExportSource& source)
      : source_(source),
        resolution_(screen_resolution(source, 2400)),
        picture_(source, resolution_) {}

  std::vector<NamedFile> files() {
    pictures();
    const std::string build = build_file();
    std::vector<NamedFile> files = {
        {"buildFile.xml", build}, {"moduledata", module_data()}, {"help/rules.html", rules_page()}};
    files.insert(files.end(), pictures_.begin(), pictures_.end());
    return files;
  }

 private:
  static std::string part(std::string_view name) { return fmt::format("VASSAL.build.{}", name); }
  static std::string map_part(std::string_view name) {
    return part("module.map.") + std::string(name);
  }
  std::string say(const Message& text) const { return text.text(source_.words()); }
  int seats() const { return kit::most_players(source_.variant()); }
  int pixels(double millimetres) const {
    return static_cast<int>(std::lround(millimetres * resolution_));
  }
  double deck_x() const { return source_.board().width() + table_width / 2; }
  // Of territory cards, and of missions below them.
  static double deck_y(int deck) { return 14 + table_card.height * (0.5 + 1.25 * deck); }
  double troops_resolution() const {
    // The largest square in half of the places.
    return std::max(1.4, source_.median_radius() * 1.3 * resolution_ / kit::token_side);
  }

  void add_picture(const std::string& name, std::string bytes) {
    pictures_.push_back({"images/" + name, std::move(bytes)});
  }

  void pictures() {
    const kit::Board& board = source_.board();
    const int decks = source_.variant().missions() > 0 ? 2 : 1;
    kit::Canvas canvas(kit::Canvas::Format::png, board.width() + table_width, board.height(), "",
                       resolution_);
    canvas.rectangle(0, 0, board.width() + table_width, board.height());
    canvas.fill(kit::rgb(0x33434f));
    board.draw(canvas);
    for (int deck = 0; deck < decks; ++deck) {
      const double left = deck_x() - table_card.width / 2;
      const double top = deck_y(deck) - table_card.height / 2;
      canvas.rectangle(left, top, table_card.width, table_card.height, 2);
      canvas.stroke(kit::hairline, 0.4, {2, 1.5});
      canvas.text(deck_x(), top - 3, say(deck_name(deck)), kit::Face::bold, 4.5, kit::paper_white,
                  kit::Align::centre);
    }
    add_picture("board.png", canvas.finish());
    constexpr double splash = 640;  // behind the window in which people begin
    add_picture("splash.png", Picture(source_, splash / board.width()).png());
    add_picture("back.png", card_png(card_back(source_), resolution_));
    for (int t = 0; t < source_.map().territory_count(); ++t) {
      add_picture(fmt::format("card-{}.png", t + 1),
                  card_png(territory_card(source_, t), resolution_));
    }
    for (int m = 0; m < source_.variant().missions(); ++m) {
      add_picture(fmt::format("mission-{}.png", m + 1),
                  card_png(mission_card(source_, m), resolution_));
    }
    for (int player = 0; player < seats(); ++player) {
      for (const int worth : troops_worth) {
        add_picture(fmt::format("troops-{}-{}.png", player + 1, worth),
                    troops_png(source_, player, worth, troops_resolution()));
      }
    }
  }

  static Message deck_name(int deck) { return deck == 0 ? "Territory cards" : "Mission cards"; }

  std::string build_file() {
    Xml xml;
    const int pieces = source_.map().territory_count() + source_.variant().missions() +
                       seats() * static_cast<int>(std::size(troops_worth));
    xml.open(part("GameModule"), {{"name", source_.variant().name()},
                                  {"version", std::string(module_version)},
                                  {"VassalVersion", std::string(engine)},
                                  {"description", description()},
                                  {"nextPieceSlotId", std::to_string(pieces + 1)}});
    xml.empty(part("module.BasicCommandEncoder"));
    xml.open(part("module.Documentation"));
    xml.empty(part("module.documentation.AboutScreen"),
              {{"title", source_.variant().name()}, {"fileName", "splash.png"}});
    xml.empty(part("module.documentation.HelpFile"),
              {{"title", say("The rules")}, {"fileName", "rules.html"}, {"fileType", "archive"}});
    xml.close();
    xml.open(part("module.PlayerRoster"),
             {{"buttonText", say("Change seat")},
              {"buttonToolTip", say("Leave this seat or take another")}});
    for (int player = 0; player < seats(); ++player) xml.leaf("entry", {}, say(seat_name(player)));
    xml.close();
    xml.empty(part("module.GlobalOptions"),
              {{"autoReport", "Always"}, {"playerIdFormat", "$PlayerSide$ ($PlayerName$)"}});
    map(xml);
    for (int player = 0; player < seats(); ++player) hand(xml, player);
    palette(xml);
    const risk::Rules& rules = source_.variant().rules();
    for (int n = 1; n <= rules.attack_dice; ++n) dice(xml, {"Attacker's dice: {}", n}, n);
    for (int n = 1; n <= rules.defence_dice; ++n) dice(xml, {"Defender's dice: {}", n}, n);
    xml.empty(part("module.PrototypesContainer"));
    xml.empty(part("module.Chatter"));
    xml.empty(part("module.KeyNamer"));
    xml.empty("VASSAL.i18n.Language");
    xml.close();
    return xml.text();
  }

  // What a map needs so that pieces can be seen and moved.
  static void map_behaviour(Xml& xml) {
    xml.empty(map_part("StackMetrics"),
              {{"exSepX", "8"}, {"exSepY", "18"}, {"unexSepX", "3"}, {"unexSepY", "4"}});
    for (const char* name :
         {"ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer",
          "StackExpander", "PieceMover", "KeyBufferer", "SelectionHighlighters",
          "HighlightLastMoved", "CounterDetailViewer"}) {
      xml.empty(map_part(name));
    }
    xml.empty(map_part("Zoomer"), {{"zoomLevels", "0.4,0.6,0.8,1.0,1.5"}, {"zoomStart", "4"}});
  }

  void map(Xml& xml) {
    const std::string board = say("The board");
    xml.open(part("module.Map"), {{"mapName", source_.variant().name()}, {"launch", "false"}});
    xml.open(map_part("BoardPicker"));
    xml.open(map_part("boardPicker.Board"),
             {{"name", board}, {"image", "board.png"}, {"reversible", "false"}});
    xml.open(map_part("boardPicker.board.RegionGrid"),
             {{"snapto", "true"}, {"visible", "false"}, {"fontsize", "9"}});
    const auto region = [&](const std::string& name, int x, int y) {
      xml.empty(map_part("boardPicker.board.Region"),
                {{"name", name}, {"originx", std::to_string(x)}, {"originy", std::to_string(y)}});
    };
    for (int t = 0; t < source_.map().territory_count(); ++t) {
      const maps::Point place = picture_.place(t);
      region(source_.map().territory(t).name, static_cast<int>(std::lround(place.x)),
             static_cast<int>(std::lround(place.y)));
    }
    const int decks = source_.variant().missions() > 0 ? 2 : 1;
    for (int deck = 0; deck < decks; ++deck) {
      region(say(deck_name(deck)), pixels(deck_x()), pixels(deck_y(deck)));
    }
    xml.close();
    xml.close();
    xml.close();
    map_behaviour(xml);
    for (int deck = 0; deck < decks; ++deck) draw_pile(xml, deck, board);
    xml.close();
  }

  void draw_pile(Xml& xml, int deck, const std::string& board) {
    const bool territories = deck == 0;
    // Hands of territory cards are open; a mission is for its holder's eyes.
    xml.open(map_part("DrawPile"), {{"name", say(deck_name(deck))},
                                    {"owningBoard", board},
                                    {"x", std::to_string(pixels(deck_x()))},
                                    {"y", std::to_string(pixels(deck_y(deck)))},
                                    {"width", std::to_string(pixels(table_card.width))},
                                    {"height", std::to_string(pixels(table_card.height))},
                                    {"faceDown", "Always"},
                                    {"drawFaceUp", territories ? "true" : "false"},
                                    {"shuffle", "Always"},
                                    {"allowMultiple", "false"},
                                    {"allowSelect", "false"}});
    const int count = territories ? source_.map().territory_count() : source_.variant().missions();
    for (int i = 0; i < count; ++i) {
      const std::string name = territories ? source_.map().territory(i).name
                                           : fmt::format("{} {}", say("Mission"), i + 1);
      card(xml, name, fmt::format("{}-{}.png", territories ? "card" : "mission", i + 1));
    }
    xml.close();
  }

  // A piece that can be turned over (Ctrl F).
  void card(Xml& xml, const std::string& name, const std::string& image) {
    slot(xml, "widget.CardSlot", name, pixels(table_card.width), pixels(table_card.height),
         fmt::format("obs;70,130;back.png;{};I;?;player:", plain(say("Turn over"))), "null;",
         image);
  }

  // A piece of one trait around its picture.
  void slot(Xml& xml, const std::string& kind, const std::string& name, int width, int height,
            const std::string& trait, const std::string& state, const std::string& image) {
    const int id = ++slots_;
    xml.leaf(part(kind),
             {{"entryName", name},
              {"gpid", std::to_string(id)},
              {"width", std::to_string(width)},
              {"height", std::to_string(height)}},
             fmt::format("+/null/{}\tpiece;;;{};{}/{}\tnull;0;0;{};0", trait, image, plain(name),
                         state, id));
  }

  void hand(Xml& xml, int player) {
    const std::string side = say(seat_name(player));
    const std::string name = say({"Hand: {}", side});
    xml.open(part("module.PlayerHand"), {{"mapName", name},
                                         {"side", side},
                                         {"visible", "false"},
                                         {"launch", "true"},
                                         {"buttonName", name}});
    xml.open(map_part("BoardPicker"));
    xml.empty(map_part("boardPicker.Board"),
              {{"name", name},
               {"width", std::to_string(pixels(4.5 * table_card.width))},
               {"height", std::to_string(pixels(1.3 * table_card.height))},
               {"color", "51,67,79"}});
    xml.close();
    map_behaviour(xml);
    xml.close();
  }

  // Troops of all players, as many as are wanted.
  void palette(Xml& xml) {
    const std::string title = say("Troops");
    xml.open(part("module.PieceWindow"), {{"name", title}, {"text", title}, {"defaultWidth", "0"}});
    xml.open(part("widget.TabWidget"), {{"entryName", title}});
    const int side = static_cast<int>(std::lround((kit::token_side - 0.8) * troops_resolution()));
    for (int player = 0; player < seats(); ++player) {
      const std::string colour = say(seat_name(player));
      xml.open(part("widget.PanelWidget"),
               {{"entryName", colour}, {"fixed", "true"}, {"nColumns", "1"}, {"vert", "false"}});
      for (const int worth : troops_worth) {
        slot(xml, "widget.PieceSlot", fmt::format("{}: {}", colour, worth), side, side,
             fmt::format("delete;{};68,130;", plain(say("Take away"))), "",
             fmt::format("troops-{}-{}.png", player + 1, worth));
      }
      xml.close();
    }
    xml.close();
    xml.close();
  }

  void dice(Xml& xml, const Message& name, int number) {
    xml.empty(part("module.DiceButton"), {{"name", say(name)},
                                          {"text", say(name)},
                                          {"tooltip", say(name)},
                                          {"nDice", std::to_string(number)},
                                          {"nSides", "6"},
                                          {"plus", "0"},
                                          {"addToTotal", "0"},
                                          {"reportTotal", "false"},
                                          {"sortDice", "true"},
                                          {"prompt", "false"},
                                          {"reportFormat", "$name$: $result$ ($PlayerName$)"}});
  }

  std::string description() const {
    const std::string& by = source_.options().by;
    return by.empty() ? "" : say({"A game by {}.", by});
  }

  std::string module_data() const {
    Xml xml;
    xml.open("data", {{"version", "1"}});
    xml.leaf("version", {}, module_version);
    xml.empty("extra1");
    xml.empty("extra2");
    xml.leaf("VassalVersion", {}, engine);
    xml.leaf("dateSaved", {}, "946684800000");  // as kits say
    xml.leaf("description", {}, description());
    xml.leaf("name", {}, source_.variant().name());
    xml.close();
    return xml.text();
  }

  std::string rules_page() const {
    std::string page = fmt::format("<html><head><meta charset=\"utf-8\"></head><body><h1>{}</h1>\n",
                                   escape_html(source_.variant().name()));
    std::string_view topic;
    for (const risk::RuleSentence& rule : kit::rules_at_table(source_.variant().rules())) {
      if (rule.topic != topic) page += fmt::format("<h2>{}</h2>\n", escape_html(say(rule.topic)));
      topic = rule.topic;
      if (!rule.text.empty()) page += fmt::format("<p>{}</p>\n", escape_html(say(rule.text)));
    }
    return page + "</body></html>\n";
  }

  static constexpr double table_width = table_card.width + 16;  // beside the board, for decks

  const ExportSource& source_;
  double resolution_;
  Picture picture_;
  std::vector<NamedFile> pictures_;
  int slots_ = 0;
};

}  // namespace

Export export_vassal(const ExportSource& source) {
  Export result{{}, notes_on_letters(source.variant())};
  result.notes.emplace_back(
      "Open the module with VASSAL 3.6 or later. The program rolls dice and keeps decks and hands; "
      "people play by the rules, so all of them hold.");
  Readme readme(source);
  readme.heading("How to play it in VASSAL");
  readme.item({"Open {}.vmod with VASSAL 3.6 or later: \"File\", \"Open Module\".", source.stem()});
  readme.item("Begin a new game, and take a seat by its colour.");
  readme.item(
      "Drag troops from the palette \"Troops\" onto the board: they snap to the place of a "
      "territory. Ctrl D takes them away.");
  readme.item(
      "Drag cards from their deck into your hand or onto the board, and back. Ctrl F turns a card "
      "over.");
  readme.item("Each number of dice has a button, which tells everybody the result in order.");
  readme.paragraph("Nothing plays by itself: people play by the rules, so every rule holds.");
  readme.rulebook();
  result.files = {{source.stem() + ".vmod", zip_of(Module(source).files())}, readme.file()};
  return result;
}

}  // namespace evorisk::app
