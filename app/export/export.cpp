#include "app/export/export.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace evorisk::app {
namespace {

// With the game's title as the name of its map, which is all that many programs show.
risk::Variant titled(const risk::Variant& given, const KitOptions& options) {
  const risk::Variant named = with_all_names(given, options.seed, options.language);
  maps::MapData data = named.map().data();
  data.name = named.name();
  return risk::Variant(named.name(), named.rules(),
                       std::make_shared<const maps::Map>(std::move(data)), named.own_deck(),
                       named.bred_for());
}

constexpr std::array formats = {
    ExportFormat{"board", "The board alone as SVG, PNG and PDF.", export_board},
    ExportFormat{"conquest", "A map of Sean O'Connor's game Conquest, with its picture.",
                 export_conquest},
    ExportFormat{"domination",
                 "A map of Yura Mamyrin's game Domination, with its pictures, cards and missions.",
                 export_domination},
    ExportFormat{"tts", "A table of Tabletop Simulator: board, cards, troops, dice and rulebook.",
                 export_tts},
    ExportFormat{"vassal", "A module of VASSAL: board, cards, troops, dice and hands.",
                 export_vassal},
    ExportFormat{"warzone", "A map for the site Warzone: a drawing and the details to send.",
                 export_warzone},
};

}  // namespace

ExportSource::ExportSource(const risk::Variant& variant, const KitOptions& options,
                           std::string address)
    : variant_(titled(variant, options)),
      options_(options),
      board_(variant_, options_),
      stem_(maps::file_word(variant_.name())),
      address_(std::move(address)) {}

double ExportSource::median_radius() const {
  std::vector<double> radii;
  for (const maps::AreaLabel& label : board_.labels()) radii.push_back(label.spot.radius);
  const auto middle = radii.begin() + std::ssize(radii) / 2;
  std::ranges::nth_element(radii, middle);
  return *middle;
}

std::span<const ExportFormat> export_formats() {
  return formats;
}

}  // namespace evorisk::app
