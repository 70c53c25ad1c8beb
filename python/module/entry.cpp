#include <boost/algorithm/string/replace.hpp>

#include "base/error.hpp"
#include "base/version.hpp"
#include "python/module/module.hpp"

PYBIND11_MODULE(_evorisk, module) {
  using namespace evorisk;
  namespace py = pybind11;
  py::register_exception<InputError>(module, "InputError", PyExc_ValueError).attr("__doc__") =
      "What was given is wrong; the text is that of the command's error.";
  // Errors of runs name options of the command; here they are arguments.
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      std::string text = error.what();
      if (text.starts_with("--set ")) text.erase(0, 6);
      boost::replace_all(text, "; --resume ", "; resume=True ");
      boost::replace_all(text, ", --force ", ", force=True ");
      throw InputError("{}", Message(std::move(text)));
    }
  });
  py::register_exception<SystemError>(module, "SystemError", PyExc_OSError).attr("__doc__") =
      "The system refused something, such as writing a file.";
  module.attr("revision") = std::string(revision());
  python::declare_maps(module);
  python::declare_variants(module);
  python::declare_states(module);
  python::declare_agents(module);
  python::declare_evaluate(module);
  python::declare_arena(module);
  python::declare_search(module);
  python::declare_added(module);
}
