import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formatText, type Values } from '#contract/text.ts'
import { parseText } from '#contract/texts.ts'
import type { Locale } from '#contract/locale.ts'
import { rich } from './rich.ts'

const textIn = (locale: Locale, text: string) => (values: Values) =>
  formatText(parseText(text, locale), values, locale)
const strong = (name: string) => createElement('strong', null, name)

test('elements stand where their arguments are, text around them stays text', () => {
  const text = textIn(
    'en',
    '{company} invited you, {name}, to {count, plural, one {#} other {#}} <b>',
  )
  equal(
    renderToStaticMarkup(rich(text, { company: strong('A & B'), name: 'Ada', count: 1200 })),
    '<strong>A &amp; B</strong> invited you, Ada, to 1,200 &lt;b&gt;',
  )
})

test('SC-16 a list of elements is put together as the language does', () => {
  const names = ['Hub', 'المرفأ'].map(strong)
  equal(
    renderToStaticMarkup(rich(textIn('fr', 'Ouvrez {names, list}'), { names })),
    'Ouvrez <strong>Hub</strong> et <strong>المرفأ</strong>',
  )
  equal(
    renderToStaticMarkup(rich(textIn('ar', '{names, list}'), { names })),
    '<strong>Hub</strong> و<strong>المرفأ</strong>',
  )
})

test('SC-16 a Chinese text has a space between Chinese and a Latin element, and none before a Chinese one', () => {
  const text = textIn('zh', '{company} 邀请您使用 {platforms, list}。')
  const platforms = ['Business Hub', '支付平台', 'Onboarding'].map(strong)
  equal(
    renderToStaticMarkup(rich(text, { company: strong('海港贸易'), platforms })),
    '<strong>海港贸易</strong>邀请您使用 <strong>Business Hub</strong>、<strong>支付平台</strong>和 <strong>Onboarding</strong>。',
  )
  const link = createElement('a', null, createElement('bdi', null, 'Ada'))
  equal(
    renderToStaticMarkup(rich(textIn('zh', '恢复{target}的账户'), { target: link })),
    '恢复 <a><bdi>Ada</bdi></a> 的账户',
  )
})
