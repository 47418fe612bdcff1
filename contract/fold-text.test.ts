import { equal, notEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { foldText } from './fold-text.ts'

test('U5 foldText ignores case, accents and strokes of letters', () => {
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
    equal(foldText(name), foldText(typed), name)
  }
})

test('U5 foldText unifies the forms of Arabic alef, ya and ta marbuta, and removes vowel points and tatweel', () => {
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
    equal(foldText(name), foldText(typed), name)
  }
})

test('U5 foldText keeps signs that distinguish words', () => {
  equal(foldText(' 王  小明 '), '王 小明')
  equal(foldText('김민준'), '김민준')
  equal(foldText('हिन्दी'), 'हिन्दी')
  notEqual(foldText('हिन्दी'), foldText('हन्द'))
  notEqual(foldText('王'), foldText('玉'))
  notEqual(foldText('علي'), foldText('عالي'))
})
