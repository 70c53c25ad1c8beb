// Conquest, by Sean O'Connor: a map and its picture, as the pages of the program describe them.
#include <fmt/format.h>

#include "app/export/picture.hpp"
#include "app/export/readme.hpp"

namespace evorisk::app {

Export export_conquest(const ExportSource& source) {
  constexpr int widest = 1600;
  const Picture picture(source, screen_resolution(source, widest));
  const maps::MapPicture described = picture.described();
  const maps::MapWriting written = maps::write_conquest(source.map(), &described);
  Export result;
  for (const std::string& note : written.notes) result.notes.emplace_back(note);

  const std::string& stem = source.stem();
  Readme readme(source);
  readme.heading("How to play it in Conquest");
  readme.item({"Copy {0}.map and {0}.bmp into the folder of the program.", stem});
  readme.item({"Begin a new game and choose the map {}.", stem});
  readme.item(
      "Choose what exchanges of cards bring: the setting that begins with 4, 6, 8, 10, 12 and 15 "
      "is that of Risk.");
  readme.paragraph(
      "The program paints each territory in the colour of its owner, so the picture shows neither "
      "names nor continents but wider lines between these. Its continents, with their bonuses:");
  for (const maps::Continent& continent : source.map().continents()) {
    std::vector<std::string> names;
    for (const int t : continent.territories) names.push_back(source.map().territory(t).name);
    readme.item(
        {"{} +{}: {}", continent.name, continent.bonus, fmt::format("{}", fmt::join(names, ", "))});
  }
  readme.paragraph(
      "It deals the territories at random and plays by rules of its own, which its help tells; a "
      "map cannot change them. These are this game's, to compare:");
  readme.rulebook();
  readme.notes(result.notes);
  result.notes.insert(
      result.notes.begin(),
      Message("Copy the files into the folder of Conquest. It plays by rules of its own; "
              "README.txt has this game's."));
  result.files = {
      {stem + ".map", written.text}, {stem + ".bmp", picture.outlines_bmp()}, readme.file()};
  return result;
}

}  // namespace evorisk::app
