// A complete agent for evorisk in Java (11 or later), without any library:
//
//   evorisk simulate thesis-9 --agents 'external:{"command":["java","examples/Agent.java"]},cautious'
//
// It puts its troops where the odds of a fight to the end gain most, attacks in plans while they are
// good, and moves troops from inside to the border. The protocol is described in docs/agents.md.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Agent {
  // What stays the same during a match.
  private int seat;
  private Map<String, Object> rules;
  private List<List<Integer>> neighbours;
  private int[] continentOf;
  private int[][] continents;  // their territories
  private int[] bonuses;
  private double[][] odds;

  public static void main(String[] arguments) throws IOException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Agent agent = new Agent();
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      Map<String, Object> request = Json.object(new Json(line).value());
      String answer = request.get("type").equals("match")
          ? agent.begin(request) : agent.decide(request);
      System.out.println("{\"id\":" + Json.integer(request.get("id")) + ",\"seat\":"
          + Json.integer(request.get("seat")) + "," + answer + "}");
      System.out.flush();
    }
  }

  private String begin(Map<String, Object> request) {
    seat = Json.integer(request.get("seat"));
    Map<String, Object> variant = Json.object(request.get("variant"));
    rules = Json.object(variant.get("rules"));
    Map<String, Object> map = Json.object(variant.get("map"));
    int size = Json.list(map.get("territories")).size();
    neighbours = new ArrayList<>();
    for (int t = 0; t < size; ++t) neighbours.add(new ArrayList<>());
    for (Object border : Json.list(map.get("borders"))) {
      int[] ends = Json.integers(border);
      neighbours.get(ends[0]).add(ends[1]);
      neighbours.get(ends[1]).add(ends[0]);
    }
    List<Object> lands = Json.list(map.get("continents"));
    continents = new int[lands.size()][];
    bonuses = new int[lands.size()];
    continentOf = new int[size];
    for (int c = 0; c < continents.length; ++c) {
      Map<String, Object> land = Json.object(lands.get(c));
      continents[c] = Json.integers(land.get("territories"));
      bonuses[c] = Json.integer(land.get("bonus"));
      for (int t : continents[c]) continentOf[t] = c;
    }
    odds = Odds.table(Json.integer(rules.get("attack_dice")),
        Json.integer(rules.get("defence_dice")), rules.get("ties").equals("attacker"));
    return "\"ready\":true,\"plans\":true";
  }

  private String decide(Map<String, Object> request) {
    Map<String, Object> state = Json.object(request.get("state"));
    int[] owners = Json.integers(state.get("owners"));
    int[] troops = Json.integers(state.get("troops"));
    List<Object> actions = Json.list(request.get("actions"));
    switch ((String) request.get("decision")) {
      case "pick":
        return "\"action\":{\"territory\":" + pick(owners, actions) + "}";
      case "exchange":  // the first set; keeping the cards comes last
        return "\"action\":" + Json.text(actions.get(0));
      case "place":
        return "\"action\":" + place(owners, troops, actions);
      case "attack":
        return "\"plan\":[" + attacks(owners, troops) + "]";
      default:
        return "\"action\":" + fortify(owners, actions);
    }
  }

  private int count(int[] territories, int[] owners, int owner) {
    int count = 0;
    for (int t : territories) count += owners[t] == owner ? 1 : 0;
    return count;
  }

  // How many territories of a continent have neighbours outside of it, at least 1.
  private long doors(int[] inside) {
    return Math.max(1, Arrays.stream(inside).filter(t -> neighbours.get(t).stream()
        .anyMatch(n -> continentOf[n] != continentOf[t])).count());
  }

  // In continents of much bonus and few doors, or where another would soon have the bonus.
  private int pick(int[] owners, List<Object> actions) {
    int best = -1;
    double most = -1;
    for (Object action : actions) {
      int t = Json.integer(Json.object(action).get("territory"));
      int[] inside = continents[continentOf[t]];
      int own = count(inside, owners, seat);
      int others = inside.length - own - count(inside, owners, -1);
      double gain = (1.0 + own) / inside.length / (1 + others) / Math.sqrt(doors(inside));
      double denied = own > 0 ? 0 : (double) others / inside.length;
      double score = bonuses[continentOf[t]] * Math.max(gain, denied);
      for (int n : neighbours.get(t)) score += owners[n] == seat ? 0.33 : 0;
      if (score > most) {
        most = score;
        best = t;
      }
    }
    return best;
  }

  // The odds that so many troops, and one that stays behind, conquer so many.
  private double wins(int attackers, int defenders) {
    int most = Math.max(Odds.MOST, Math.max(attackers, defenders));
    return odds[Math.max(0, attackers * Odds.MOST / most)]
        [(defenders * Odds.MOST + most - 1) / most];
  }

  // What conquering a territory is worth.
  private double value(int[] owners, int target) {
    int[] inside = continents[continentOf[target]];
    int bonus = bonuses[continentOf[target]];
    int own = count(inside, owners, seat) + 1;
    double value = 1 + (double) bonus * own / inside.length;
    if (own == inside.length) value += 3 * bonus;
    if (count(inside, owners, owners[target]) == inside.length) value += 2 * bonus;
    for (int n : neighbours.get(target)) value += owners[n] == seat ? 0.25 : 0;
    return value;
  }

  // All troops to the territory from which they gain most.
  private String place(int[] owners, int[] troops, List<Object> actions) {
    Object best = null;
    double most = -1;
    for (Object action : actions) {
      int t = Json.integer(Json.object(action).get("territory"));
      int more = Json.integer(Json.object(action).get("troops"));
      List<Double> worths = new ArrayList<>();
      for (int n : neighbours.get(t)) {
        if (owners[n] == seat) continue;
        worths.add(-Math.pow(wins(troops[t] + more - 1, troops[n]), 2) * value(owners, n));
      }
      worths.sort(null);
      double gain = 0.01 * troops[t];
      for (int i = 0; i < worths.size(); ++i) gain -= worths.get(i) / (1 << Math.min(i, 30));
      if (gain > most) {
        most = gain;
        best = action;
      }
    }
    return Json.text(best);
  }

  // Attacks, each as far as it goes well, after which the next is expected to go well.
  private String attacks(int[] owners, int[] troops) {
    StringBuilder plan = new StringBuilder();
    for (int steps = 0; steps < 20; ++steps) {
      int from = -1;
      int to = -1;
      double most = 0;
      for (int a = 0; a < owners.length; ++a) {
        if (owners[a] != seat || troops[a] < 2) continue;
        for (int b : neighbours.get(a)) {
          double p = owners[b] == seat ? 0 : wins(troops[a] - 1, troops[b]);
          if (p < 0.6 || p * value(owners, b) <= most) continue;
          most = p * value(owners, b);
          from = a;
          to = b;
        }
      }
      if (from < 0) break;
      int keep = 1;
      while (keep + 1 < troops[from] && wins(keep, troops[to]) < 0.35) ++keep;
      if (steps > 0) plan.append(',');
      plan.append("{\"from\":" + from + ",\"to\":" + to + ",\"keep\":" + keep + "}");
      int left = Math.max(2, (int) Math.round(troops[from] - 0.8 * troops[to]));
      int entering = left - 1;
      if (!rules.get("conquest_move").equals("max")) {
        entering = Math.min(entering, Json.integer(rules.get("attack_dice")));
      }
      troops[from] = left - entering;
      troops[to] = entering;
      owners[to] = seat;
    }
    return plan.length() > 0 ? plan.toString() : "{\"from\":null}";
  }

  // The most troops from inside to where the border is nearer.
  private String fortify(int[] owners, List<Object> actions) {
    int[] distance = new int[owners.length];
    Arrays.fill(distance, owners.length);
    for (int round = 0; round < owners.length; ++round) {
      for (int t = 0; t < owners.length; ++t) {
        for (int n : neighbours.get(t)) {
          int through = owners[n] == seat ? distance[n] + 1 : 0;
          if (owners[t] == seat) distance[t] = Math.min(distance[t], through);
        }
      }
    }
    Object best = null;
    int most = 0;
    for (Object action : actions) {
      Map<String, Object> move = Json.object(action);
      if (move.get("from") == null) continue;
      int closer = distance[Json.integer(move.get("from"))] - distance[Json.integer(move.get("to"))];
      int gain = closer * Json.integer(move.get("troops"));
      if (gain > most) {
        most = gain;
        best = action;
      }
    }
    return best == null ? "{\"from\":null}" : Json.text(best);
  }

  // The odds of fights to the end.
  private static final class Odds {
    static final int MOST = 40;  // troops; larger armies are scaled down
    private static final Map<String, double[][]> KNOWN = new HashMap<>();

    static double[][] table(int attackDice, int defenceDice, boolean ties) {
      return KNOWN.computeIfAbsent(attackDice + " " + defenceDice + " " + ties, key -> {
        double[][] table = new double[MOST + 1][MOST + 1];
        for (double[] row : table) row[0] = 1;
        double[][][] rolls = new double[7 * 7][][];
        for (int a = 1; a <= MOST; ++a) {
          for (int d = 1; d <= MOST; ++d) {
            int ofAttack = Math.min(a, attackDice);
            int ofDefence = Math.min(d, defenceDice);
            int dice = 7 * ofAttack + ofDefence;
            if (rolls[dice] == null) rolls[dice] = losses(ofAttack, ofDefence, ties);
            for (int lost = 0; lost < rolls[dice].length; ++lost) {
              for (int won = 0; won < rolls[dice][lost].length; ++won) {
                double p = rolls[dice][lost][won];
                if (p > 0) table[a][d] += p * table[a - lost][d - won];
              }
            }
          }
        }
        return table;
      });
    }

    // [attacker][defender]: the probability that a roll costs each side so many.
    private static double[][] losses(int attack, int defence, boolean ties) {
      double[][] losses = new double[7][7];
      int all = (int) Math.pow(6, attack + defence);
      for (int roll = 0; roll < all; ++roll) {
        int[] a = new int[attack];
        int[] d = new int[defence];
        int rest = roll;
        for (int i = 0; i < attack; ++i, rest /= 6) a[i] = rest % 6;
        for (int i = 0; i < defence; ++i, rest /= 6) d[i] = rest % 6;
        Arrays.sort(a);
        Arrays.sort(d);
        int lost = 0;
        int pairs = Math.min(attack, defence);
        for (int i = 1; i <= pairs; ++i) {
          int ahead = a[attack - i] - d[defence - i];
          lost += ahead > 0 || (ahead == 0 && ties) ? 0 : 1;
        }
        losses[lost][pairs - lost] += 1.0 / all;
      }
      return losses;
    }
  }

  // Reads JSON: objects are maps, arrays are lists, numbers are doubles.
  private static final class Json {
    private final String text;
    private int at;

    Json(String text) {
      this.text = text;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
      return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
      return (List<Object>) value;
    }

    static int integer(Object value) {
      return ((Double) value).intValue();
    }

    static int[] integers(Object value) {
      return list(value).stream().mapToInt(Json::integer).toArray();
    }

    // An action as JSON again: it holds integers, lists of them, and null.
    static String text(Object value) {
      if (value == null) return "null";
      if (value instanceof Double) return String.valueOf(integer(value));
      List<String> parts = new ArrayList<>();
      if (value instanceof List) {
        for (Object item : list(value)) parts.add(text(item));
        return "[" + String.join(",", parts) + "]";
      }
      object(value).forEach((name, member) -> parts.add("\"" + name + "\":" + text(member)));
      return "{" + String.join(",", parts) + "}";
    }

    Object value() {
      switch (next()) {
        case '{':
          Map<String, Object> members = new HashMap<>();
          while (!closes('}')) {
            String name = (String) value();
            ++at;  // the colon
            members.put(name, value());
          }
          return members;
        case '[':
          List<Object> items = new ArrayList<>();
          while (!closes(']')) items.add(value());
          return items;
        case '"':
          return string();
        case 't':
          at += 3;
          return true;
        case 'f':
          at += 4;
          return false;
        case 'n':
          at += 3;
          return null;
        default:
          int begin = at - 1;
          while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) ++at;
          return Double.valueOf(text.substring(begin, at));
      }
    }

    // The requests have no blanks outside of texts.
    private char next() {
      return text.charAt(at++);
    }

    // Whether the object or array ends here; else passes the comma, if there is one.
    private boolean closes(char end) {
      if (text.charAt(at) == ',') ++at;
      if (text.charAt(at) != end) return false;
      ++at;
      return true;
    }

    private String string() {
      StringBuilder result = new StringBuilder();
      for (char c = next(); c != '"'; c = next()) {
        if (c != '\\') {
          result.append(c);
          continue;
        }
        c = next();
        if (c == 'u') {
          result.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        } else {
          int escape = "bfnrt".indexOf(c);
          result.append(escape < 0 ? c : "\b\f\n\r\t".charAt(escape));
        }
      }
      return result.toString();
    }
  }
}
