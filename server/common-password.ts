import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 most frequently leaked passwords, in lower case. */
const leaked = new Set(dictionary['passwords-common'])

// Shorter words occur in many strong passwords.
const minWordLength = 4

// Characters that stand for a letter; 1 stands for i or l.
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
 * True for a variation of a leaked password. No leaked password satisfies our rules as it is; users add a capital,
 * a number and a symbol to one. Compared without case, without leading and trailing additions, with symbols read as
 * letters, and without repetition.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  return formsOf(text).some((form) => leaked.has(form) || isLeakedWord(withoutRepetition(form)))
}

function isLeakedWord(word: string): boolean {
  return word.length >= minWordLength && leaked.has(word)
}

// A form of less than a third of the password does not decide its strength.
function formsOf(text: string): string[] {
  const bare = [/[\p{L}\p{N}]/u, /\p{L}/u].flatMap((kept) => bareForms(text, kept))
  const relevant = bare.filter(
    (form) => form.length >= minWordLength && form.length * 3 >= text.length,
  )
  return [text, ...relevant].flatMap((form) => [form, readAs('i', form), readAs('l', form)])
}

/** Without what stands in front of the first or behind the last sign of a kind. */
function bareForms(text: string, kept: RegExp): string[] {
  const signs = [...text]
  const first = signs.findIndex((sign) => kept.test(sign))
  const end = signs.findLastIndex((sign) => kept.test(sign)) + 1
  const start = first < 0 ? signs.length : first
  return [signs.slice(start), signs.slice(0, end), signs.slice(start, end)].map((each) =>
    each.join(''),
  )
}

function readAs(one: 'i' | 'l', text: string): string {
  return [...text].map((sign) => (sign === '1' ? one : (letters[sign] ?? sign))).join('')
}

function withoutRepetition(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  for (let length = minWordLength; length * 2 <= plain.length; length += 1) {
    const part = plain.slice(0, length)
    if (plain.length % length === 0 && part.repeat(plain.length / length) === plain) return part
  }
  return plain
}
