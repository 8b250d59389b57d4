"""What must not type-check; each comment says what mypy has to answer in that line."""

from yomikiri import FreeCell, Play, Sliding, Superpuzz, certify, open_deal, shorten, solve, solve_deal

freecell, rows = FreeCell(), Superpuzz(4)

solve(freecell, "nonsense")  # E: type parameter "P" of "solve"
solve(freecell, rows.deal(1))  # E: type parameter "P" of "solve"
solve(Sliding(), 12)  # E: type parameter "P" of "solve"
solve(freecell, freecell.deal(1), algorithm="typo")  # E: Argument "algorithm" to "solve"
solve(freecell, freecell.deal(1), states="exactly")  # E: Argument "states" to "solve"
solve(freecell, freecell.deal(1), duplicates="hush")  # E: Argument "duplicates" to "solve"
solve(freecell, freecell.deal(1), engine="diesel")  # E: Argument "engine" to "solve"
solve(freecell, freecell.deal(1), limits=10)  # E: Argument "limits" to "solve"
solve(freecell, freecell.deal(1), progress="yes")  # E: Argument "progress" to "solve"
solve_deal(open_deal("freecell", "1"), algorithm="typo")  # E: Argument "algorithm" to "solve_deal"
FreeCell(metric="miles")  # E: Argument "metric" to "FreeCell"
FreeCell(building="brick")  # E: Argument "building" to "FreeCell"
Superpuzz(4, "utah")  # E: Argument 2 to "Superpuzz"
Play(freecell, "nonsense")  # E: type parameter "P" of "Play"
Play(freecell, freecell.deal(1)).push(12)  # E: Argument 1 to "push"
certify(freecell, freecell.deal(1), [1, 2])  # E: type parameter "M" of "certify"
shorten(freecell, freecell.deal(1), ["7a"])  # E: type parameter "M" of "shorten"
length: int = solve(freecell, freecell.deal(1)).length  # E: Incompatible types in assignment
