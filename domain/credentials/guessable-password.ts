import { foldText } from '#contract/fold-text.ts'
import { locales } from '#contract/locale.ts'

/** The minimum number of characters that must remain after removing everything that an attacker tries first. */
const minRemaining = 6

const seasons =
  'spring summer autumn winter printemps ete automne hiver primavera verano otono invierno ' +
  'الربيع الصيف الخريف الشتاء 春天 夏天 秋天 冬天'

const calendar = [...seasons.split(' '), ...locales.flatMap(monthsAndDays)].map(foldText)

const year = /(?:19|20)\d\d/g

const keyboard = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
// Without letters, because `foldText` makes capital letters small.
const shiftedKeyboard = ['!@#$%^&*()_+', '', ':"', '<>?']
/** The column and row of each key, by its character. */
const keyPositions = new Map(
  [keyboard, shiftedKeyboard].flatMap((rows) =>
    rows.flatMap((keys, y) => [...keys].map((key, x) => [key, { x, y }] as const)),
  ),
)
/** The minimum length of a keyboard pattern, because many words contain shorter ones. */
const minWalkLength = 4

/**
 * Returns true if a password consists of little more than seasons, months, days, years, keyboard patterns and `words`,
 * such as the names of the product, its platforms and the user's company (ASVS 6.2.11).
 */
export function isGuessable(password: string, words: readonly string[]): boolean {
  const names = words.flatMap((word) => foldText(word).split(/[^\p{L}\p{N}]+/u))
  const guessable = [...new Set([...names, ...calendar])]
    .filter((word) => [...word].length >= 3)
    .toSorted((one, other) => other.length - one.length)
  let rest = foldText(password).replaceAll(year, ' ')
  for (const word of guessable) rest = rest.replaceAll(word, ' ')
  return [...withoutWalks(rest).replaceAll(' ', '')].length < minRemaining
}

function withoutWalks(text: string): string {
  let rest = ''
  let walk = ''
  for (const key of [...text, ' ']) {
    if (walk !== '' && !isNext(walk.at(-1) ?? '', key)) {
      rest += walk.length < minWalkLength ? walk : ' '
      walk = ''
    }
    walk += key
  }
  return rest
}

/** Returns true for the same key, an adjacent key, or the next character of the alphabet. */
function isNext(previousKey: string, key: string): boolean {
  const [from, to] = [keyPositions.get(previousKey), keyPositions.get(key)]
  if (!from || !to) return false
  const isAdjacent = Math.abs(from.x - to.x) <= 1 && Math.abs(from.y - to.y) <= 1
  return isAdjacent || key.charCodeAt(0) - previousKey.charCodeAt(0) === 1
}

function monthsAndDays(locale: string): string[] {
  const monthOf = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const dayOf = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => [
    monthOf.format(Date.UTC(2026, index)),
    dayOf.format(Date.UTC(2026, 0, index + 1)),
  ]).flat()
}
