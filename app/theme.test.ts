import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { getMe } from '#contract/me.ts'
import { commonErrors } from '#contract/refusal.ts'
import { cookies } from '#server/cookies.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { saveTheme } from '../features/account/profile/contract.ts'

type Asking = { fetch: typeof fetch }

async function themeIn(browser: Asking, path: string): Promise<string | undefined> {
  const html = await (await browser.fetch(path)).text()
  const [, theme] = /^<!doctype html><html [^>]*data-theme="([a-z]+)"/.exec(html) ?? []
  match(html, new RegExp(`<meta name="color-scheme" content="${theme ?? 'light dark'}">`))
  return theme
}

test('A8 the chosen theme is stored on the account, and is in the HTML of every page of its browsers', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  equal(await themeIn(laptop, '/main/home'), undefined)
  equal((await laptop.call(saveTheme, { body: { theme: 'dark' } })).theme, 'dark')
  const phone = await logIn(ada)
  for (const path of ['/main/home', '/main/profile', '/main/nothing'])
    equal(await themeIn(phone, path), 'dark', path)
  // The account's theme is now in a cookie, so public pages have it, too.
  equal(phone.cookies.get(cookies.theme), 'dark')
  equal(await themeIn(phone, '/terms-conditions'), 'dark')
  const [entry] = (await auditOf(ada.id)).filter(({ action }) => action === 'profile_changed')
  deepEqual(entry?.data, { before: { theme: null }, after: { theme: 'dark' } })

  equal((await laptop.call(saveTheme, { body: { theme: null } })).theme, null)
  equal(await themeIn(phone, '/main/home'), undefined)
  equal(await themeIn(phone, '/login'), undefined)
  equal((await phone.call(getMe, {})).theme, null)
})

test('A8 a cookie or a call accepts only the two themes', async () => {
  const guest = await visitor()
  for (const value of ['"><script>alert(1)</script>', 'blue', '', 'toString', 'Dark']) {
    guest.cookies.set(cookies.theme, value)
    equal(await themeIn(guest, '/login'), undefined, value)
  }
  guest.cookies.set(cookies.theme, 'light')
  equal(await themeIn(guest, '/login'), 'light')
  const ada = await logIn(await addUser())
  await refusedWith(
    commonErrors.invalidInput,
    ada.call(saveTheme, { body: { theme: 'blue' as 'dark' } }),
  )
  ok(await ada.isLoggedIn())
})
