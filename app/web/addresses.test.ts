import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addresses } from './addresses.ts'

test('RT-16 the named routes lead to the paths of the specification', () => {
  const names = ['login', 'resetPassword', 'forgotPassword', 'reset2fa', 'signup', 'adminLogin']
  const named = Object.entries(addresses).filter(([name]) => names.includes(name))
  deepEqual(Object.fromEntries(named.map(([name, address]) => [name, address()])), {
    login: '/login',
    resetPassword: '/reset-password',
    forgotPassword: '/forgot-password',
    reset2fa: '/reset-mfa',
    signup: '/sign-up',
    adminLogin: '/admin/login',
  })
})

test('RT-16 adminLogin carries the page that the admin was on', () => {
  equal(
    addresses.adminLogin({ redirect: '/admin/users?q=a&b#c' }),
    '/admin/login?redirect=%2Fadmin%2Fusers%3Fq%3Da%26b%23c',
  )
})
