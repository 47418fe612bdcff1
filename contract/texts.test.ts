import { equal, match, notEqual, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { locales, type Locale } from './locale.ts'
import {
  bracketed,
  colonOf,
  formatList,
  formatText,
  gapOf,
  isolate,
  joinParts,
  type Values,
} from './text.ts'
import { defineTexts, parseText, type Groups, type LanguageFiles } from './texts.ts'
import { messages as colleagueMessages } from '../features/company/users/texts/messages.ts'
import { messages as signUpMessages } from '../features/account/sign-up/texts/messages.ts'
import { guestMessages } from '../web/parts/texts/messages.ts'

function filled(text: string, values: Values, locale: Locale = 'en'): string {
  return formatText(parseText(text, locale), values, locale)
}

function sameInAll(groups: Groups): LanguageFiles {
  return Object.fromEntries(locales.map((each) => [each, groups])) as LanguageFiles
}

/** The texts in the order of `locales`, a line each. */
function inEachLanguage(textIn: (locale: Locale) => string): string {
  return locales.map(textIn).join('\n')
}

test('values fill their arguments, and only their own', () => {
  equal(filled('Hello {name}, {other}', { name: '{other}' }), 'Hello {other}, {other}')
  equal(filled('{constructor}', {}), '{constructor}')
  equal(filled("l'{name}", { name: 'x' }), "l'x")
})

test('SC-16 a Chinese text has a space between Chinese and Latin, and none between Chinese', () => {
  equal(filled('{company} 的操作', { company: '海港贸易' }, 'zh'), '海港贸易的操作')
  equal(
    filled('加入{company}，选了{count}个', { company: 'Quay', count: 3 }, 'zh'),
    '加入 Quay，选了 3 个',
  )
  equal(
    filled('{name}（{email}）', { name: '晓雯 林', email: 'a@b.example' }, 'zh'),
    '晓雯 林（a@b.example）',
  )
  equal(formatList(['张三', '李四', 'Ada'], 'zh'), '张三、李四和 Ada')
  equal(formatList(['A', 'B'], 'fr', 'disjunction'), 'A ou B')
  equal(formatList(['6%', '6.2%'], 'zh'), '6% 和 6.2%')
})

test('SC-16 a colon, a comma and the space between sentences are those of the language', () => {
  equal(inEachLanguage(colonOf), [': ', ': ', '\u00a0: ', ': ', '：'].join('\n'))
  equal(inEachLanguage(gapOf), [' ', ' ', ' ', ' ', ''].join('\n'))
  equal([bracketed('过低', 'zh'), bracketed('too low', 'en')].join(), '（过低）, (too low)')
  const parts = ['1', '2']
  equal(
    inEachLanguage((locale) => joinParts(parts, locale)),
    ['1, 2', '1، 2', '1, 2', '1, 2', '1，2'].join('\n'),
  )
})

test('SC-16 U8 a value that reads in another direction than the language is isolated, others stay', () => {
  equal(filled('حسابك في {brand}.', { brand: 'Portico' }, 'ar'), 'حسابك في \u2068Portico\u2069.')
  equal(filled('Save {name} (2)', { name: 'شركة المرفأ' }), 'Save \u2068شركة المرفأ\u2069 (2)')
  equal(isolate('ليلى', 'ar'), 'ليلى')
  equal(isolate('ليلى Byron', 'ar'), '\u2068ليلى Byron\u2069')
  equal(isolate('190.127.3.87', 'en'), '190.127.3.87')
  equal(isolate('190.127.3.87', 'ar'), '\u2068190.127.3.87\u2069')
  equal(isolate('42', 'ar'), '42')
  equal(isolate('Ada', 'zh'), 'Ada')
})

test('3T18 SC-16 a text of arguments alone has the direction of its language', () => {
  equal(
    filled('{name}: {platform}', { name: 'John Smith', platform: 'Business Hub' }, 'ar'),
    '\u2068John Smith\u2069: \u2068Business Hub\u2069',
  )
})

test('SC-16 in French no line breaks before a sign that stands apart, nor within a number or “e-mail”', () => {
  const french = 'Dites « {word} » : {count, plural, one {# fois ; 1 000 !} other {vraiment ?}}'
  equal(
    filled(french, { word: 'oui', count: 1 }, 'fr'),
    'Dites «\u00a0oui\u00a0»\u00a0: 1 fois\u202f; 1\u202f000\u202f!',
  )
  equal(filled(french, { word: 'oui', count: 2 }, 'fr').slice(-1), '?')
  equal(
    filled('Envoyez un e-mail dans {count} heures ou 2 jours', { count: 3 }, 'fr'),
    'Envoyez un e\u2011mail dans 3\u00a0heures ou 2\u00a0jours',
  )
  equal(filled('¿De 1 000 000?', {}, 'es'), '¿De 1\u202f000\u202f000?')
})

test('SC-16 in Arabic no line breaks between a prefix and its Latin word', () => {
  equal(filled('مسموح بها لـ redirect_url', {}, 'ar'), 'مسموح بها لـ\u00a0redirect_url')
})

test('a plural takes the form that the language wants, with the digits of the language', () => {
  const arabic =
    '{count, plural, zero {لا جلسات} one {جلسة} two {جلستان} few {# جلسات} many {# جلسة} other {# جلسة}}'
  const texts = [0, 1, 2, 3, 11, 10_000].map((count) => filled(arabic, { count }, 'ar'))
  equal(texts.join('|'), 'لا جلسات|جلسة|جلستان|3 جلسات|11 جلسة|10,000 جلسة')
  const english = '{count, plural, =0 {none} one {# session} other {# sessions}}'
  equal(filled(english, { count: 0 }), 'none')
  equal(filled(english, { count: 10_000 }), '10,000 sessions')
  equal(filled('{count, number}', { count: 1_000_000 }, 'ar'), '1,000,000')
})

test('a select takes the form of its value, else `other`, and keeps the number of a plural around it', () => {
  const text =
    '{count, plural, one {# {kind, select, user {user} other {# thing}}} other {{kind, select, user {# users} other {things}}}}'
  equal(filled(text, { count: 1, kind: 'user' }), '1 user')
  equal(filled(text, { count: 2, kind: 'user' }), '2 users')
  equal(filled(text, { count: 2, kind: 'toString' }), 'things')
})

test('3T1 3T17 3T19 a list is put together as the language does, each member in its own direction', () => {
  const names = ['Business Hub', 'Onboarding', 'المرفأ']
  equal(filled('{names, list}.', { names }), 'Business Hub, Onboarding, and \u2068المرفأ\u2069.')
  equal(
    filled('{names, list}', { names }, 'ar'),
    '\u2068Business Hub\u2069 و\u2068Onboarding\u2069 والمرفأ',
  )
  equal(filled('{names, list}', { names: ['a', 'b', 'c'] }, 'zh'), 'a、b 和 c')
})

test('what is not ICU MessageFormat, a form that the language does not have and other kinds are refused', () => {
  throws(() => parseText('Hello {name', 'en'))
  throws(() => parseText('{count, plural, few {#} other {#}}', 'en'), /few is not valid/)
  throws(() => parseText('{count, plural, one {#}}', 'en'), /lacks the form other/)
  throws(() => parseText('Users {', 'en'), /a brace is not closed/)
  throws(() => parseText("'{name}'", 'en'), /stands in the text/)
  throws(() => parseText('{time, date}', 'en'), /of a kind that texts do not have/)
})

test('3T5 3T13 ER-12 a text with two numbers has the forms of both in every language', () => {
  for (const locale of locales) {
    const textOf = (count: number, rest: number) => guestMessages[locale].tooMany({ count, rest })
    match(textOf(50, 1), /50/)
    match(textOf(50, 12), /50.*12/)
    equal(/[{}#]/.test(textOf(2, 1200)), false)
    if (locale !== 'zh') notEqual(textOf(50, 1), textOf(50, 12).replace('12', '1'))
  }
  match(guestMessages.ar.tooMany({ count: 2, rest: 1200 }), /1,200/)
})

test('3T14 ER-12 a text with a choice names an account without a gender', () => {
  const texts = inEachLanguage((locale) =>
    ['deactivated', 'activated']
      .map((change) =>
        colleagueMessages[locale].done({ name: 'Zoé', change: change as 'activated' }),
      )
      .join(' '),
  )
  equal(texts.split('Zoé').length - 1, 2 * locales.length)
  equal(/Zoé a été|\{/.test(texts), false)
})

test('ER-12 a text with a list names platforms as each language lists them', () => {
  const platforms = ['Business Hub', 'Onboarding']
  const texts = locales.map((locale) =>
    signUpMessages[locale].invited({ company: 'Quay', platforms }),
  )
  const between = [' and ', '\u2069 و\u2068', ' et ', ' y ', ' 和 ']
  for (const [index, text] of texts.entries())
    match(text, new RegExp(`Quay.*Business Hub${between[index]}Onboarding`))
})

test('ER-12 a reference in a text reads as the label in each language, and an unknown one throws', () => {
  const own = sameInAll({ mail: { hint: 'Press “{@features/a/b/page.stop}”, {name}' } })
  const other = sameInAll({ page: { stop: 'Cancel request' } })
  type Keys = { hint: (values: { name: string }) => string }
  const read = (quoted: Record<string, LanguageFiles>) =>
    defineTexts<Keys>('mail', own, quoted).fr.hint({ name: 'Ada' })
  equal(read({ 'features/a/b': other }), 'Press “Cancel request”, Ada')
  throws(() => read({}))
})

/** Compiles only while each of these lines is an error. */
export function doesNotCompile(): unknown[] {
  const t = guestMessages.en
  return [
    // @ts-expect-error a key that is not there
    t.tooFew,
    // @ts-expect-error an argument that is missing
    t.tooMany({ count: 1 }),
    // @ts-expect-error an argument that the text does not have
    t.tooMany({ count: 1, rest: 1, name: '' }),
    // @ts-expect-error text in the place of a number
    t.tooMany({ count: '1', rest: 1 }),
    // @ts-expect-error a choice that the text does not have
    colleagueMessages.en.done({ name: '', change: 'moved' }),
    // @ts-expect-error text in the place of a list
    signUpMessages.en.invited({ company: '', platforms: '' }),
    // @ts-expect-error a language that is missing
    defineTexts<object>('messages', { en: {}, ar: {}, fr: {}, es: {} }),
  ]
}
