import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sharesOf } from './column-shares.ts'

test('columns that are wide enough for their headings keep their shares', () => {
  const columns = [
    { title: 'Name', width: 3 },
    { title: 'Status', width: 1 },
  ]
  deepEqual(sharesOf(columns), [75, 25])
})

test('a column is at least as wide as the longest word of its heading, at the expense of those with space', () => {
  const title = 'Dernière connexion'
  const narrow = { title, width: 1 }
  const [name = 0, login = 0] = sharesOf([{ title: 'Nom', width: 19 }, narrow])
  ok(login > 5 && Math.abs(name + login - 100) < 0.001, `${name} ${login}`)
  const [, sorted = 0] = sharesOf([
    { title: 'Nom', width: 19 },
    { ...narrow, sort: 'lastLogin' },
  ])
  ok(sorted > login, 'room for the arrow')
})

test('the first and last column have room for their wider padding', () => {
  const title = 'Événements'
  const [, middle = 0, last = 0] = sharesOf([
    { title: 'Nom', width: 18 },
    { title, width: 1 },
    { title, width: 1 },
  ])
  ok(last > middle, `${middle} ${last}`)
})

test('a column with little space never falls below its heading', () => {
  const long = Array.from({ length: 9 }, () => ({ title: 'Administrateurs', width: 1 }))
  const [name = 0] = sharesOf([{ title: 'Nom', width: 3 }, ...long])
  ok(name > 5, String(name))
})

test('headings that need more than the whole width share it', () => {
  const shares = sharesOf(
    Array.from({ length: 20 }, () => ({ title: 'Administrateurs', width: 1 })),
  )
  ok(shares.every((share) => share > 0))
})
