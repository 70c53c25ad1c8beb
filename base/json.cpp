#include "base/json.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/names.hpp"
#include "base/reading/document.hpp"
#include "base/seal.hpp"
#include "base/utf8.hpp"

namespace evorisk {

using Json = nlohmann::ordered_json;

namespace {

// Keys may be of any length, messages not.
std::string member_path(const std::string& path, std::string_view key) {
  return path.empty() ? shortened(key) : fmt::format("{}.{}", path, shortened(key));
}

std::string item_path(const std::string& path, std::size_t index) {
  return fmt::format("{}[{}]", path, index);
}

// What an error says was found: scalars as they are (shortened), containers by kind.
Message found(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

constexpr std::string_view sum_member = "sum";

std::string sum_of(std::string_view compact) {
  return fmt::format("{:016x}", text_hash(compact));
}

}  // namespace

JsonView::JsonView(const Json& value, std::string source, std::string path)
    : value_(&value), source_(std::move(source)), path_(std::move(path)) {}

bool JsonView::is_object() const {
  return value_->is_object();
}
bool JsonView::is_array() const {
  return value_->is_array();
}
bool JsonView::is_string() const {
  return value_->is_string();
}

void JsonView::fail(const Message& problem) const {
  if (path_.empty()) throw InputError("{}: {}", Message(source_), problem);
  throw InputError("{}: {}: {}", Message(source_), path_, problem);
}

std::optional<JsonView> JsonView::find(std::string_view key) const {
  if (!is_object()) fail("expected an object, found {}", found(*value_));
  const auto member = value_->find(key);
  if (member == value_->end()) return std::nullopt;
  return JsonView(*member, source_, member_path(path_, key));
}

JsonView JsonView::at(std::string_view key) const {
  auto member = find(key);
  if (!member) fail("member \"{}\" is missing", key);
  return *std::move(member);
}

std::vector<JsonView> JsonView::items() const {
  if (!is_array()) fail("expected an array, found {}", found(*value_));
  std::vector<JsonView> views;
  views.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    views.emplace_back((*value_)[i], source_, item_path(path_, i));
  }
  return views;
}

std::vector<std::pair<std::string, JsonView>> JsonView::members() const {
  if (!is_object()) fail("expected an object, found {}", found(*value_));
  std::vector<std::pair<std::string, JsonView>> views;
  views.reserve(value_->size());
  for (const auto& [key, member] : value_->items()) {
    views.emplace_back(key, JsonView(member, source_, member_path(path_, key)));
  }
  return views;
}

std::int64_t JsonView::integer(std::int64_t lowest, std::int64_t highest) const {
  const auto refuse = [&] {
    fail("expected an integer from {} to {}, found {}", lowest, highest, found(*value_));
  };
  if (!value_->is_number_integer()) refuse();
  if (value_->is_number_unsigned() && !std::in_range<std::int64_t>(value_->get<std::uint64_t>())) {
    refuse();
  }
  const auto number = value_->get<std::int64_t>();
  if (number < lowest || number > highest) refuse();
  return number;
}

int JsonView::natural(int lowest) const {
  return static_cast<int>(integer(lowest, std::numeric_limits<int>::max()));
}

std::int64_t JsonView::count(std::int64_t lowest) const {
  return integer(lowest, std::numeric_limits<std::int64_t>::max());
}

int JsonView::any_int() const {
  using Limits = std::numeric_limits<int>;
  return static_cast<int>(integer(Limits::min(), Limits::max()));
}

double JsonView::number(double lowest, double highest) const {
  const double number = value_->is_number() ? value_->get<double>() : std::nan("");
  if (!(std::isfinite(number) && number >= lowest && number <= highest)) {
    fail("expected a number from {} to {}, found {}", lowest, highest, found(*value_));
  }
  return number;
}

bool JsonView::boolean() const {
  if (!value_->is_boolean()) fail("expected true or false, found {}", found(*value_));
  return value_->get<bool>();
}

std::string JsonView::text() const {
  if (!is_string()) fail("expected a text, found {}", found(*value_));
  return value_->get<std::string>();
}

std::string JsonView::name() const {
  if (has_control_character(text())) fail("holds a control character (a line break, a tab, ...)");
  return text();
}

std::vector<std::string> JsonView::texts() const {
  std::vector<std::string> all;
  for (const JsonView& item : items()) all.push_back(item.text());
  return all;
}

std::size_t JsonView::one_of(std::span<const std::string_view> names) const {
  if (!is_string()) {
    fail("expected one of {}, found {}", fmt::join(names, ", "), found(*value_));
  }
  const auto& text = value_->get_ref<const std::string&>();
  const auto name = std::ranges::find(names, text);
  if (name == names.end()) fail(unknown_name("value", text, names));
  return static_cast<std::size_t>(name - names.begin());
}

void JsonView::only(std::span<const std::string_view> keys) const {
  if (!is_object()) fail("expected an object, found {}", found(*value_));
  for (const auto& member : value_->items()) {
    if (std::ranges::find(keys, member.key()) == keys.end()) {
      fail(unknown_name("member", member.key(), keys));
    }
  }
}

void JsonView::only(std::initializer_list<std::string_view> keys) const {
  only(std::span(keys.begin(), keys.size()));
}

void JsonView::format(int version) const {
  const JsonView member = at("format");
  if (!member.raw().is_number_integer() || member.raw() != version) {
    member.fail("this program reads format {}, found {}", version, found(member.raw()));
  }
}

Json read_json(const std::string& file) {
  return parse_document(read_file(file), file);
}

Json read_json_like(const std::string& file) {
  Json document = read_json(file);
  const auto like = JsonView(document, file).find("like");
  if (!like) return document;
  Json other = read_json((std::filesystem::path(file).parent_path() / like->text()).string());
  if (other.is_object() && other.contains("like"))
    like->fail("this file is itself like another one");
  document.erase("like");
  other.merge_patch(document);
  return other;
}

std::uint64_t text_hash(std::string_view text, std::uint64_t before) {
  return XXH3_64bits_withSeed(text.data(), text.size(), before);
}

void seal(Json& object) {
  object[std::string(sum_member)] = sum_of(object.dump());
}

std::string sealed(std::string_view compact) {
  return fmt::format("{},\"{}\":\"{}\"}}", compact.substr(0, compact.size() - 1), sum_member,
                     sum_of(compact));
}

std::string sealed_line(const Json& object) {
  return sealed(object.dump()) + '\n';
}

bool is_sealed_line(std::string_view line) {
  const std::size_t end = line.rfind(fmt::format(",\"{}\":", sum_member));
  return end != line.npos && line == sealed(std::string(line.substr(0, end)) + '}') + '\n';
}

void unseal(Json& object, const std::string& source, Unsealed unsealed) {
  if (!object.is_object()) JsonView(object, source).members();  // refuses it
  auto& members = object.get_ref<Json::object_t&>();
  if (members.empty() || members.back().first != sum_member) {
    if (unsealed == Unsealed::allowed) return;
    throw InputError(
        "{}: has no checksum at its end: it was changed, or an earlier version wrote it", source);
  }
  const Json sum = std::move(members.back().second);
  members.pop_back();
  if (sum != sum_of(object.dump())) {
    throw InputError("{}: the checksum does not match: it is damaged, or was changed by hand",
                     source);
  }
}

Json read_sealed(const std::string& file, std::int64_t largest, Unsealed unsealed) {
  Json object = parse_json(read_file(file, largest), file);
  unseal(object, file, unsealed);
  return object;
}

void read_as_written(const std::string& source, const std::function<void()>& read) {
  try {
    return read();
  } catch (const Json::exception&) {
  } catch (const std::out_of_range&) {  // of rows with more members than the table has columns
  }
  throw InputError("{}: holds something else than this program writes there", source);
}

}  // namespace evorisk
