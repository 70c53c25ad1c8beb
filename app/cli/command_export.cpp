// evorisk export: a variant as files of the programs in which people play.

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/export/export.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/registry.hpp"

namespace evorisk::app {
namespace {

class ExportCommand final : public Command {
  using Command::Command;

  std::string listed() const override {
    std::string text;
    for (const ExportFormat& format : export_formats()) {
      text += fmt::format("  {:<12} {}\n", format.name, format.summary);
    }
    return text.substr(0, text.size() - 1);
  }

  Exit run(Context& context) override {
    if (to_.empty()) {
      throw InputError("--to: name a format; valid: {}",
                       fmt::join(names_of(export_formats()), ", "));
    }
    if (out_.empty()) throw InputError("--out: name the directory to write into");
    refuse_long("--by", by_);
    const risk::Variant variant =
        with_title(variant_.resolve(variant_argument_, Naming::plain), title_);
    const ExportSource source(
        variant, {.language = language_named(language_), .seed = seed_, .by = by_}, address());
    if (!address_.empty() && to_ != "tts")
      throw InputError("--address: only --to tts looks for its pictures at an address");
    const Export result = find_named(export_formats(), "format", to_).write(source);

    const std::filesystem::path directory(out_);
    const std::vector<std::string> written = write_files(directory, result.files, force_);
    auto notes = nlohmann::ordered_json::array();
    for (const Message& note : result.notes) {
      context.note(note.text());
      notes.push_back(note.text());
    }
    return context.result(
        {{"format", to_}, {"directory", directory.string()}, {"files", written}, {"notes", notes}},
        (directory / result.files.front().name).string() + '\n');
  }

  // Where the files will be found: where they are written, if nothing else is said.
  std::string address() const {
    std::string address = address_;
    if (address.empty()) {
      const std::string path = std::filesystem::absolute(out_).lexically_normal().generic_string();
      address = (path.starts_with('/') ? "file://" : "file:///") + path;
    }
    const auto begins = [&](const char* kind) { return address.starts_with(kind); };
    if (!begins("http://") && !begins("https://") && !begins("file://"))
      throw InputError("--address: expected http://, https:// or file:// at its beginning");
    return address.ends_with('/') ? address : address + '/';
  }

  const std::string& variant_argument_ = optional_argument("VARIANT");
  const VariantOptions variant_{*this};
  const std::string& to_ = choice("--to", names_of(export_formats()));
  const std::string& out_ = option("--out", "DIR");
  const std::string& address_ = option("--address", "URL");
  const std::string& title_ = option("--title", "TEXT");
  const std::string& by_ = option("--by", "NAME");
  const std::string& language_ = choice("--language", language_names, "en");
  const std::uint64_t& seed_ = seed();
  const bool& force_ = force();
};

}  // namespace

const CommandRow export_command{"export", make<ExportCommand>};

}  // namespace evorisk::app
