/** Letters that Unicode does not decompose into a plain letter and a mark, and signs that are typed in several ways. */
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

/** Combining marks (accents, hamza and madda on a letter, vowel points), invisible signs, and the Arabic tatweel. */
const marks = /[\p{Script=Inherited}\p{Cf}\u0640]/gu

/**
 * The form in which texts are compared by a search: without case, accents and the forms of Arabic alef and ya. Stored
 * rows and questions are folded by this function alone; a change of it has to empty `search_text` (a worker fills it).
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(marks, '')
    .toLowerCase()
    .replaceAll(special, (letter) => plain[letter] ?? letter)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
