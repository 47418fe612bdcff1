import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { adminLoginUrl } from './leave.ts'

const here = '/admin/audit-logs?action=login_failed#row'
const notLoggedIn = new Refusal(errorCodes.notLoggedIn)

test('RT-27 an admin without a session is sent to the login with the requested page', () => {
  const search = new URLSearchParams({ redirectURL: here })
  equal(adminLoginUrl(notLoggedIn, here, false), `/admin/login?${search}`)
})

test('ER-02 an admin whose session has ended is sent to the login with the current page', () => {
  const search = new URLSearchParams({ redirect: here })
  equal(adminLoginUrl(notLoggedIn, here, true), `/admin/login?${search}`)
})

test('ER-01 with an identity provider, the browser goes to its login with the page', () => {
  const redirectTo = 'https://admin.example.com/auth-proxy/login'
  const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo })
  const search = new URLSearchParams({ redirectTo: here })
  equal(adminLoginUrl(refusal, here, true), `${redirectTo}?${search}`)
})

test('ER-01 a redirect URL that is not http(s) is ignored', () => {
  const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo: 'javascript:alert(1)' })
  equal(adminLoginUrl(refusal, here, false).startsWith('/admin/login?'), true)
})
