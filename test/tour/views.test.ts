import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { states } from './view.ts'
import { forgottenPages, views } from './views.ts'

test('every page of the typed list of addresses is shown on the tour, and each view by a name of its own', () => {
  deepEqual(forgottenPages(), [])
  const names = views.map(({ name }) => name)
  deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})

test('the tour shows pages at rest, empty, on their way and in trouble', () => {
  for (const state of states)
    ok(
      views.some((view) => view.state === state),
      state,
    )
})
