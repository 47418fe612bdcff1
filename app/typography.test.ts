import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locales, type Locale } from '#contract/locale.ts'
import { everyWord } from '#test/words.ts'

type Rule = { name: string; wrong: (text: string) => boolean }

const commonRules: Rule[] = [
  { name: 'two spaces', wrong: (text) => / {2}/.test(text) },
  { name: 'a space at an end', wrong: (text) => /^ | $/.test(text) },
  { name: 'three dots for an ellipsis', wrong: (text) => text.includes('...') },
  { name: 'a typewriter’s quotation mark', wrong: (text) => /["']/.test(text) },
]

/** Rules of punctuation and wording in each language. */
const rules: Record<Locale, Rule[]> = {
  en: [{ name: 'e-mail for email', wrong: (text) => /e-mail/i.test(text) }],
  ar: [
    { name: 'a Latin comma or question mark', wrong: (text) => /\p{sc=Arab} ?[,;?]/u.test(text) },
    { name: 'digits other than Latin ones', wrong: (text) => /[٠-٩۰-۹]/.test(text) },
    { name: 'English quotation marks', wrong: (text) => /[“”]/.test(text) },
  ],
  fr: [
    { name: 'a sign without its space', wrong: (text) => /[\p{L})][;?!»]/u.test(text) },
    { name: 'a space that may break', wrong: (text) => /[ ][;:?!»]|« /.test(text) },
    { name: 'English quotation marks', wrong: (text) => /[“”]/.test(text) },
    { name: 'récupération for secours', wrong: (text) => /codes? de récupération/i.test(text) },
    { name: 'tu for vous', wrong: (text) => /(?<!\p{L})(tu|ton|tes|toi)(?!\p{L})/iu.test(text) },
  ],
  es: [
    { name: '? without ¿', wrong: (text) => counts(text, '?') !== counts(text, '¿') },
    { name: '! without ¡', wrong: (text) => counts(text, '!') !== counts(text, '¡') },
    { name: 'English quotation marks', wrong: (text) => /[“”]/.test(text) },
    {
      name: 'tú for usted',
      wrong: (text) => /(?<!\p{L})(tú|tu|tus|ti|contigo)(?!\p{L})/iu.test(text),
    },
  ],
  zh: [
    {
      name: 'a half-width sign',
      wrong: (text) => /\p{sc=Han}[,;:?!()]|[,;?!()]\p{sc=Han}/u.test(text),
    },
    { name: 'the familiar you', wrong: (text) => text.includes('你') },
  ],
}

for (const locale of locales) {
  test(`SC-16 texts in ${locale} follow the punctuation of the language`, () => {
    // This text lists characters that are allowed in a password.
    const texts = everyWord().filter(({ key }) => key !== 'noSpecial')
    const faults = texts.flatMap(({ where, key, said }) =>
      said[locale].flatMap((text) =>
        [...commonRules, ...rules[locale]]
          .filter(({ wrong }) => text.split('\n').some((line) => wrong(withoutExamples(line))))
          .map(({ name }) => `${where} ${key}: ${name}`),
      ),
    )
    deepEqual([...new Set(faults)], [])
  })
}

test('SC-16 a text ends with a period in every language or in none, except where a language asks', () => {
  const faults = everyWord().flatMap(({ where, key, said }) => {
    const isSentence = ends(said.en.at(-1))
    return locales
      .filter((locale) => ends(said[locale].at(-1)) !== isSentence)
      .filter((locale) => !/[?？؟]$/.test(said[locale].at(-1) ?? ''))
      .map((locale) => `${where} ${key} ${locale}`)
  })
  deepEqual(faults, [])
})

function withoutExamples(text: string): string {
  return text.replaceAll(/^\d\. $| ?\{ ?"[^}]*\}/g, '')
}

function counts(text: string, sign: string): number {
  return text.split(sign).length - 1
}

function ends(text = ''): boolean {
  return /[.。]$/.test(text)
}
