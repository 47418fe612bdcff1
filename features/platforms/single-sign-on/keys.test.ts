// own process: replaces the key of single sign-on
import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { db, rows, scalar, sql } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import { issuer } from '#test/platform-client.ts'
import { follow, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import { rotateKeysCommand } from '../../admin/keys/command.ts'
import { createProviderLoader } from './provider.ts'

test('a new key is published immediately and signs 90 seconds later; tokens signed by the old key stay valid', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const first = await tokensOf(browser, hub)
  const oldKid = decodeProtectedHeader(first.idToken).kid

  const [line = ''] = await rotateKeysCommand([])
  const newKid = /key (\S+) is published/.exec(line)?.[1]
  await untilKeysAreRead()

  deepEqual(await publishedKids(), [oldKid, newKid])
  equal(decodeProtectedHeader((await tokensOf(browser, hub)).idToken).kid, oldKid)
  equal((await getCurrentKey(db, 'oidc')).kid, oldKid)

  await updateRows('signing_keys', { kid: oldKid }, { retiredAt: now })
  await untilKeysAreRead()
  const second = await tokensOf(browser, hub)
  equal(decodeProtectedHeader(second.idToken).kid, newKid)
  equal((await getCurrentKey(db, 'oidc')).kid, newKid)
  deepEqual(await publishedKids(), [newKid, oldKid])
  const keys = createLocalJWKSet((await jwks()) as JSONWebKeySet)
  for (const token of [first.idToken, second.idToken]) {
    equal((await jwtVerify(token, keys, { issuer, audience: hub.id })).payload.iss, issuer)
  }
  const hint = new URLSearchParams({ id_token_hint: first.idToken })
  equal((await follow(browser, `${issuer}/session/end?${hint}`)).answer.status, 200)
})

test('a retired key is no longer published after its last token has expired', async () => {
  await rotateKeysCommand([])
  const retired = { use: 'oidc', retiredAt: sql`is not null` }
  await updateRows('signing_keys', retired, { retiredAt: ago('14 hours') })
  const old = await scalar<string>(db)`
    select kid from signing_keys where use = 'oidc' and retired_at is not null`
  await untilKeysAreRead()

  ok(!(await publishedKids()).includes(old))
})

test('no private key is published', async () => {
  const { keys } = await jwks()
  for (const key of keys) {
    deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  }
})

test('concurrent rotations succeed or fail as a whole, and each success is recorded', async () => {
  await getCurrentKey(db, 'sandbox')
  const answers = await Promise.allSettled([
    rotateKeysCommand(['sandbox']),
    rotateKeysCommand(['sandbox']),
    rotateKeysCommand(['sandbox']),
  ])

  const done = answers.filter(({ status }) => status === 'fulfilled')
  ok(done.length >= 1)
  const entries = await rows<{ actorKind: string; data: Record<string, string> }>(db)`
    select actor_kind, data from audit_log
    where action = 'signing_key_rotated' and data ->> 'use' = 'sandbox'`
  equal(entries.length, done.length)
  equal(entries[0]?.actorKind, 'system')
  notEqual(entries[0]?.data['kid'], entries[0]?.data['retiredKid'])
  const current = await rows(db)`
    select kid from signing_keys where use = 'sandbox' and retired_at is null`
  equal(current.length, 1)
})

test('the rotation command rejects an unknown or unused key', async () => {
  await rejects(rotateKeysCommand(['door']), /Say one key of oidc, audit/)
  await rejects(rotateKeysCommand(['forward-auth']), /not in use yet/)
})

test('the provider is recreated only when the keys have changed', async () => {
  const current = await createProviderLoader()
  const before = await current()
  equal(await current(), before)
})

test('a request that knows the rotated keys does not get the result of a check that began before the rotation', async () => {
  const loadProvider = await createProviderLoader()
  const before = await loadProvider()
  await untilKeysAreRead()

  const [early, late] = await Promise.all([
    loadProvider(),
    loadProvider('fingerprint after the rotation'),
  ])

  ok(early === before)
  ok(late !== before)
})

async function jwks(): Promise<{ keys: Record<string, unknown>[] }> {
  const server = await theServer()
  return (await server.inject({ url: '/oidc/jwks' })).json()
}

async function publishedKids(): Promise<unknown[]> {
  return (await jwks()).keys.map(({ kid }) => kid)
}

/** Waits until the server has read the keys again, which it does every second. */
function untilKeysAreRead(): Promise<void> {
  return delay(1_050)
}
