-- The tables of a collected sweep (docs/sweep.md explains them column by column).

-- What was swept. Keys: format, name, seed, repetitions, points, runs, done, failed,
-- simulation_version, document (the sweep, complete, as JSON).
CREATE TABLE sweep (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- The configuration keys that vary, in the order of the sweep.
CREATE TABLE hyperparameters (
  position INTEGER PRIMARY KEY,
  key TEXT NOT NULL                -- "population", "final.matches", ...
);

-- One row for every run of the sweep, done or not.
CREATE TABLE runs (
  run INTEGER PRIMARY KEY,         -- 0, 1, ...: point * repetitions + repetition
  point INTEGER NOT NULL,          -- same point, same settings
  repetition INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  status TEXT NOT NULL,            -- 'done', 'failed' or 'missing'
  error TEXT,                      -- why it failed
  settings TEXT NOT NULL,          -- JSON: the hyperparameters' values at this point
  generations INTEGER NOT NULL,    -- bred after generation 0
  population INTEGER NOT NULL,
  tournament INTEGER NOT NULL,
  mutation_rate REAL NOT NULL,
  crossover TEXT NOT NULL,
  elites INTEGER NOT NULL,
  elite_policy TEXT NOT NULL,
  matches INTEGER NOT NULL,        -- J: per individual and generation
  -- From here on NULL unless done.
  matches_played INTEGER,          -- in all, monitor and final evaluation included
  -- The fittest of the last generation, as the search saw it (the thesis' final fitness).
  final_fitness REAL,
  final_se REAL,
  final_id TEXT,
  -- The lowest fitness of any generation's fittest, as the search saw it, and where it first was.
  least_fitness REAL,
  least_generation INTEGER,
  -- The same two with every individual judged by all matches of its life.
  final_pooled_fitness REAL,
  final_pooled_se REAL,
  least_pooled_fitness REAL,
  least_pooled_generation INTEGER,
  -- The best of the run by fresh matches, measured by other fresh matches.
  reported_fitness REAL,
  reported_se REAL,
  reported_matches INTEGER,
  reported_id TEXT,
  -- The initial map that every map of the last generation is isomorphic to (border graphs); NULL
  -- when there is none.
  whole_last_generation TEXT,
  breeding TEXT                    -- JSON: tallies of crossover and mutations, over all generations
);

CREATE TABLE generations (
  run INTEGER NOT NULL,
  generation INTEGER NOT NULL,     -- 0: the first population
  -- As the search saw it: the fittest, the mean, the least fit.
  best_id TEXT NOT NULL,
  best_fitness REAL NOT NULL,
  best_se REAL NOT NULL,
  mean_fitness REAL NOT NULL,
  worst_fitness REAL NOT NULL,
  best_territories INTEGER NOT NULL,
  -- The fittest when every individual is judged by all matches of its life (evidence pooled); with
  -- elite_policy "accumulate" the same as the best.
  pooled_id TEXT NOT NULL,
  pooled_fitness REAL NOT NULL,
  pooled_se REAL NOT NULL,
  pooled_matches INTEGER NOT NULL,
  pooled_territories INTEGER NOT NULL,
  -- The search's best by fresh matches that nothing was chosen by; NULL without a monitor.
  monitor_fitness REAL,
  monitor_se REAL,
  -- The best of the generation before in this generation: its fitness now, and how many are fitter
  -- now (0: still the best; more: the elite was lost). NULL in generation 0 and without elites.
  elite_fitness REAL,
  elite_rank INTEGER,
  least_territories INTEGER NOT NULL,
  mean_territories REAL NOT NULL,
  most_territories INTEGER NOT NULL,
  -- How it was bred: pairs of parents, children crossed over, children discarded.
  selections INTEGER NOT NULL,
  children INTEGER NOT NULL,
  not_planar INTEGER NOT NULL,
  not_connected INTEGER NOT NULL,
  too_small INTEGER NOT NULL,
  PRIMARY KEY (run, generation)
) WITHOUT ROWID;

-- Individuals with what a sample of matches says of them. Samples:
--   'last'    every individual of the last generation, as the search saw it; place: in the
--             population
--   'least'   the fittest of runs.least_generation, as the search saw it then; place 0
--   'choice'  the candidates of the final evaluation, by fresh matches; place 0 is the best. None
--             when there was only one candidate
--   'report'  the best of the choice, by other fresh matches; place 0
CREATE TABLE individuals (
  run INTEGER NOT NULL,
  sample TEXT NOT NULL,
  place INTEGER NOT NULL,
  id TEXT NOT NULL,                -- "g3-17": born in generation 3
  born INTEGER NOT NULL,
  rank INTEGER NOT NULL,           -- by fitness within the sample; 0 is the fittest
  genes TEXT NOT NULL,             -- JSON: {"allocation": "random", "defence_dice": 2, ...}
  territories INTEGER NOT NULL,
  borders INTEGER NOT NULL,
  continents INTEGER NOT NULL,
  -- The first initial map whose border graph its map's is isomorphic to; NULL when there is none.
  isomorphic_to TEXT,
  matches INTEGER NOT NULL,
  fitness REAL NOT NULL,
  fitness_se REAL NOT NULL,
  turns REAL NOT NULL,
  turns_se REAL NOT NULL,
  unfinished INTEGER NOT NULL,     -- matches that ended at the turn limit
  seat_wins TEXT NOT NULL,         -- JSON: [wins of seat 0, of seat 1, ...]
  -- JSON: a library map's name, or the map. Of the rank 0 of 'last', of 'least', 'choice' and
  -- 'report'; else NULL.
  map TEXT,
  PRIMARY KEY (run, sample, place)
) WITHOUT ROWID;

-- The criteria of those individuals.
CREATE TABLE criteria (
  run INTEGER NOT NULL,
  sample TEXT NOT NULL,
  place INTEGER NOT NULL,
  criterion TEXT NOT NULL,         -- "completeness", ...
  mean REAL NOT NULL,
  se REAL NOT NULL,
  PRIMARY KEY (run, sample, place, criterion)
) WITHOUT ROWID;

-- How initial maps fared: individuals of generation 0 that carry it, and individuals of the last
-- generation whose map's border graph is isomorphic to it. No row where both are 0.
CREATE TABLE initial_maps (
  run INTEGER NOT NULL,
  map TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (run, map)
) WITHOUT ROWID;
