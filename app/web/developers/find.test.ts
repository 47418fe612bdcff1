import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { findPlaces } from './find.ts'

const places = [
  { to: '/developers/logout', text: 'Sessions and logout', place: 'Log users in' },
  { to: '/developers/api/log-in/logout', text: 'Logout', place: 'Log in', method: 'POST' },
  { to: '/developers/login#login', text: 'Login', place: 'Log users in with OpenID Connect' },
  { to: '/developers/claims', text: 'Claims and roles', place: 'Log users in' },
]
const found = (query: string) => findPlaces(places, query).map(({ text }) => text)

test('the search finds what holds every word, the title that is the query first', () => {
  deepEqual(found('logout'), ['Logout', 'Sessions and logout'])
  deepEqual(found('post logout'), ['Logout'])
  deepEqual(found('roles CLAIMS'), ['Claims and roles'])
})

test('the search finds nothing for nothing, and for a word that is nowhere', () => {
  deepEqual(found('  '), [])
  deepEqual(found('claims nowhere'), [])
})
