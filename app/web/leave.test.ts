import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { adminLoginUrl } from './leave.ts'

const here = '/admin/audit-logs?action=login_failed#row'
const notLoggedIn = new Refusal(errorCodes.notLoggedIn)

test('RT-27 an admin without a session is redirected to the login with the requested page', () => {
  const search = new URLSearchParams({ redirectURL: here })
  equal(adminLoginUrl(notLoggedIn, here, false), `/admin/login?${search}`)
})

test('3W15 ER-02 an admin whose session has ended is redirected to the login with page and reason', () => {
  const search = new URLSearchParams({ redirect: here, ended: 'endedUnknown' })
  equal(adminLoginUrl(notLoggedIn, here, true), `/admin/login?${search}`)
})

test('ER-01 with an identity provider, the browser is redirected to its login with the current page', () => {
  const redirectTo = 'https://admin.example.com/auth-proxy/login'
  const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo, source: 'auth-proxy' })
  const search = new URLSearchParams({ redirectTo: here })
  equal(adminLoginUrl(refusal, here, true), `${redirectTo}?${search}`)
})

test('M15: ER-01 a redirectTo that is a path is followed and keeps its query', () => {
  const source = 'auth-proxy'
  const search = new URLSearchParams({ redirectTo: here })
  for (const [redirectTo, target] of [
    ['/auth-proxy/login', `/auth-proxy/login?${search}`],
    ['/auth-proxy/login?tenant=1', `/auth-proxy/login?tenant=1&${search}`],
  ]) {
    const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo, source })
    equal(adminLoginUrl(refusal, here, true), target)
  }
})

test('M15: ER-01 only the auth-proxy may send an admin to another login', () => {
  const redirectTo = 'https://admin.example.com/auth-proxy/login'
  for (const source of ['portico', 'elsewhere', undefined]) {
    const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo, source })
    equal(adminLoginUrl(refusal, here, true).startsWith('/admin/login?'), true, source)
  }
})

test('ER-01 a redirect URL that is not http(s) is ignored', () => {
  const source = 'auth-proxy'
  for (const redirectTo of [
    'javascript:alert(1)',
    '//evil.test',
    String.raw`/\evil.test`,
    '',
    'x',
  ]) {
    const refusal = new Refusal(errorCodes.adminNotLoggedIn, { redirectTo, source })
    equal(adminLoginUrl(refusal, here, false).startsWith('/admin/login?'), true, redirectTo)
  }
})
