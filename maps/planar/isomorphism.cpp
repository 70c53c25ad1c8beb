// Isomorphism by individualisation and refinement (as in McKay's nauty, without its search for
// automorphisms), on the disjoint union of both maps. Continents are vertices too where they count.
// Not Boost.Graph's: isomorphism() and vf2_graph_iso() both take exponential time on regular maps
// and on maps of many symmetric parts.
#include "maps/planar/isomorphism.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "maps/components.hpp"

namespace evorisk::maps {
namespace {

struct ColouredGraph {
  std::vector<int> colours;
  std::vector<std::vector<int>> neighbours;

  int size() const { return static_cast<int>(colours.size()); }
};

// Territories have colour 0, a continent its bonus.
void append(const Map& map, Sameness sameness, ColouredGraph& graph) {
  const int offset = graph.size();
  for (int t = 0; t < map.territory_count(); ++t) {
    graph.colours.push_back(0);
    auto& list = graph.neighbours.emplace_back();
    for (const int other : map.neighbours(t)) list.push_back(offset + other);
  }
  if (sameness == Sameness::borders) return;
  for (const Continent& continent : map.continents()) {
    const int vertex = graph.size();
    graph.colours.push_back(continent.bonus);
    auto& list = graph.neighbours.emplace_back();
    for (const int t : continent.territories) {
      list.push_back(offset + t);
      graph.neighbours[at(offset + t)].push_back(vertex);
    }
  }
}

// Classes of vertices that no isomorphism maps to another class.
struct Partition {
  std::vector<int> class_of;
  std::vector<int> size;  // of each class
};

// Searches for an isomorphism between the halves of a graph: vertices below and from `half`.
class Matcher {
 public:
  Matcher(const ColouredGraph& graph, int half) : graph_(graph), half_(half) {}

  bool match() const {
    Partition partition{std::vector<int>(at(graph_.size()), 0), {graph_.size()}};
    const std::vector<int> all = numbers<int>(at(graph_.size()));
    return refine(partition, all) && search(partition, all);
  }

 private:
  // Splits classes until the vertices of each have equally many neighbours in every class.
  // `changed`: those in a new class. False when a class holds more vertices of one half than of the
  // other.
  bool refine(Partition& p, std::vector<int> changed) const {
    while (!changed.empty()) {
      std::vector<int> touched;
      for (const int v : changed) {
        const auto& list = graph_.neighbours[at(v)];
        touched.insert(touched.end(), list.begin(), list.end());
      }
      std::sort(touched.begin(), touched.end());
      touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
      // By class, colour and the neighbours' classes.
      std::map<std::vector<int>, std::vector<int>> groups;
      for (const int v : touched) {
        std::vector<int> key = {p.class_of[at(v)], graph_.colours[at(v)]};
        for (const int w : graph_.neighbours[at(v)]) key.push_back(p.class_of[at(w)]);
        std::sort(key.begin() + 2, key.end());
        groups[std::move(key)].push_back(v);
      }
      changed.clear();
      for (const auto& [key, members] : groups) {
        const auto below =
            std::count_if(members.begin(), members.end(), [&](int v) { return v < half_; });
        if (2 * below != std::ssize(members)) return false;
        // What is left of a class keeps its number.
        if (std::ssize(members) == p.size[at(key.front())]) continue;
        separate(p, members);
        changed.insert(changed.end(), members.begin(), members.end());
      }
    }
    return true;
  }

  // Makes a class of their own of vertices of one class.
  static void separate(Partition& p, const std::vector<int>& members) {
    p.size[at(p.class_of[at(members.front())])] -= static_cast<int>(members.size());
    for (const int v : members) p.class_of[at(v)] = static_cast<int>(p.size.size());
    p.size.push_back(static_cast<int>(members.size()));
  }

  // Classes of which some are joined in part (not all with all, not none with any), directly or
  // over others; what is decided within such a cluster says nothing about another.
  struct Cluster {
    std::vector<int> vertices;
    std::vector<int> target;  // the members of its class joined in part to the most others
  };

  // The clusters of the classes of these vertices. A class that is joined in part to none is in
  // none: any assignment within it will do.
  std::vector<Cluster> clusters(const Partition& p, const std::vector<int>& vertices) const {
    std::map<int, std::vector<int>> members;
    for (const int v : vertices) {
      if (p.size[at(p.class_of[at(v)])] > 2) members[p.class_of[at(v)]].push_back(v);
    }
    std::map<int, int> joints;
    Components connected(static_cast<int>(p.size.size()));
    for (const auto& [c, list] : members) {
      std::map<int, int> neighbours;  // of any of its vertices, by class
      for (const int w : graph_.neighbours[at(list.front())]) ++neighbours[p.class_of[at(w)]];
      for (const auto& [other, count] : neighbours) {
        // Vertices are joined to those of their own half only, and never to themselves.
        if (count == p.size[at(other)] / 2 - (other == c ? 1 : 0)) continue;
        ++joints[c];
        connected.join(c, other);
      }
    }
    std::map<int, Cluster> found;
    std::map<int, int> most;
    for (const auto& [c, list] : members) {
      if (joints[c] == 0) continue;
      const int root = connected.root(c);
      Cluster& cluster = found[root];
      cluster.vertices.insert(cluster.vertices.end(), list.begin(), list.end());
      if (joints[c] <= most[root]) continue;
      most[root] = joints[c];
      cluster.target = list;
    }
    std::vector<Cluster> all;
    for (auto& [root, cluster] : found) all.push_back(std::move(cluster));
    return all;
  }

  bool search(const Partition& p, const std::vector<int>& vertices) const {
    for (const Cluster& cluster : clusters(p, vertices)) {
      const auto first_image = std::partition_point(cluster.target.begin(), cluster.target.end(),
                                                    [&](int v) { return v < half_; });
      const int v = cluster.target.front();
      // If v has an image in any isomorphism, it is one of these.
      const bool found = std::any_of(first_image, cluster.target.end(), [&](int w) {
        Partition finer = p;
        separate(finer, {v, w});
        return refine(finer, {v, w}) && search(finer, cluster.vertices);
      });
      if (!found) return false;
    }
    return true;
  }

  const ColouredGraph& graph_;
  int half_;
};

std::uint64_t mixed(std::uint64_t x) {
  // The finaliser of splitmix64 (Steele, Lea and Flood 2014).
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

}  // namespace

bool isomorphic(const Map& a, const Map& b, Sameness sameness) {
  if (a.territory_count() != b.territory_count() || a.border_count() != b.border_count()) {
    return false;
  }
  if (sameness == Sameness::continents && a.continent_count() != b.continent_count()) return false;
  ColouredGraph graph;
  append(a, sameness, graph);
  const int half = graph.size();
  append(b, sameness, graph);
  return Matcher(graph, half).match();
}

std::uint64_t shape_hash(const Map& map, Sameness sameness) {
  ColouredGraph graph;
  append(map, sameness, graph);
  std::vector<std::uint64_t> hash;
  for (const int colour : graph.colours) hash.push_back(mixed(static_cast<std::uint64_t>(colour)));
  std::vector<std::uint64_t> next(hash.size());
  std::vector<std::uint64_t> sorted;
  const auto classes = [&] {
    sorted = hash;
    std::sort(sorted.begin(), sorted.end());
    return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  };
  // Until no more vertices can be told apart; long thin maps would take as many rounds as they are
  // long, and are told apart well enough sooner.
  constexpr int most_rounds = 64;
  auto known = classes();
  for (int round = 0; round < most_rounds; ++round) {
    for (int v = 0; v < graph.size(); ++v) {
      std::uint64_t sum = 0;
      for (const int w : graph.neighbours[at(v)]) sum += mixed(hash[at(w)]);
      next[at(v)] = mixed(hash[at(v)] ^ mixed(sum));
    }
    hash.swap(next);
    const auto now = classes();
    if (now == known) break;
    known = now;
  }
  std::uint64_t sum = static_cast<std::uint64_t>(map.territory_count());
  for (const std::uint64_t h : hash) sum += mixed(h);
  return mixed(sum);
}

}  // namespace evorisk::maps
