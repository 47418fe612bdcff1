/** Returns the candidate with the smallest edit distance to `name`, or undefined if there are none. */
export function closest(name: string, candidates: readonly string[]): string | undefined {
  const distances = candidates.map((each) => ({ each, distance: editDistance(name, each) }))
  return distances.toSorted((one, other) => one.distance - other.distance)[0]?.each
}

/** Returns the Levenshtein distance: the minimum number of insertions, deletions and substitutions. */
export function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const substitution = previous[column]! + (letter === otherLetter ? 0 : 1)
      current.push(Math.min(substitution, previous[column + 1]! + 1, current[column]! + 1))
    }
    previous = current
  }
  return previous[other.length]!
}
