import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { acceptedLocale, counted, fill, defineMessages } from './locale.ts'

test('SC-16 acceptedLocale returns the preferred supported language of the browser, or else English', () => {
  equal(acceptedLocale('ar-EG,ar;q=0.9,en;q=0.8'), 'ar')
  equal(acceptedLocale('de-DE,de;q=0.9,fr;q=0.5,en;q=0.3'), 'fr')
  equal(acceptedLocale('en;q=0.2, zh-Hant-TW;q=0.7'), 'zh')
  equal(acceptedLocale('de'), 'en')
  equal(acceptedLocale('fr;q=0'), 'en')
  equal(acceptedLocale(undefined), 'en')
  equal(acceptedLocale(',;q=,;;=='), 'en')
})

test('fill replaces each placeholder once and leaves unknown ones unchanged', () => {
  equal(fill('Hello {name}, {other}', { name: '{other}' }), 'Hello {other}, {other}')
  equal(fill('{constructor}', {}), '{constructor}')
})

test('SC-16 U8 fill isolates a value of the other text direction and leaves others unchanged', () => {
  equal(fill('حسابك في {brand}.', { brand: 'Portico' }), 'حسابك في \u2068Portico\u2069.')
  equal(fill('Save {name} (2)', { name: 'شركة المرفأ' }), 'Save \u2068شركة المرفأ\u2069 (2)')
  equal(fill('أدوار {name}', { name: 'ليلى' }), 'أدوار ليلى')
  equal(fill('أدوار {name}', { name: 'ليلى Byron' }), 'أدوار \u2068ليلى Byron\u2069')
  equal(
    fill('{name}, from {address}', { name: 'خالد', address: '190.127.3.87' }),
    '\u2068خالد\u2069, from 190.127.3.87',
  )
  equal(fill('من {address}', { address: '190.127.3.87' }), 'من \u2068190.127.3.87\u2069')
  equal(fill('بعد {seconds} ث', { seconds: 42 }), 'بعد 42 ث')
  equal(fill('欢迎 {name}', { name: 'Ada' }), '欢迎 Ada')
})

test('SC-16 French texts have no line break before spaced punctuation or within a number', () => {
  const plain = { asked: 'Really?', many: { one: '', other: '' } }
  const { fr, es } = defineMessages(plain, {
    ar: { asked: '', many: { zero: '', one: '', two: '', few: '', many: '', other: '' } },
    fr: { asked: 'Dites « oui » : vraiment ?', many: { one: '1 000 !', other: 'a ; b' } },
    es: { asked: '¿De 1 000 000?', many: { one: '', other: '' } },
    zh: { asked: '', many: { other: '' } },
  })
  equal(fr.asked, 'Dites «\u00a0oui\u00a0»\u00a0: vraiment\u202f?')
  deepEqual(fr.many, { one: '1\u202f000\u202f!', other: 'a\u202f; b' })
  equal(es.asked, '¿De 1\u202f000\u202f000?')
})

test('counted uses the plural form of the language', () => {
  const forms = {
    zero: 'لا جلسات',
    one: 'جلسة',
    two: 'جلستان',
    few: '{count} جلسات',
    many: '{count} جلسة',
    other: '{count} جلسة',
  }
  equal(counted(forms, 0, 'ar'), 'لا جلسات')
  equal(counted(forms, 3, 'ar'), '3 جلسات')
  const english = { one: '{count} session', other: '{count} sessions' }
  equal(counted(english, 2, 'en'), '2 sessions')
  equal(counted(english, 10_000, 'en'), '10,000 sessions')
  equal(counted(forms, 10_000, 'ar'), '10,000 جلسة')
})
