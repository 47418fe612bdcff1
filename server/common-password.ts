import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 passwords that leaked most often, in lower case. */
const leaked = new Set(dictionary['passwords-common'])

// Shorter ones would be found in many a good password.
const shortestWord = 4

// A sign that stands for a letter; 1 is read in both ways.
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
 * Whether somebody who guesses would begin with it. None of the leaked passwords has all that our rules ask
 * for: people take one and put a capital, a number and a sign to it. So it is looked for without case, without
 * what stands before and after it, with signs read as letters, and said twice.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  return formsOf(text).some((form) => leaked.has(form) || isLeakedWord(saidOnce(form)))
}

function isLeakedWord(word: string): boolean {
  return word.length >= shortestWord && leaked.has(word)
}

/** What is less than a third of a password is not what it stands by. */
function formsOf(text: string): string[] {
  const bare = [/[^\p{L}\p{N}]+/u, /\P{L}+/u].flatMap((around) => bareForms(text, around))
  const kept = bare.filter((form) => form.length >= shortestWord && form.length * 3 >= text.length)
  return [text, ...kept].flatMap((form) => [form, readAs('i', form), readAs('l', form)])
}

function bareForms(text: string, { source }: RegExp): string[] {
  const withoutStart = text.replace(new RegExp(`^${source}`, 'u'), '')
  const end = new RegExp(`${source}$`, 'u')
  return [withoutStart, text.replace(end, ''), withoutStart.replace(end, '')]
}

function readAs(one: 'i' | 'l', text: string): string {
  return [...text].map((sign) => (sign === '1' ? one : (letters[sign] ?? sign))).join('')
}

function saidOnce(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return /^(.{4,}?)\1+$/su.exec(plain)?.[1] ?? plain
}
