import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { db, rows, run, sql } from '#server/db.ts'
import { logIn, visitor } from '#test/people.ts'
import {
  ask,
  enter,
  exchange,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  visitorOf,
} from '#test/platform.ts'

test('a platform that asks without showing anything hears that a login is needed, or that entry is refused', async () => {
  const hub = await newPlatform()
  const stranger = await visitorOf()

  const loggedOut = await enter(await visitor(), hub, { prompt: 'none' })
  const refused = await enter(stranger.browser, hub, { prompt: 'none' })

  equal(loggedOut.back.searchParams.get('error'), 'login_required')
  equal(refused.back.searchParams.get('error'), 'access_denied')
})

test('a platform that asks without showing anything lets in whoever is logged in at the portal', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)

  const tokens = await exchange(hub, await enter(browser, hub, { prompt: 'none' }))

  equal(tokens.claims()?.sub, ada.id)
})

test('a platform that asks for a new login gets one, and nobody is logged out by the asking', async () => {
  const hub = await newPlatform()
  const { ada, browser } = await visitorOf(hub)
  const { access } = await tokensOf(browser, hub)

  const asked = await ask(hub, { prompt: 'login' })
  const { url } = await follow(browser, asked.url)

  equal(url.pathname, '/login')
  const again = url.searchParams.get('redirect') ?? ''
  equal(await isActive(hub, access), true)
  equal((await follow(browser, again)).url.pathname, '/login')
  for (const cookie of (await logIn(ada)).cookies) browser.cookies.set(...cookie)
  const { url: back } = await follow(browser, again)
  const tokens = await exchange(hub, { ...asked, back })
  equal(tokens.claims()?.sub, ada.id)
  equal(tokens.claims()?.auth_time, await lastLoginOf(ada.id))
})

test('a login that was asked for anew is asked for once, also when nobody was logged in', async () => {
  const hub = await newPlatform()
  const { ada, browser: other } = await visitorOf(hub)
  const browser = await visitor()

  const asked = await ask(hub, { prompt: 'login' })
  const { url } = await follow(browser, asked.url)
  for (const cookie of other.cookies) browser.cookies.set(...cookie)
  const { url: back } = await follow(browser, url.searchParams.get('redirect') ?? '')

  equal((await exchange(hub, { ...asked, back })).claims()?.sub, ada.id)
})

test('a login that is older than a platform accepts is asked for anew', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  await exchange(hub, await enter(browser, hub, { max_age: '60' }))
  const old = await visitorOf(hub)
  await run(
    db,
    sql`
    update sessions set created_at = created_at - interval '61 seconds' where user_id = ${old.ada.id}`,
  )

  const { url } = await follow(old.browser, (await ask(hub, { max_age: '60' })).url)

  equal(url.pathname, '/login')
  equal(await old.browser.isLoggedIn(), true)
})

test('a platform that means somebody else is told that a login is needed', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const grace = await visitorOf(hub)
  const { idToken } = await tokensOf(grace.browser, hub)

  const { back } = await enter(browser, hub, { id_token_hint: idToken })

  equal(back.searchParams.get('error'), 'login_required')
})

test('a way to the login that is too old, or of another browser, says so in the language of the browser', async () => {
  const browser = await visitor()
  const answer = await browser.fetch('/sign-on/gone', { headers: { 'accept-language': 'ar' } })

  equal(answer.status, 400)
  match(await answer.text(), /<html lang="ar" dir="rtl">/)
})

async function lastLoginOf(userId: string): Promise<number> {
  const [last] = await rows<{ createdAt: Date }>(
    db,
    sql`select created_at from sessions where user_id = ${userId} order by created_at desc limit 1`,
  )
  return Math.floor((last?.createdAt.getTime() ?? 0) / 1000)
}
