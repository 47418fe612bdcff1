import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { findPlaces } from './find.ts'

const places = [
  { to: '/developers/logout', text: 'Sessions and logout', place: 'Log users in' },
  { to: '/developers/api/log-in/logout', text: 'Logout', place: 'Log in', method: 'POST' },
  { to: '/developers/login#login', text: 'Login', place: 'Log users in with OpenID Connect' },
  { to: '/developers/claims', text: 'Claims and roles', place: 'Log users in' },
]
const titlesFor = (query: string) => findPlaces(places, query).map(({ text }) => text)

test('the search finds places that contain every word, an exact title first', () => {
  deepEqual(titlesFor('logout'), ['Logout', 'Sessions and logout'])
  deepEqual(titlesFor('post logout'), ['Logout'])
  deepEqual(titlesFor('roles CLAIMS'), ['Claims and roles'])
})

test('an empty query or an unknown word returns no results', () => {
  deepEqual(titlesFor('  '), [])
  deepEqual(titlesFor('claims nowhere'), [])
})
