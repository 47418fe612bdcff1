import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 most frequently leaked passwords, in lower case. */
let leaked: Set<string> | undefined

/** Builds the set at the first password, because it takes 20 ms. */
function isLeaked(word: string): boolean {
  leaked ??= new Set(dictionary['passwords-common'])
  return leaked.has(word)
}

// Shorter words are ignored, because many strong passwords contain them.
const minWordLength = 4

// Substitutes for letters. 1 can replace i or l, so `readAs` handles it.
const letters: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
  '€': 'e',
}

/**
 * Returns true for a variation of a leaked password. No leaked password satisfies the password rules unchanged, so
 * users add a capital, a number and a symbol. The comparison ignores case, prefixes, suffixes and repetition, and reads
 * symbols as the letters that they replace.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  return formsOf(text).some((form) => isLeaked(form) || isLeakedWord(withoutRepetition(form)))
}

function isLeakedWord(word: string): boolean {
  return word.length >= minWordLength && isLeaked(word)
}

/**
 * Returns the parts of a password that a leaked password may equal. Ignores parts that are shorter than a third of the
 * password, because they do not determine its strength.
 */
function formsOf(text: string): string[] {
  const bare = [/[\p{L}\p{N}]/u, /\p{L}/u].flatMap((kind) => bareForms(text, kind))
  const relevant = bare.filter(
    (form) => form.length >= minWordLength && form.length * 3 >= text.length,
  )
  return [text, ...relevant].flatMap((form) => [form, readAs('i', form), readAs('l', form)])
}

/** Returns three parts of a text: from its first character of a kind, up to its last one, and between both. */
function bareForms(text: string, kind: RegExp): string[] {
  const chars = [...text]
  const first = chars.findIndex((char) => kind.test(char))
  const end = chars.findLastIndex((char) => kind.test(char)) + 1
  const start = first < 0 ? chars.length : first
  return [chars.slice(start), chars.slice(0, end), chars.slice(start, end)].map((each) =>
    each.join(''),
  )
}

/** Replaces symbols by the letters that they resemble, and each 1 by `letterOfOne`. */
function readAs(letterOfOne: 'i' | 'l', text: string): string {
  return [...text].map((char) => (char === '1' ? letterOfOne : (letters[char] ?? char))).join('')
}

/** Returns the repeated part of a text such as "secretsecret", or else its letters and digits. */
function withoutRepetition(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  for (let length = minWordLength; length * 2 <= plain.length; length += 1) {
    const part = plain.slice(0, length)
    if (plain.length % length === 0 && part.repeat(plain.length / length) === plain) return part
  }
  return plain
}
