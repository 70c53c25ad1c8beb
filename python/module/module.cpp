#include "python/module/module.hpp"

#include "base/error.hpp"
#include "base/version.hpp"

namespace evorisk::python {

py::object to_python(const Json& json) {
  return py::module_::import("json").attr("loads")(json.dump());
}

Json from_python(const py::handle& value) {
  try {
    const auto text = py::module_::import("json")
                          .attr("dumps")(value, py::arg("allow_nan") = false)
                          .cast<std::string>();
    return parse_json(text, "value");
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError) &&
        !error.matches(PyExc_RecursionError)) {
      throw;
    }
    throw InputError("{}", Message(error.what()));
  }
}

}  // namespace evorisk::python

PYBIND11_MODULE(_evorisk, module) {
  using namespace evorisk;
  namespace py = pybind11;
  py::register_exception<InputError>(module, "InputError", PyExc_ValueError);
  py::register_exception<SystemError>(module, "SystemError", PyExc_OSError);
  module.attr("revision") = std::string(revision());
  python::declare_maps(module);
  python::declare_variants(module);
  python::declare_states(module);
  python::declare_agents(module);
  python::declare_evaluate(module);
  python::declare_search(module);
}
