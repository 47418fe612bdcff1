import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { visitor } from '#test/people.ts'
import { buildAuthorizationRequest, follow, newPlatform } from '#test/platform.ts'
import { now, updateRows } from '#test/rows.ts'
import { sessionEndMessages } from '../../../app/web/public/texts/messages.ts'
import { platformAccessMessages } from '../../../app/web/texts/messages.ts'
import { findLoginFacts } from './document.ts'

const origin = {
  ipAddress: '198.51.100.1',
  userAgent: '',
  requestId: 'request',
  browserToken: undefined,
}

test('U2: RT-30 the login page names the platform of the pending OpenID request or of redirect_url', async () => {
  const hub = await newPlatform()
  await newPlatform()
  await updateRows('subsystems', { id: hub.id }, { name: 'Business <hub>' })
  const request = await buildAuthorizationRequest(hub)
  const { url } = await follow(await visitor(), request.url)
  equal(url.pathname, '/login')
  deepEqual(await factsAt(url.search), { platform: 'Business <hub>', ended: undefined })
  const html = await documentAt(url.pathname + url.search)
  ok(html.includes('Business &lt;hub&gt;</bdi>'), 'the title')
  ok(!html.includes('Business <hub>'), 'escaped')

  await add('direct', 'https://direct.example')
  const search = `?redirect_url=${encodeURIComponent('https://direct.example/orders')}`
  equal((await factsAt(search))?.platform, 'Platform direct')
})

test('U2: the login page names no platform for an unknown, expired or guessed request, a deactivated platform or a foreign URL', async () => {
  const hub = await newPlatform()
  const request = await buildAuthorizationRequest(hub)
  const { url } = await follow(await visitor(), request.url)
  const uid = (url.searchParams.get('redirect') ?? '').slice('/sign-on/'.length)
  for (const redirect of [
    '/sign-on/',
    `/sign-on/${uid}x`,
    `/sign-on/${uid.slice(1)}`,
    '/sign-on/%00',
    `/sign-on/${'x'.repeat(65)}`,
    '/forward-auth/start?subsystem=unknown',
    '/forward-auth/start?subsystem=%00',
    '/main/security',
  ]) {
    equal(await factsAt(`?${new URLSearchParams({ redirect })}`), undefined, redirect)
  }
  equal(await factsAt('?redirect_url=https://evil.example'), undefined)
  await updateRows('oidc_records', { model: 'Interaction' }, { expiresAt: now })
  equal(await factsAt(url.search), undefined)
})

test('3W9: the document of the login contains the notice of a refused platform, and none of the texts of its URL', async () => {
  await add('refusing', 'https://refusing.example')
  const html = await documentAt('/login?forbidden_subsystem=refusing&error_type=no_access')
  ok(html.includes(platformAccessMessages.en.noAccessTitle({ name: 'Platform refusing' })))
  const forged = await documentAt('/login?forbidden_subsystem=Call+555+0100&error_type=Call+555')
  ok(!forged.includes('555'))
  ok(
    forged.includes(
      platformAccessMessages.en
        .noAccessTitle({ name: platformAccessMessages.en.thePlatform })
        .slice(1),
    ),
  )
  const ended = await documentAt('/login?logged_out=elsewhere')
  ok(ended.includes(sessionEndMessages.en.loggedOutTitle))
})

test('the login page names a platform behind a forward-auth proxy', async () => {
  await add('desk', 'https://desk.example')
  const redirect = '/forward-auth/start?subsystem=desk&rd=https%3A%2F%2Fdesk.example%2F&state=x'
  const search = `?${new URLSearchParams({ redirect })}`
  equal((await factsAt(search))?.platform, 'Platform desk')
  await add('desk', 'https://desk.example', false)
  equal(await factsAt(search), undefined)
})

test("M7: the login page shows why the session ended, in the browser's language, and ignores unknown reasons", async () => {
  for (const [url, text] of [
    ['/login?ended=endedIdle', 'inactive for a while'],
    ['/admin/login?ended=endedPassword&ui_locales=fr', 'mot de passe a été changé'],
  ] as const) {
    ok((await documentAt(url)).includes(text), url)
  }
  ok(!(await documentAt('/login?ended=<b>')).includes('<b>'))
  equal(await factsAt('?ended=other'), undefined)
})

function factsAt(search: string) {
  return findLoginFacts(db, { search, origin })
}

async function documentAt(url: string): Promise<string> {
  return (await (await theServer()).inject(url)).body
}

function add(id: string, url: string, active = true): Promise<void> {
  return upsertSubsystem(db, {
    id,
    name: `Platform ${id}`,
    url,
    active,
    clientSecret: 'a secret',
    redirectUris: [`${url}/callback`],
    postLogoutUris: [],
    backchannelLogoutUri: null,
  })
}
