import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import type { PlatformRole } from '#contract/platform-role.ts'
import { lockPlatformAccounts, setPlatformAccounts } from '#domain/platform-account.ts'
import { findSubsystem, updateSubsystem } from '#domain/subsystem.ts'
import { db, transaction } from '#server/db.ts'
import { newPlatform, tokensOf, visitorOf, type Platform } from '#test/platform.ts'

const roles: PlatformRole[] = ['viewer', 'approver', 'payer'].map((id) => ({
  id,
  names: { en: id },
  byCompany: id === 'viewer',
}))
const withRoles = { extraScopes: ['roles'], roles }
const scope = 'openid roles'

async function give(userId: string, { id }: Platform, given: string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const held = await lockPlatformAccounts(tx, userId)
    if (held)
      await setPlatformAccounts(tx, { kind: 'system' }, held, {
        wanted: held.accounts.map((each) =>
          each.id === id ? { id, roles: given } : { id: each.id },
        ),
        reason: 'test',
      })
  })
}

async function rename({ id }: Platform, change: Partial<typeof withRoles>): Promise<void> {
  const known = await findSubsystem(db, id)
  if (known) equal(await updateSubsystem(db, { ...known, ...change }), true)
}

async function rolesAt(platform: Platform, access: string, userId: string): Promise<unknown> {
  return (await client.fetchUserInfo(platform.config, access, userId))['roles']
}

test('P25: the roles of a user on a platform are in its tokens, each platform gets its own alone', async () => {
  const [orders, other] = [await newPlatform(withRoles), await newPlatform(withRoles)]
  const { ada, browser } = await visitorOf(orders, other)
  await give(ada.id, orders, ['payer', 'approver'])
  const { access, claims } = await tokensOf(browser, orders, { scope })
  deepEqual(claims['roles'], ['approver', 'payer'])
  deepEqual(await rolesAt(orders, access, ada.id), ['approver', 'payer'])
  const elsewhere = await tokensOf(browser, other, { scope })
  deepEqual(elsewhere.claims['roles'], [])
  deepEqual(await rolesAt(other, elsewhere.access, ada.id), [])
})

test('P25: a role that is taken away is gone at the next refresh and at userinfo, a new one is there', async () => {
  const orders = await newPlatform(withRoles)
  const { ada, browser } = await visitorOf(orders)
  await give(ada.id, orders, ['approver'])
  const { access, refresh, claims } = await tokensOf(browser, orders, { scope })
  deepEqual(claims['roles'], ['approver'])
  await give(ada.id, orders, ['viewer'])
  const next = await client.refreshTokenGrant(orders.config, refresh)
  deepEqual(next.claims()?.['roles'], ['viewer'])
  deepEqual(await rolesAt(orders, access, ada.id), ['viewer'])
  await give(ada.id, orders, [])
  const last = await client.refreshTokenGrant(orders.config, next.refresh_token ?? refresh)
  deepEqual(last.claims()?.['roles'], [])
})

test('P25: a role that the platform names no longer is in no claim, and comes back with its name', async () => {
  const orders = await newPlatform(withRoles)
  const { ada, browser } = await visitorOf(orders)
  await give(ada.id, orders, ['approver', 'viewer'])
  const { access, refresh } = await tokensOf(browser, orders, { scope })
  await rename(orders, { roles: roles.filter(({ id }) => id !== 'approver') })
  deepEqual(await rolesAt(orders, access, ada.id), ['viewer'])
  const next = await client.refreshTokenGrant(orders.config, refresh)
  deepEqual(next.claims()?.['roles'], ['viewer'])
  await rename(orders, { roles })
  deepEqual(await rolesAt(orders, access, ada.id), ['approver', 'viewer'])
})

test('P25: without the scope, or the scope in its registration, a platform learns no roles', async () => {
  const [orders, unlisted] = [
    await newPlatform(withRoles),
    await newPlatform({ ...withRoles, extraScopes: [] }),
  ]
  const { ada, browser } = await visitorOf(orders, unlisted)
  for (const platform of [orders, unlisted]) await give(ada.id, platform, ['approver'])
  const plain = await tokensOf(browser, orders)
  equal(plain.claims['roles'], undefined)
  equal(await rolesAt(orders, plain.access, ada.id), undefined)
  const claims = JSON.stringify({ userinfo: { roles: null }, id_token: { roles: null } })
  const named = await tokensOf(browser, unlisted, { claims })
  equal(named.claims['roles'], undefined)
  equal(await rolesAt(unlisted, named.access, ada.id), undefined)
})
