import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { findSubsystem, updateSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import {
  enterProxied,
  newProxied,
  pairFor,
  pairOf,
  verify,
  type Pair,
  type Proxied,
} from '#test/proxied.ts'
import { updateRows } from '#test/rows.ts'

const role = (id: string) => ({ id, names: { en: id }, byCompany: false })

async function rolesIn(pair: Pair, platform: Proxied): Promise<unknown> {
  const token = (await verify(pair.there, platform)).headers.get('x-portico-identity') ?? ''
  return decodeJwt(token)['roles']
}

async function give(userId: string, { id }: Proxied, roles: string[]): Promise<void> {
  await updateRows('subsystem_accounts', { userId, subsystemId: id }, { roles })
}

test('P25: the signed identity contains the current roles on that platform with each request', async () => {
  const orders = await newProxied('http', ['viewer', 'approver'].map(role))
  const other = await newProxied('http', ['viewer'].map(role))
  const { ada, ...pair } = await pairOf('203.0.113.71', orders, other)
  await give(ada.id, orders, ['viewer', 'approver'])
  await enterProxied(pair, orders)
  const elsewhere = await pairFor(ada, '203.0.113.71')
  await enterProxied(elsewhere, other)
  deepEqual(await rolesIn(pair, orders), ['approver', 'viewer'])
  deepEqual(await rolesIn(elsewhere, other), [])
  await give(ada.id, orders, ['viewer'])
  deepEqual(await rolesIn(pair, orders), ['viewer'])
  const platform = await findSubsystem(db, orders.id)
  if (platform) equal(await updateSubsystem(db, { ...platform, roles: [role('approver')] }), true)
  deepEqual(await rolesIn(pair, orders), [])
})

test('P25: the identity for a platform without roles has no roles claim', async () => {
  const orders = await newProxied()
  const { ada, ...pair } = await pairOf('203.0.113.72', orders)
  await give(ada.id, orders, ['approver'])
  await enterProxied(pair, orders)
  equal(await rolesIn(pair, orders), undefined)
})
