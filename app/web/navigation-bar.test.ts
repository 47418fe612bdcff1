import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { toggled } from './navigation-bar.ts'

test('SC-19 on a small screen the toggle shows and hides the navigation bar', () => {
  deepEqual(toggled({ minify: true, show: false }, true), { minify: true, show: true })
  deepEqual(toggled({ minify: false, show: true }, true), { minify: false, show: false })
})

test('SC-19 on a large screen the toggle makes the navigation bar narrow and wide', () => {
  deepEqual(toggled({ minify: false, show: false }, false), { minify: true, show: false })
  deepEqual(toggled({ minify: true, show: true }, false), { minify: false, show: true })
})
