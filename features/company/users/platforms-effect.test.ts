import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { db, scalar, sql } from '#server/db.ts'
import { addColleague, addDelegated } from '#test/delegated.ts'
import type { TestUser, Visitor } from '#test/people.ts'
import {
  authorize,
  buildAuthorizationRequest,
  follow,
  isActive,
  newPlatform,
  tokensOf,
  type Platform,
} from '#test/platform.ts'
import { enterProxied, newProxied, pairFor, verify } from '#test/proxied.ts'
import { updateRows } from '#test/rows.ts'
import { giveAccess, requestAccess } from '../requests/contract.ts'
import * as contract from './contract.ts'

const harbour = await addDelegated('Harbour Trading')
const boss = await addColleague(harbour, ['owner'])

/** Adds the platform to the company and to its delegation. */
async function delegate(id: string): Promise<void> {
  await updateRows(
    'partners',
    { id: harbour.partnerId },
    {
      subsystems: sql`array_append(subsystems, ${id})`,
      delegatedSubsystems: sql`array_append(delegated_subsystems, ${id})`,
    },
  )
}

async function newHub(): Promise<Platform> {
  const hub = await newPlatform()
  await delegate(hub.id)
  return hub
}

async function ask({ id, browser }: TestUser & { browser: Visitor }, subsystem: string) {
  await browser.call(requestAccess, { body: { subsystem, reason: '' } })
  return (await scalar<string>(db)`
    select id from access_requests where user_id = ${id} and decided_at is null`)!
}

const give = (id: string) => boss.browser.call(giveAccess, { params: { id }, body: {} })

async function takeAll({ id }: TestUser) {
  const params = { id }
  const { etag } = await boss.browser.call(contract.getColleague, { params })
  const headers = { 'if-match': etag }
  await boss.browser.call(contract.setColleaguePlatforms, {
    params,
    headers,
    body: { subsystems: [] },
  })
}

test('U17: granted access opens the platform in the running session; a revocation ends refresh and introspection', async () => {
  const hub = await newHub()
  const ada = await addColleague(harbour)
  const { browser } = ada
  const closed = await follow(browser, (await buildAuthorizationRequest(hub)).url)
  deepEqual(Object.fromEntries(closed.url.searchParams), {
    forbidden_subsystem: hub.id,
    error_type: 'no_access',
  })
  await give(await ask(ada, hub.id))
  const { access, refresh } = await tokensOf(browser, hub)
  equal(await isActive(hub, access), true)

  await takeAll(ada)
  equal(await isActive(hub, access), false)
  await rejects(client.refreshTokenGrant(hub.config, refresh), { error: 'invalid_grant' })
  const { back } = await authorize(browser, hub, { prompt: 'none' })
  equal(back.searchParams.get('error'), 'access_denied')
  equal(await browser.isLoggedIn(), true)

  await give(await ask(ada, hub.id))
  const again = await tokensOf(browser, hub)
  ok((await client.refreshTokenGrant(hub.config, again.refresh)).access_token)
  equal(await isActive(hub, access), false)
})

test('U17: granted and revoked access behind a proxy take effect at the next request', async () => {
  const orders = await newProxied()
  await delegate(orders.id)
  const ada = await addColleague(harbour)
  const pair = await pairFor(ada, '203.0.113.91')
  await give(await ask(ada, orders.id))
  await enterProxied(pair, orders)
  equal((await verify(pair.there, orders)).status, 200)
  await takeAll(ada)
  ok((await verify(pair.there, orders)).status !== 200)
})
