// What the sources of the Python module share. Values cross between the languages as JSON where
// they are no numbers.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/json.hpp"
#include "maps/map.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::python {

namespace py = pybind11;
using Json = nlohmann::ordered_json;

// Dictionaries, lists, texts, numbers, True, False and None.
py::object to_python(const Json& json);
// Throws InputError for what JSON does not have, and for NaN.
Json from_python(const py::handle& value);

// A value that a function in Python returned, as a Type. Throws InputError, which says `what` gave
// it and what it had to be.
template <class Type>
Type answer_of(const py::handle& value, const std::string& what, const char* valid) {
  try {
    return value.cast<Type>();
  } catch (const py::cast_error&) {
    throw InputError("{} gave {} (valid: {})", what, py::repr(value).cast<std::string>(), valid);
  }
}

// The whole number that a caller gave for an argument. Throws TypeError for what is none and
// InputError for what is beyond the bounds; both name the argument.
std::int64_t whole_argument(const char* name, const py::handle& value, std::int64_t least = 0,
                            std::int64_t most = std::numeric_limits<std::int64_t>::max());

// Functions of Python that the program calls by what it registered. The registries live longer than
// the interpreter, which nothing then asks to let go of them: they are kept for ever.
using Functions = std::shared_ptr<std::vector<py::handle>>;
// Calls `add` to register them. Where `what`, a kind with its name and its other values, was added
// before, they take the place of the former ones instead: a cell of a notebook may run again.
void add_functions(const std::string& what, const std::vector<py::handle>& functions,
                   const std::function<void(const Functions&)>& add);

// Variants are shared by the states that are played on them.
using VariantPtr = std::shared_ptr<const risk::Variant>;

// A member function for pybind11, which would take None for the object of a plain pointer to it.
template <class Class, class Result, class... Arguments>
auto method(Result (Class::*member)(Arguments...) const) {
  return [member](const Class& self, Arguments... arguments) -> std::decay_t<Result> {
    return (self.*member)(std::forward<Arguments>(arguments)...);
  };
}
template <class Class, class Result, class... Arguments>
auto method(Result (Class::*member)(Arguments...)) {
  return [member](Class& self, Arguments... arguments) -> Result {
    return (self.*member)(std::forward<Arguments>(arguments)...);
  };
}

// Pickles an object as a call of `make`, a name in the package, with what `state` says of it. For
// all protocols: what pybind11 does for the oldest ends the interpreter.
template <class Class, class State>
auto pickled_as(std::string make, State state) {
  return [make, state](const py::object& self, const py::object&) {
    return py::make_tuple(py::module_::import("evorisk").attr(make.c_str()),
                          py::make_tuple(state(self.cast<const Class&>())));
  };
}

// Of what cannot be pickled.
inline py::object not_pickled(const py::object& self, const py::object&) {
  throw py::type_error("cannot pickle " + py::str(py::type::of(self)).cast<std::string>());
}

// Each declares its part of the module.
void declare_maps(py::module_& module);
void declare_variants(py::module_& module);
void declare_evaluate(py::module_& module);
void declare_arena(py::module_& module);
void declare_states(py::module_& module);
void declare_agents(py::module_& module);
void declare_search(py::module_& module);
void declare_added(py::module_& module);

// How many threads to compute with: those asked for, or with 0 all processors. OpenMP's threads do
// not survive a fork: in a child that was forked after they were used, 0 means one thread, and more
// are refused. Throws InputError.
int threads_for(const py::handle& asked);

// A RuntimeWarning where agents forfeited matches, as the command's note. Throws what the caller's
// filter of warnings makes an error.
void warn_of_forfeits(std::int64_t matches);

}  // namespace evorisk::python
