import { invalidField } from '#contract/refusal.ts'
import { run, scalars, type Db, type Transaction } from '#server/db.ts'

/** Letters and digits that look like a Latin letter, by that letter. Case matters: Η looks like H, but η like n. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьƅ',
  B: 'ВΒв',
  c: 'сϲ',
  C: 'СϹ',
  d: 'ԁ',
  e: 'еєε',
  E: 'ЕΕ',
  g: 'ɡ',
  h: 'һ',
  H: 'НΗн',
  i: 'іιı',
  j: 'јϳ',
  J: 'ЈͿ',
  k: 'кκ',
  K: 'КΚ',
  l: 'I1ӏӀІΙ',
  m: 'м',
  M: 'МΜ',
  n: 'пη',
  N: 'Ν',
  o: '0оοσօ',
  O: 'ОΟ',
  p: 'рρ',
  P: 'РΡ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ',
  S: 'Ѕ',
  t: 'тτ',
  T: 'ТΤ',
  u: 'υ',
  v: 'νѵ',
  w: 'ԝωѡ',
  x: 'хχ',
  X: 'ХΧ',
  y: 'уγ',
  Y: 'УΥҮ',
  Z: 'Ζ',
  A: 'АΑ',
}
const latin = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    [...others].map((other): [string, string] => [other, letter]),
  ),
)

/** Removes everything but letters and digits: spaces, punctuation, marks and invisible characters. */
function lettersOf(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A name without letters and digits is compared by all its characters.
  return letters === '' ? name.normalize('NFKC') : letters
}

/** Returns what a letter looks like as it is written, and what its lower case looks like. For I: l and i. */
function looksOf(letter: string): string[] {
  // Upper case first, because Greek has two lower-case sigmas.
  const lowerCase = letter.toUpperCase().toLowerCase()
  return [(latin.get(letter) ?? letter).toLowerCase(), latin.get(lowerCase) ?? lowerCase]
}

/**
 * Returns true if users may take one name for the other: each letter or digit is the same in any case, or looks the
 * same, whatever its script.
 */
export function looksLike(one: string, other: string): boolean {
  const [letters, others] = [[...lettersOf(one)], [...lettersOf(other)]]
  if (letters.length !== others.length) return false
  return letters.every((letter, at) => {
    const looks = looksOf(others[at] ?? '')
    return looksOf(letter).some((look) => looks.includes(look))
  })
}

/** Throws 400001 `nameTaken` if the name looks like that of another platform. */
export async function requireFreeName(
  db: Db,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const names = await scalars<string>(db)`select name from subsystems where id <> ${id}`
  if (names.some((other) => looksLike(name, other))) throw invalidField('name', 'nameTaken')
}

/** Makes concurrent changes of platforms' names wait until the transaction ends. */
export async function lockNames(tx: Transaction): Promise<void> {
  await run(tx)`select pg_advisory_xact_lock(hashtextextended('names of platforms', 0))`
}
