/** Plain forms of letters that Unicode does not decompose into letter and mark, and of signs with several variants. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
  // Arabic: alef wasla, alef maqsura, ta marbuta; Persian ya and kaf.
  '\u0671': '\u0627',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u0629': '\u0647',
  '\u06a9': '\u0643',
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '\u2010': '-',
  '\u2011': '-',
  '\u2212': '-',
}
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu')

/** Matches combining marks (accents, hamza, madda, vowel points), invisible characters and the Arabic tatweel. */
const marks = /[\p{Script=Inherited}\p{Cf}\u0640]/gu

/**
 * Returns an identifier made from a name: at most 41 lowercase Latin letters, digits and single hyphens. Begins with a
 * letter; empty if the name has no Latin letter.
 */
export function slugOf(name: string): string {
  return foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 41)
    .replace(/-$/, '')
}

/**
 * Returns the form of a text that searches compare: without case, accents and variants of Arabic alef and ya. Both
 * stored rows and search terms are folded by this function only. After changing it, clear `search_text` in a migration;
 * a worker fills it again.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(special, (letter) => plain[letter] ?? letter)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
