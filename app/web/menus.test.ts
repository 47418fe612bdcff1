import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { toggleBar } from './menus.ts'

test('SC-19 on a small screen the toggle shows or hides the navigation bar', () => {
  deepEqual(toggleBar({ minify: true, show: false }, true), { minify: true, show: true })
  deepEqual(toggleBar({ minify: false, show: true }, true), { minify: false, show: false })
})

test('SC-19 on a large screen the toggle makes the navigation bar narrow or wide', () => {
  deepEqual(toggleBar({ minify: false, show: false }, false), { minify: true, show: false })
  deepEqual(toggleBar({ minify: true, show: true }, false), { minify: false, show: true })
})
