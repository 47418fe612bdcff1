import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { areHuesApart, contrastsOf, darkColorOf, lowContrasts, worstContrast } from './colors.ts'

test('3A4: A color for dark backgrounds is derived from any color, is readable and keeps the hue', () => {
  for (const color of ['#5b21b6', '#0b5d3b', '#b91c1c', '#000000', '#1a237e']) {
    const colorLight = darkColorOf(color)
    equal(worstContrast(contrastsOf('dark', { color, colorLight })), undefined, color)
    ok(!areHuesApart(color, colorLight), color)
  }
})

test('3A4: A green for dark backgrounds does not suit a purple, and the default colors suit each other', () => {
  ok(areHuesApart('#5b21b6', '#7bc47f'))
  ok(areHuesApart('#ff0040', '#00a000'))
  ok(!areHuesApart('#0b5d3b', '#7bc47f'))
  ok(!areHuesApart('#ff0010', '#ff1000'), 'the hue wraps around at red')
  ok(!areHuesApart('#5b21b6', '#dddddd'), 'a gray suits every color')
})

test('3A31: All places where a color would be hard to read are listed, the worst first', () => {
  const color = '#b7d3ff'
  const low = lowContrasts(contrastsOf('light', { color, colorLight: color }))
  deepEqual(low.toSorted(), ['button', 'page', 'panel', 'soft', 'surface'])
  equal(low[0], 'soft')
})
