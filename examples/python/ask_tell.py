"""The program's search under an evaluation of one's own: boards on which the first player wins as
often as the second, in a match of ten turns."""
import evorisk

search = evorisk.Search("thesis", population=8, tournament=2)
for generation in range(6):
    candidates = search.ask()
    table = evorisk.evaluate([each["variant"] for each in candidates], 500, seed=generation)
    share = table["wins_0"] / table["finished"].clip(1)
    fitness = abs(share - 0.5) * 2 + abs(table["turns"] - 10) / 10
    search.tell(candidates, list(fitness))
    best = fitness.argmin()
    print(f"{generation}: {candidates[best]['id']:6} {fitness[best]:.3f}, {table['turns'][best]:.1f} "
          f"turns, {100 * share[best]:.0f} % by the first player")
