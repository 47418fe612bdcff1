/** A page, or a heading on one, as the server lists it. `place` is the title or group above it. */
export type Place = { to: string; text: string; place: string; method?: string }

/** Returns the places that contain every word of the query, best matches first. */
export function findPlaces(places: readonly Place[], query: string, limit = 12): Place[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return places
    .map((place) => ({ place, score: scoreOf(place, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ place }) => place)
}

/**
 * Returns the score of a place; 0 if a word is missing. A word counts most at the start of the title, then at the start
 * of another word of it, then inside a word, then elsewhere. A page counts more than a heading on it. A title that
 * equals the query gets extra points.
 */
function scoreOf({ to, text, place, method = '' }: Place, words: readonly string[]): number {
  const title = text.toLowerCase()
  const rest = `${place} ${method} ${to}`.toLowerCase()
  let score = to.includes('#') ? 0 : 1
  for (const word of words) {
    const at = title.indexOf(word)
    if (at === 0) score += 8
    else if (at > 0) score += /[a-z\d]/.test(title.charAt(at - 1)) ? 3 : 6
    else if (rest.includes(word)) score += 2
    else return 0
  }
  return title === words.join(' ') ? score + 8 : score
}
