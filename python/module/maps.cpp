#include "app/view/draw_map.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "maps/facts.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "python/module/module.hpp"

namespace evorisk::python {
namespace {

maps::MapPtr read_map(const py::object& value) {
  if (py::isinstance<py::str>(value)) return maps::resolve_map(value.cast<std::string>());
  if (py::isinstance<py::dict>(value)) {
    const Json json = from_python(value);
    return std::make_shared<const maps::Map>(maps::map_from_json(JsonView(json, "map")));
  }
  return maps::resolve_map(py::str(value).cast<std::string>());  // a pathlib.Path
}

py::dict check(const maps::Map& map) {
  const maps::MapFacts facts = maps::map_facts(map.data());
  py::dict objections;
  for (const maps::MapCheck& check : maps::map_checks()) {
    py::list texts;
    for (const Message& objection : check.objections(map.data(), map.data(), facts)) {
      texts.append(objection.text());
    }
    objections[py::str(std::string(check.name))] = texts;
  }
  return objections;
}

std::string svg(const maps::Map& map, bool names, bool numbers, int width) {
  app::DrawOptions options;
  options.names = names;
  options.numbers = numbers;
  options.width = width;
  const py::gil_scoped_release release;
  return app::draw_map(map, options);
}

std::string written(const maps::Map& map, const std::string& format) {
  const maps::MapFormat& chosen = maps::map_format(format);
  if (chosen.write == nullptr) throw InputError("format {} is only read", format);
  return chosen.write(map).text;
}

}  // namespace

void declare_maps(py::module_& module) {
  py::class_<maps::Map, std::shared_ptr<maps::Map>>(
      module, "Map",
      "Territories, their borders, and continents. Made of a library map's name, a file in any\n"
      "format, or a dictionary; never changed: edit the dictionary and make another.")
      .def(py::init([](const py::object& value) {
             return std::const_pointer_cast<maps::Map>(read_map(value));
           }),
           py::arg("source"))
      .def_property_readonly("name", method(&maps::Map::name), "The map's name.")
      .def_property_readonly("territories", method(&maps::Map::territory_count),
                             "How many territories it has; they are numbered from 0.")
      .def_property_readonly(
          "borders",
          [](const maps::Map& map) {
            std::vector<std::pair<int, int>> borders;
            for (const maps::Border& border : map.borders()) {
              borders.emplace_back(border.a, border.b);
            }
            return borders;
          },
          "Pairs of territories that touch, the smaller number first.")
      .def_property_readonly(
          "continents",
          [](const maps::Map& map) { return to_python(maps::map_to_json(map)["continents"]); },
          "Dictionaries of bonus, territories and, if it has one, name.")
      .def(
          "neighbours",
          [](const maps::Map& map, int t) {
            if (t < 0 || t >= map.territory_count()) {
              throw InputError("there is no territory {} (valid: 0 to {})", t,
                               map.territory_count() - 1);
            }
            const auto row = map.neighbours(t);
            return std::vector<int>(row.begin(), row.end());
          },
          py::arg("territory"), "The territories that border on this one, in rising order.")
      .def(
          "to_dict", [](const maps::Map& map) { return to_python(maps::map_to_json(map)); },
          "What a map file holds, which evorisk.Map() takes.")
      .def("__reduce_ex__",
           pickled_as<maps::Map>(
               "Map", [](const maps::Map& map) { return to_python(maps::map_to_json(map)); }))
      .def("text", &written, py::arg("format") = "evorisk",
           "The map as a file of this format has it (`evorisk map convert --help` names them).")
      .def("check", &check, "What `evorisk map check` finds: lists of errors and of warnings.")
      .def("svg", &svg, py::arg("names") = true, py::arg("numbers") = false, py::arg("width") = 0,
           "The board as it is printed. width: of the picture, in pixels; 0: as large as it is.")
      .def("_repr_svg_", [](const maps::Map& map) { return svg(map, true, false, 0); })
      .def("__repr__",
           [](const maps::Map& map) {
             return fmt::format("<evorisk.Map \"{}\": {} territories, {} borders, {} continents>",
                                map.name(), map.territory_count(), map.border_count(),
                                map.continent_count());
           })
      .def(py::self == py::self);
  module.def(
      "map_names",
      [] {
        const auto names = maps::library_names();
        return std::vector<std::string>(names.begin(), names.end());
      },
      "The maps of the library.");
}

}  // namespace evorisk::python
