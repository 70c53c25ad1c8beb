#include "app/view/draw_map.hpp"
#include "base/error.hpp"
#include "maps/formats/registry.hpp"
#include "python/module/module.hpp"
#include "risk/rules/rules.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::python {
namespace {

risk::Rules read_rules(const py::object& value) {
  if (py::isinstance<risk::Rules>(value)) return value.cast<risk::Rules>();
  if (py::isinstance<py::str>(value)) return risk::preset_rules(value.cast<std::string>());
  const Json json = from_python(value);
  return risk::rules_from_json(JsonView(json, "rules"));
}

VariantPtr read_variant(const py::object& source) {
  if (py::isinstance<py::dict>(source)) {
    const Json json = from_python(source);
    return std::make_shared<const risk::Variant>(
        risk::variant_from_json(JsonView(json, "variant"), "."));
  }
  const auto name = py::str(source).cast<std::string>();
  return std::make_shared<const risk::Variant>(risk::load_variant(name));
}

}  // namespace

void declare_variants(py::module_& module) {
  py::class_<risk::Rules>(module, "Rules",
                          "The rules of a game: a preset (thesis, war, risk, ...) with changes by "
                          "key. Each rule is an\n"
                          "attribute. `evorisk list rules` tells the keys and what they mean.")
      .def(py::init([](const std::string& preset, const py::kwargs& changes) {
             py::dict all;
             all["preset"] = preset;
             for (const auto& [key, value] : changes) all[key] = value;
             return read_rules(all);
           }),
           py::arg("preset") = "thesis")
      .def_static(
          "from_dict", [](const py::dict& rules) { return read_rules(rules); }, py::arg("rules"),
          "Rules as variant files hold them.")
      .def("__reduce_ex__", pickled_as<risk::Rules>("_rules",
                                                    [](const risk::Rules& rules) {
                                                      return to_python(risk::rules_to_json(rules));
                                                    }))
      .def(
          "to_dict", [](const risk::Rules& rules) { return to_python(risk::rules_to_json(rules)); },
          "All rules by key.")
      .def(
          "sentences",
          [](const risk::Rules& rules) {
            std::vector<std::string> texts;
            for (const auto& rule : risk::rules_in_words(rules)) texts.push_back(rule.text.text());
            return texts;
          },
          "The rules in words.")
      .def("__getattr__",
           [](const risk::Rules& rules, const std::string& key) {
             const Json json = risk::rules_to_json(rules);
             if (!json.contains(key)) {
               throw py::attribute_error("there is no rule \"" + key + "\"");
             }
             return to_python(json[key]);
           })
      .def("__repr__",
           [](const risk::Rules& rules) {
             return "<evorisk.Rules " + risk::rules_to_json(rules).dump() + ">";
           })
      .def(py::self == py::self);

  using risk::Variant;
  py::class_<Variant, std::shared_ptr<Variant>>(
      module, "Variant",
      "A playable game: a map and rules. Made of a file, a dictionary, a library map's name (with\n"
      "the thesis' rules), or a map and rules; never changed.")
      .def(py::init([](const py::object& source) {
             return std::const_pointer_cast<Variant>(read_variant(source));
           }),
           py::arg("source"))
      .def(py::init([](const std::shared_ptr<maps::Map>& map, const py::object& rules,
                       const std::string& name) {
             return std::make_shared<Variant>(name.empty() ? map->name() : name, read_rules(rules),
                                              map);
           }),
           py::arg("map").none(false), py::arg("rules"), py::arg("name") = "")
      .def_property_readonly("name", method(&Variant::name), "The variant's name.")
      .def_property_readonly("players", method(&Variant::players), "How many play: 2 to 6.")
      .def_property_readonly("rules", method(&Variant::rules), "Its rules.")
      .def_property_readonly(
          "map",
          [](const Variant& variant) {
            return std::const_pointer_cast<maps::Map>(variant.map_ptr());
          },
          "Its map.")
      .def(
          "with_rules",
          [](const Variant& variant, const py::kwargs& changes) {
            Json json = risk::variant_to_json(variant);
            json["rules"].update(from_python(changes));
            return std::make_shared<Variant>(
                risk::variant_from_json(JsonView(json, "variant"), "."));
          },
          "The same with other values of the rules that are named.")
      .def(
          "to_dict",
          [](const Variant& variant) { return to_python(risk::variant_to_json(variant)); },
          "What a variant file holds, which evorisk.Variant() takes.")
      .def("_repr_svg_",
           [](const Variant& variant) {
             app::DrawOptions options;
             options.numbers = false;
             const py::gil_scoped_release release;
             return app::draw_map(variant.map(), options);
           })
      .def("__repr__",
           [](const Variant& variant) {
             return fmt::format("<evorisk.Variant \"{}\": {} territories, {} players>",
                                variant.name(), variant.territories(), variant.players());
           })
      .def("__reduce_ex__", pickled_as<Variant>("Variant", [](const Variant& variant) {
             return to_python(risk::variant_to_json(variant));
           }));
}

}  // namespace evorisk::python
