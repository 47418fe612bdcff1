import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { contentSecurityPolicy, documentPolicy, securityHeaders } from './security-headers.ts'

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

test('S1: every response of every part has the same security headers', async () => {
  const server = await theServer()
  const { 'content-security-policy': _, ...expected } = securityHeaders(false)
  const { 'permissions-policy': permissions, ...others } = expected
  deepEqual(others, {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  const denied = (permissions ?? '').split(', ').filter((each) => each.endsWith('=()'))
  equal(denied.length, 10)
  match(permissions ?? '', /^([a-z-]+=\((self)?\)(, |$))+$/)
  for (const url of [
    '/login',
    '/api/users/me',
    '/nothing',
    '/healthz',
    '/api/%',
    '/assets/none.js',
  ]) {
    const { headers } = await server.inject(url)
    const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, headers[name]]))
    deepEqual(actual, expected, url)
    match(String(headers['content-security-policy']), /^default-src 'none'; /, url)
    match(
      String(headers['content-security-policy']),
      /; base-uri 'none'; form-action '\w+'; frame-ancestors 'none'$/,
    )
  }
})

test('S1: on https, Strict-Transport-Security lasts two years', () => {
  const name = 'strict-transport-security'
  equal(securityHeaders(true)[name], 'max-age=63072000; includeSubDomains')
  equal(securityHeaders(false)[name], undefined)
})

test('S1: a Content-Security-Policy denies everything by default', () => {
  equal(contentSecurityPolicy(), nothing)
  equal(securityHeaders(true)['content-security-policy'], nothing)
  equal(
    documentPolicy({ apis: ['https://api.example'], pictures: [], style: '' }),
    "default-src 'none'; script-src 'self'; style-src 'self' " +
      "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; worker-src 'self'; " +
      "connect-src 'self' https://api.example; img-src 'self' data:; font-src 'self'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  )
})

test('3Z14: only the pages with a human check may create its policy for HTML', async () => {
  const server = await theServer()
  for (const [url, policies] of [
    ['/sign-up', 'default svelte-trusted-html'],
    ['/sign-up/token', 'default svelte-trusted-html'],
    ['/forgot-password', 'default svelte-trusted-html'],
    ['/forgot-password?sent', 'default svelte-trusted-html'],
    ['/login', "'none'"],
    ['/nothing', "'none'"],
    ['/admin/login', "'none'"],
    ['/main/home', "'none'"],
    ['/developers', "'none'"],
    ['/admin/overview', 'default'],
  ] as const) {
    const { headers } = await server.inject(url)
    const policy = String(headers['content-security-policy'])
    equal(/; trusted-types ([^;]+);/.exec(policy)?.[1], policies, url)
  }
})

test('S1: a page with a token in its URL forbids referrers, caching and indexing', async () => {
  const server = await theServer()
  for (const url of ['/sign-up/token', '/reset-password/token', '/sign-up?user=token']) {
    const { headers } = await server.inject(url)
    deepEqual(
      [headers['referrer-policy'], headers['cache-control'], headers['x-robots-tag']],
      ['no-referrer', 'no-store', 'noindex'],
      url,
    )
  }
})
