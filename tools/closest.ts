import { editDistance } from '#server/closest.ts'

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

/** Returns the three names that are closest to a misspelled one; a part of a name counts as the whole. */
export function closestNames(name: string, names: Iterable<string>): string[] {
  const wanted = name.toLowerCase()
  return [...new Set(names)]
    .map((known) => ({ known, distance: distanceOf(wanted, known.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, maxNames)
    .map(({ known }) => known)
}

function distanceOf(wanted: string, known: string): number {
  const parts = [known, ...known.split(/[/.\s]+/)].filter((part) => part !== '')
  return Math.min(...parts.map((part) => editDistance(wanted, part)))
}
