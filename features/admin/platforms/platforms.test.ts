// own process: expects no platforms but those of this file
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { errorCodes } from '#contract/refusal.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { findPlatformByUrl } from '#domain/platforms/subsystem.ts'
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

test('the secret is returned once; no later response, audit row or column contains it', async () => {
  const { id, clientSecret } = await register(browser)
  match(clientSecret, /^[\w-]{43}$/)
  const single = await browser.call(contract.getPlatform, { params: { id } })
  const listed = await browser.call(contract.listPlatforms, { query: {} })
  const stored = await row(db)`select to_jsonb(s) as row from subsystems s where id = ${id}`
  const entries = await auditOf(id)
  ok(!JSON.stringify([single, listed, stored, entries]).includes(clientSecret))
  const { action, data } = entries[0] ?? {}
  equal(action, 'platform_added')
  equal((data?.['after'] as { url?: string } | undefined)?.url, single.url)
})

test('PE-05 listing platforms requires manage_platform, and changing one also requires a recent step-up', async () => {
  const { id } = await register(browser)
  const body = newRegistration()
  const support = await logInAdmin(await addAdmin({ roles: ['support', 'user_admin', 'auditor'] }))
  await refusedWith(errorCodes.forbidden, support.call(contract.listPlatforms, { query: {} }))
  await refusedWith(errorCodes.forbidden, support.call(contract.addPlatform, { body }))
  const stale = await logInAdmin(admin, { hasRecentStepUp: false })
  const etag = '"1"'
  const request = { params: { id }, headers: { 'if-match': etag } }
  const { id: _, ...facts } = body
  await refusedWith(errorCodes.stepUpRequired, stale.call(contract.addPlatform, { body }))
  await refusedWith(
    errorCodes.stepUpRequired,
    stale.call(contract.changePlatform, { ...request, body: facts }),
  )
  await refusedWith(
    errorCodes.stepUpRequired,
    stale.call(contract.replaceSecret, { ...request, body: { graceHours: 0 } }),
  )
  equal((await stale.call(contract.getPlatform, { params: { id } })).id, id)
})

test('a change takes effect immediately, and the audit log contains both states', async () => {
  const platform = await register(browser)
  const { id, url } = platform
  const { etag } = await browser.call(contract.getPlatform, { params: { id } })
  equal(await findPlatformByUrl(db, 'https://elsewhere.example/x'), undefined)
  const body = { ...changesOf(platform), name: 'Renamed', origins: ['https://elsewhere.example/'] }
  const request = { params: { id }, headers: { 'if-match': etag } }
  const changed = await browser.call(contract.changePlatform, { ...request, body })
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

test('if two admins change a platform concurrently, the second gets the name of the first in the refusal', async () => {
  const platform = await register(browser)
  const { id } = platform
  const { etag } = await browser.call(contract.getPlatform, { params: { id } })
  const request = { params: { id }, headers: { 'if-match': etag } }
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      browser.call(contract.changePlatform, {
        ...request,
        body: { ...changesOf(platform), name: `Try ${index}` },
      }),
    ),
  )
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  const late = browser.call(contract.changePlatform, { ...request, body: changesOf(platform) })
  const { faults } = await refusedWith(errorCodes.changedMeanwhile, late)
  equal(faults[0]?.by, 'Grace Hopper')
})

test('an unknown platform answers 404', async () => {
  for (const id of ['nobody', '../../x', "';--"]) {
    await refusedWith(errorCodes.notFound, browser.call(contract.getPlatform, { params: { id } }))
    const resend = browser.call(contract.resendNotifications, { params: { id }, body: {} })
    await refusedWith(errorCodes.notFound, resend)
  }
})

test('AP-21 platforms are listed by name, page by page', async () => {
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
