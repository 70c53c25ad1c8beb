"""How much do the defender's dice matter? Each number of dice on three boards, with 95 % intervals.
Where matplotlib is installed, evaluate.png shows it."""
import evorisk

BOARDS = ["thesis-9", "risk", "war"]
DICE = [1, 2, 3]
variants = [evorisk.Variant(board).with_rules(defence_dice=dice) for board in BOARDS for dice in DICE]
table = evorisk.evaluate(variants, matches=2000)
for board, rows in zip(BOARDS, table.reshape(len(BOARDS), len(DICE))):
    print(board)
    for dice, row in zip(DICE, rows):
        print(f"  {dice} dice: {row['turns']:5.1f} turns, drama {row['drama']:.3f} "
              f"({row['drama_low']:.3f} to {row['drama_high']:.3f})")
try:
    from matplotlib import pyplot
except ImportError:
    raise SystemExit
for board, rows in zip(BOARDS, table.reshape(len(BOARDS), len(DICE))):
    pyplot.errorbar(DICE, rows["drama"], 2 * rows["drama_se"], label=board)
pyplot.xlabel("defence dice")
pyplot.ylabel("drama")
pyplot.legend()
pyplot.savefig("evaluate.png")
