#include "ga/history.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

#include "ga/evolution.hpp"
#include "ga/record.hpp"
#include "maps/base/error.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

void History::add(const Evolution& evolution, const LoggedGeneration& logged) {
  breeding_.add(evolution.tally());
  const std::span<const Individual> measured = evolution.measured();
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const Individual& individual = measured[i];
    if (individual.generation != evolution.generation()) continue;
    const std::size_t begin = texts_.str().size();
    texts_.begin_object().json(logged.identity(i));
    texts_.key("fitness").json(logged.fitness(i));
    const auto tables = static_cast<std::int64_t>(1 + individual.others.size());
    texts_.member("matches", individual.evidence.matches() * tables).end_object();
    add_birth(individual.id(), individual.parents, begin);
  }
}

void History::add_birth(std::string id, std::vector<std::string> parents, std::size_t begin) {
  births_.push_back({std::move(id), std::move(parents), begin, texts_.str().size() - begin});
}

void History::read(const std::filesystem::path& log) {
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    Json generation = parse_json(line, log.string());
    breeding_.add(BreedingTally::read(JsonView(generation, log.string()).at("breeding")));
    for (const Json& individual : generation["individuals"]) {
      if (individual["born"] != generation["generation"]) continue;
      Json birth = Json::object();
      for (const auto& [key, value] : individual.items()) {
        if (key == "map") break;  // the identity (and why it was filtered) ends here
        birth[key] = value;
      }
      birth["fitness"] = individual["fitness"];
      birth["matches"] = individual["matches"];
      const std::size_t begin = texts_.str().size();
      texts_.json(birth.dump());
      add_birth(birth["id"], birth["parents"], begin);
    }
    generation.erase("individuals");
    generation.erase("breeding");
    add_summary(generation.dump());
  }
  if (!in.eof()) throw SystemError("cannot read " + log.string());
}

// Parents are born before their children: one pass from the end finds all ancestors.
std::vector<const History::Birth*> History::ancestry(const std::string& id) const {
  std::unordered_set<std::string_view> wanted = {id};
  std::vector<const Birth*> found;
  for (auto birth = births_.rbegin(); birth != births_.rend(); ++birth) {
    if (!wanted.contains(birth->id)) continue;
    wanted.insert(birth->parents.begin(), birth->parents.end());
    found.push_back(&*birth);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

void History::write(const std::string& id, JsonWriter& writer) const {
  breeding_.write(writer.key("breeding"));
  writer.key("generations").begin_array();
  for (const std::string& generation : generations_) writer.json(generation);
  writer.end_array().key("ancestry").begin_array();
  for (const Birth* birth : ancestry(id)) {
    writer.json(texts_.str().substr(birth->begin, birth->size));
  }
  writer.end_array();
}

}  // namespace evorisk::ga
