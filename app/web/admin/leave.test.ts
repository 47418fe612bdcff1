import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { loginAddress } from './leave.ts'

const here = '/admin/audit-logs?action=login_failed#row'
const notLoggedIn = new Refusal(errorCodes.notLoggedIn)

test('RT-27 an admin who comes from outside is sent to the login with the page she wanted', () => {
  const search = new URLSearchParams({ redirectURL: here })
  equal(loginAddress(notLoggedIn, here, false), `/admin/login?${search}`)
})

test('ER-02 an admin whose session is over is sent to the login with the page she was on', () => {
  const search = new URLSearchParams({ redirect: here })
  equal(loginAddress(notLoggedIn, here, true), `/admin/login?${search}`)
})

test('ER-01 where the identity provider logs admins in, the browser goes there with the page', () => {
  const redirectTo = 'https://admin.example.com/auth-proxy/login'
  const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo })
  const search = new URLSearchParams({ redirectTo: here })
  equal(loginAddress(refusal, here, true), `${redirectTo}?${search}`)
})

test('ER-01 an address that is none of the web is not followed', () => {
  const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo: 'javascript:alert(1)' })
  equal(loginAddress(refusal, here, false).startsWith('/admin/login?'), true)
})
