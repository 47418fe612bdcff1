import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import type { PlatformRole } from '#contract/platform-role.ts'
import {
  lockPlatformAccounts,
  setPlatformAccounts,
} from '#domain/platform-access/platform-account.ts'
import { findSubsystem, updateSubsystem } from '#domain/platforms/subsystem.ts'
import { db, transaction } from '#server/db.ts'
import { newPlatform, tokensOf, visitorOf, type Platform } from '#test/platform.ts'

const roles: PlatformRole[] = ['viewer', 'approver', 'payer'].map((id) => ({
  id,
  names: { en: id },
  byCompany: id === 'viewer',
}))
const withRoles = { extraScopes: ['roles'], roles }
const scope = 'openid roles'

async function giveRoles(userId: string, { id }: Platform, roleIds: string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const current = await lockPlatformAccounts(tx, userId)
    if (current)
      await setPlatformAccounts(tx, { kind: 'system' }, current, {
        wanted: current.accounts.map((each) =>
          each.id === id ? { id, roles: roleIds } : { id: each.id },
        ),
        reason: 'test',
      })
  })
}

async function change({ id }: Platform, facts: Partial<typeof withRoles>): Promise<void> {
  const platform = await findSubsystem(db, id)
  if (platform) equal(await updateSubsystem(db, { ...platform, ...facts }), true)
}

async function rolesAt(platform: Platform, access: string, userId: string): Promise<unknown> {
  return (await client.fetchUserInfo(platform.config, access, userId))['roles']
}

test('P25: tokens of a platform contain the roles of the user on that platform only', async () => {
  const [orders, other] = [await newPlatform(withRoles), await newPlatform(withRoles)]
  const { ada, browser } = await visitorOf(orders, other)
  await giveRoles(ada.id, orders, ['payer', 'approver'])
  const { access, claims } = await tokensOf(browser, orders, { scope })
  deepEqual(claims['roles'], ['approver', 'payer'])
  deepEqual(await rolesAt(orders, access, ada.id), ['approver', 'payer'])
  const elsewhere = await tokensOf(browser, other, { scope })
  deepEqual(elsewhere.claims['roles'], [])
  deepEqual(await rolesAt(other, elsewhere.access, ada.id), [])
})

test('P25: a revoked role is removed, and a granted role added, at the next refresh and at userinfo', async () => {
  const orders = await newPlatform(withRoles)
  const { ada, browser } = await visitorOf(orders)
  await giveRoles(ada.id, orders, ['approver'])
  const { access, refresh, claims } = await tokensOf(browser, orders, { scope })
  deepEqual(claims['roles'], ['approver'])
  await giveRoles(ada.id, orders, ['viewer'])
  const next = await client.refreshTokenGrant(orders.config, refresh)
  deepEqual(next.claims()?.['roles'], ['viewer'])
  deepEqual(await rolesAt(orders, access, ada.id), ['viewer'])
  await giveRoles(ada.id, orders, [])
  const last = await client.refreshTokenGrant(orders.config, next.refresh_token ?? refresh)
  deepEqual(last.claims()?.['roles'], [])
})

test('P25: a role that the platform no longer defines is in no claim, until it is defined again', async () => {
  const orders = await newPlatform(withRoles)
  const { ada, browser } = await visitorOf(orders)
  await giveRoles(ada.id, orders, ['approver', 'viewer'])
  const { access, refresh } = await tokensOf(browser, orders, { scope })
  await change(orders, { roles: roles.filter(({ id }) => id !== 'approver') })
  deepEqual(await rolesAt(orders, access, ada.id), ['viewer'])
  const next = await client.refreshTokenGrant(orders.config, refresh)
  deepEqual(next.claims()?.['roles'], ['viewer'])
  await change(orders, { roles })
  deepEqual(await rolesAt(orders, access, ada.id), ['approver', 'viewer'])
})

test('P25: a platform gets no roles if the request or its registration lacks the scope', async () => {
  const [orders, unlisted] = [
    await newPlatform(withRoles),
    await newPlatform({ ...withRoles, extraScopes: [] }),
  ]
  const { ada, browser } = await visitorOf(orders, unlisted)
  for (const platform of [orders, unlisted]) await giveRoles(ada.id, platform, ['approver'])
  const plain = await tokensOf(browser, orders)
  equal(plain.claims['roles'], undefined)
  equal(await rolesAt(orders, plain.access, ada.id), undefined)
  const claims = JSON.stringify({ userinfo: { roles: null }, id_token: { roles: null } })
  const byClaims = await tokensOf(browser, unlisted, { claims })
  equal(byClaims.claims['roles'], undefined)
  equal(await rolesAt(unlisted, byClaims.access, ada.id), undefined)
})
