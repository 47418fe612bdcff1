// own process: sets PUBLIC_URL
import { origin } from '#test/https.ts'
import { deepEqual, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { createCall, type Call } from '#contract/call.ts'
import { newBrowser, type Browser } from '#test/browser.ts'
import { addAdmin, addPlatform, addUser, codeOf } from '#test/people.ts'
import { adminLogin, verifyAdminCode } from '../features/account/sign-in/admin-contract.ts'
import { login, verifyCode } from '../features/account/sign-in/contract.ts'

type Recorder = Browser & { call: Call; lines: string[] }

/** Creates a browser on https that records each Set-Cookie line. */
async function recorder(): Promise<Recorder> {
  const browser = await newBrowser()
  const lines: string[] = []
  const recording: typeof fetch = async (input, init = {}) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), origin }
    const answer = await browser.fetch(input, { ...init, headers })
    lines.push(...answer.headers.getSetCookie().filter((line) => !/^[^=]+=;/.test(line)))
    return answer
  }
  const call = createCall({ fetch: recording, base: (path) => `/api${path}` })
  return { cookies: browser.cookies, fetch: recording, call, lines }
}

const namesOf = (lines: readonly string[]) =>
  [...new Set(lines.map((line) => line.split('=')[0] ?? ''))].sort()

test('S1: on https, each login cookie begins with __Host- and is Secure, HttpOnly and SameSite=Lax', async () => {
  const ada = await addUser()
  const grace = await addAdmin()
  const browser = await recorder()
  await browser.call(login, { body: { email: ada.email, password: ada.password } })
  await browser.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  await browser.call(adminLogin, { body: { email: grace.email, password: grace.password } })
  await browser.call(verifyAdminCode, { body: { otp: codeOf(grace.secret) } })

  deepEqual(namesOf(browser.lines), [
    '__Host-portico',
    '__Host-portico-admin',
    '__Host-portico-admin-login',
    '__Host-portico-browser',
    '__Host-portico-login',
    '__Host-portico-visitor',
  ])
  for (const line of browser.lines) {
    match(
      line,
      /^__Host-[\w-]+=[\w-]{43}; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  }
})

test('S1: on https, the provider’s cookies begin with __Secure- and are Secure, HttpOnly and SameSite=Lax', async () => {
  const hub = await addPlatform({ id: 'hub', redirectUris: ['https://hub.example/callback'] })
  const browser = await recorder()
  const query = new URLSearchParams({
    client_id: hub.id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: 'https://hub.example/callback',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  await browser.fetch(`/oidc/auth?${query}`)
  await browser.fetch('/oidc/session/end')

  const lines = browser.lines.filter((line) => line.includes('portico-op'))
  ok(lines.some((line) => line.startsWith('__Secure-portico-op=')))
  ok(lines.some((line) => line.startsWith('__Secure-portico-op-sign-on=')))
  for (const line of lines) {
    match(line, /^__Secure-/)
    for (const flag of ['; httponly', '; secure', '; samesite=lax']) {
      ok(line.toLowerCase().includes(flag), `${flag} of ${line}`)
    }
    ok(!/domain=/i.test(line), line)
  }
})

test('S1: cookies on a platform’s https host begin with __Host- and are Secure, HttpOnly and SameSite=Lax', async () => {
  await addPlatform({ id: 'orders', entryOrigin: 'https://orders.example' })
  const browser = await recorder()
  const query = new URLSearchParams({ subsystem: 'orders', rd: 'https://orders.example/' })
  await browser.fetch(`/.portico/start?${query}`)
  const [line = '', ...more] = browser.lines
  deepEqual(more, [])
  match(
    line,
    /^__Host-portico-entry-state=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})
