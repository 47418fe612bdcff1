import { equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from './fold.ts'

test('U5 fold ignores case, accents and strokes of letters', () => {
  for (const [name, typed] of [
    ['Bergström', 'bergstrom'],
    ['Yıldız', 'yildiz'],
    ['İSTANBUL', 'istanbul'],
    ['Établissements', 'ETABLISSEMENTS'],
    ['E\u0301tablissements', 'Établissements'],
    ['Łukasz Ørsted', 'lukasz orsted'],
    ['Weiß', 'weiss'],
    ['Œuvre', 'oeuvre'],
    ['Đặng', 'dang'],
    ['O’Brien', "o'brien"],
    ['ＷＡＮＧ', 'wang'],
    ['Σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ] as const) {
    equal(fold(name), fold(typed), name)
  }
})

test('U5 fold unifies the forms of Arabic alef, ya and ta marbuta, and removes vowel points and tatweel', () => {
  for (const [name, typed] of [
    ['أحمد', 'احمد'],
    ['إبراهيم', 'ابراهيم'],
    ['آمنة', 'امنه'],
    ['ٱلرحمن', 'الرحمن'],
    ['ليلى', 'ليلي'],
    ['علی', 'علي'],
    ['فائز', 'فايز'],
    ['مُحَمَّد', 'محمد'],
    ['محـــمد', 'محمد'],
  ] as const) {
    equal(fold(name), fold(typed), name)
  }
})

test('U5 fold keeps signs that distinguish words', () => {
  equal(fold(' 王  小明 '), '王 小明')
  equal(fold('김민준'), '김민준')
  equal(fold('हिन्दी'), 'हिन्दी')
  notEqual(fold('हिन्दी'), fold('हन्द'))
  notEqual(fold('王'), fold('玉'))
  notEqual(fold('علي'), fold('عالي'))
})
