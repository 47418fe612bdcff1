import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { states } from './view.ts'
import { forgottenPages, views } from './views.ts'

test('the tour shows every page of the typed list of addresses, and view names are unique', () => {
  deepEqual(forgottenPages(), [])
  const names = views.map(({ name }) => name)
  deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

test('the tour shows pages loaded, empty, loading and failed', () => {
  for (const state of states)
    ok(
      views.some((view) => view.state === state),
      state,
    )
})
