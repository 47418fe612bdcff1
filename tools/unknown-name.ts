const maxNames = 3

/**
 * Returns a sentence that a name is unknown, with the closest existing names: `There is no check "impots". The closest:
 * imports, snippets, cryptography.` `thing` is the kind of the name, such as `check`.
 */
export function unknownName(thing: string, name: string, names: Iterable<string>): string {
  const closest = closestNames(name, names)
  const end = closest.length > 0 ? ` The closest: ${closest.join(', ')}.` : ''
  return `There is no ${thing} "${name}".${end}`
}

/** Returns the three names with a part that is closest to a misspelled name; ties go to the shortest. */
export function closestNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase()
  return [...new Set(names)]
    .map((candidate) => ({ candidate, distance: distanceToPart(wanted, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance || a.candidate.length - b.candidate.length)
    .slice(0, maxNames)
    .map(({ candidate }) => candidate)
}

/**
 * Returns the edit distance to the closest part of a text (Sellers' algorithm): text before and after the part is free.
 */
function distanceToPart(wanted: string, text: string): number {
  let above = Array.from({ length: text.length + 1 }, () => 0)
  for (const [row, letter] of [...wanted].entries()) {
    const current = [row + 1]
    for (let column = 0; column < text.length; column += 1) {
      const substituted = above[column]! + (letter === text[column] ? 0 : 1)
      current.push(Math.min(substituted, above[column + 1]! + 1, current[column]! + 1))
    }
    above = current
  }
  return Math.min(...above)
}
