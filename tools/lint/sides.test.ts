import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import plugin from './sides.ts'

test('SC-16 a style of an element that names a side is a fault', () => {
  for (const key of ['left', 'paddingLeft', 'borderTopRightRadius', 'scrollMarginRight'])
    equal(countFaults(key), 1, key)
  equal(countFaults('textAlign', 'right'), 1)
  for (const key of ['marginInlineStart', 'inlineSize', 'brightness'])
    equal(countFaults(key, 'end'), 0, key)
})

function countFaults(key: string, value?: unknown): number {
  let count = 0
  const { JSXAttribute: check } = plugin.rules.style.create({ report: () => (count += 1) })
  const properties = [{ key: { name: key }, value: { value } }]
  check({ name: { name: 'style' }, value: { expression: { properties } } })
  return count
}
