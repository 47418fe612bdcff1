import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { splitToken } from './one-time-token.ts'

test('3W4: RT-10 the token is removed from the address, redirect_url stays, and user stays for the sign-up alone', () => {
  deepEqual(
    splitToken('/sign-up', '/sign-up/abc', '?redirect_url=https%3A%2F%2Fa.test&user=a%40b.c'),
    {
      token: 'abc',
      address: '/sign-up?redirect_url=https%3A%2F%2Fa.test&user=a%40b.c',
    },
  )
  deepEqual(splitToken('/reset-password', '/reset-password/abc', '?user=a%40b.c'), {
    token: 'abc',
    address: '/reset-password',
  })
})

test('RT-06 other query parameters are removed together with the token', () => {
  deepEqual(splitToken('/reset-password', '/reset-password/abc/', '?utm=1'), {
    token: 'abc',
    address: '/reset-password',
  })
})

test('RT-10 an address without a token is not changed', () => {
  equal(splitToken('/sign-up', '/sign-up', '?user=a'), undefined)
  equal(splitToken('/sign-up', '/sign-up/', ''), undefined)
  equal(splitToken('/sign-up', '/sign-upper/abc', ''), undefined)
  equal(splitToken('/sign-up', '/sign-up/abc/def', ''), undefined)
  equal(splitToken('/sign-up', '/sign-up/%E0%A4%A', ''), undefined)
})
