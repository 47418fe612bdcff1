import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { user } from './admin-links.ts'
import * as links from './links.ts'

test('RT-16 the named routes lead where the specification says', () => {
  const { login, resetPassword, forgotPassword, reset2fa, signup, adminLogin } = links
  const named = { login, resetPassword, forgotPassword, reset2fa, signup, adminLogin }
  const addresses = Object.entries(named).map(([name, page]) => [name, links.hrefOf(page())])
  deepEqual(Object.fromEntries(addresses), {
    login: '/login',
    resetPassword: '/reset-password',
    forgotPassword: '/forgot-password',
    reset2fa: '/reset-mfa',
    signup: '/sign-up',
    adminLogin: '/admin/login',
  })
})

test('RT-16 adminLogin takes the page that the admin was on', () => {
  equal(
    links.hrefOf(links.adminLogin({ redirect: '/admin/users?q=a&b#c' })),
    '/admin/login?redirect=%2Fadmin%2Fusers%3Fq%3Da%26b%23c',
  )
})

test('RT-17 a link without values has no query', () => {
  equal(links.hrefOf(links.profile()), '/main/profile')
  equal(links.hrefOf(links.profile({ error_type: undefined })), '/main/profile')
})

test('RT-26 the id of a record is encoded in its address', () => {
  const link = user({ id: 'a/b?c', tab: 'activity' })
  equal(links.hrefOf(link), '/admin/users/a%2Fb%3Fc?tab=activity')
})

test('RT-16 a link to a part of a page ends with its fragment', () => {
  equal(links.hrefOf(links.partOf(links.security(), 'passkeys')), '/main/security#passkeys')
})
