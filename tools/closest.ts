const maxNames = 3

/**
 * Says in one sentence that a name is unknown, with the closest known names: `There is no check "impots". The closest:
 * imports, snippets, cryptography.` `thing` names the kind, such as `check`.
 */
export function unknownName(thing: string, name: string, names: Iterable<string>): string {
  const closest = closestNames(name, names)
  const end = closest.length > 0 ? ` The closest: ${closest.join(', ')}.` : ''
  return `There is no ${thing} "${name}".${end}`
}

/** Returns the three names of which some part is closest to a misspelled name; of equal ones, the shortest. */
export function closestNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase()
  return [...new Set(names)]
    .map((known) => ({ known, distance: distanceToPart(wanted, known.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance || a.known.length - b.known.length)
    .slice(0, maxNames)
    .map(({ known }) => known)
}

/** Edit distance to the closest part of a text (Sellers' algorithm): text before and after the part costs nothing. */
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
