// own process: expects the platforms of this file only
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { errorCodes } from '#contract/refusal.ts'
import { grantAccess } from '#domain/platform-account.ts'
import { findPlatformByUrl } from '#domain/subsystem.ts'
import { db, row } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { issuer, platformFetch } from '#test/platform-client.ts'
import { authorize, exchange } from '#test/platform.ts'
import { changesOf, newRegistration, register } from '#test/registered-platforms.ts'
import * as contract from './contract.ts'

const admin = await addAdmin({ firstname: 'Grace', lastname: 'Hopper' })
const browser = await logInAdmin(admin)

test('a real client logs in to a registered platform with the settings that the admin copies', async () => {
  const { id, clientSecret, redirectUris } = await register(browser)
  const { settings } = await browser.call(contract.getPlatform, { params: { id } })
  equal(settings.issuer, issuer)
  equal(settings.discovery, `${issuer}/.well-known/openid-configuration`)
  const config = await client.discovery(
    new URL(settings.issuer),
    id,
    {},
    client.ClientSecretBasic(clientSecret),
    { execute: [client.allowInsecureRequests], [client.customFetch]: platformFetch },
  )
  const ada = await addUser()
  await grantAccess(db, ada.id, [id])
  const platform = { id, callback: redirectUris[0] ?? '', config }
  const tokens = await exchange(platform, await authorize(await logIn(ada), platform))
  equal(tokens.claims()?.sub, ada.id)
})

test('the secret is shown once: no later answer, audit row or column holds it', async () => {
  const { id, clientSecret } = await register(browser)
  match(clientSecret, /^[\w-]{43}$/)
  const shown = await browser.call(contract.getPlatform, { params: { id } })
  const listed = await browser.call(contract.listPlatforms, { query: {} })
  const kept = await row(db)`select to_jsonb(s) as row from subsystems s where id = ${id}`
  const recorded = await auditOf(id)
  ok(!JSON.stringify([shown, listed, kept, recorded]).includes(clientSecret))
  const { action, data } = recorded[0] ?? {}
  equal(action, 'platform_added')
  equal((data?.['after'] as { url?: string } | undefined)?.url, shown.url)
})

test('PE-05 only who may manage platforms sees or changes one, and not without a fresh code', async () => {
  const { id } = await register(browser)
  const body = newRegistration()
  const support = await logInAdmin(await addAdmin({ roles: ['support', 'user_admin', 'auditor'] }))
  await refusedWith(errorCodes.forbidden, support.call(contract.listPlatforms, { query: {} }))
  await refusedWith(errorCodes.forbidden, support.call(contract.addPlatform, { body }))
  const stale = await logInAdmin(admin, { hasRecentStepUp: false })
  const etag = '"1"'
  const one = { params: { id }, headers: { 'if-match': etag } }
  const { id: _, ...facts } = body
  await refusedWith(errorCodes.stepUpRequired, stale.call(contract.addPlatform, { body }))
  await refusedWith(
    errorCodes.stepUpRequired,
    stale.call(contract.changePlatform, { ...one, body: facts }),
  )
  await refusedWith(
    errorCodes.stepUpRequired,
    stale.call(contract.replaceSecret, { ...one, body: { graceHours: 0 } }),
  )
  equal((await stale.call(contract.getPlatform, { params: { id } })).id, id)
})

test('a change counts from the next call on, and both states stand in the log', async () => {
  const platform = await register(browser)
  const { id, url } = platform
  const { etag } = await browser.call(contract.getPlatform, { params: { id } })
  equal(await findPlatformByUrl(db, 'https://elsewhere.example/x'), undefined)
  const body = { ...changesOf(platform), name: 'Renamed', origins: ['https://elsewhere.example/'] }
  const one = { params: { id }, headers: { 'if-match': etag } }
  const changed = await browser.call(contract.changePlatform, { ...one, body })
  deepEqual([changed.name, changed.clientSecret], ['Renamed', null])
  deepEqual(changed.origins, ['https://elsewhere.example'])
  equal((await findPlatformByUrl(db, 'https://elsewhere.example/x'))?.platform.id, id)
  equal((await findPlatformByUrl(db, `${url}/x`))?.platform.id, id)
  const { action, data } = (await auditOf(id)).at(-1) ?? {}
  equal(action, 'platform_changed')
  deepEqual(
    [data?.['before'], data?.['after']].map((state) => (state as { name?: string }).name),
    [platform.name, 'Renamed'],
  )
})

test('of two admins who change a platform at once the second learns who was first', async () => {
  const platform = await register(browser)
  const { id } = platform
  const { etag } = await browser.call(contract.getPlatform, { params: { id } })
  const one = { params: { id }, headers: { 'if-match': etag } }
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      browser.call(contract.changePlatform, {
        ...one,
        body: { ...changesOf(platform), name: `Try ${index}` },
      }),
    ),
  )
  equal(tries.filter(({ status }) => status === 'fulfilled').length, 1)
  const late = browser.call(contract.changePlatform, { ...one, body: changesOf(platform) })
  const { faults } = await refusedWith(errorCodes.changedMeanwhile, late)
  equal(faults[0]?.by, 'Grace Hopper')
})

test('a platform that is not there is not found', async () => {
  for (const id of ['nobody', '../../x', "';--"]) {
    await refusedWith(errorCodes.notFound, browser.call(contract.getPlatform, { params: { id } }))
    const tell = browser.call(contract.resendNotifications, { params: { id }, body: {} })
    await refusedWith(errorCodes.notFound, tell)
  }
})

test('AP-21 the list is by name, page by page', async () => {
  const names: string[] = []
  let path = '/api/admin/platforms?limit=2'
  while (path !== '') {
    const answer = await browser.fetch(path)
    names.push(...((await answer.json()) as { name: string }[]).map(({ name }) => name))
    path = answer.headers.get('x-next-url') ?? ''
  }
  deepEqual(names, names.toSorted(new Intl.Collator('und').compare))
  equal(names.length, new Set(names).size)
  ok(names.length >= 4)
})
