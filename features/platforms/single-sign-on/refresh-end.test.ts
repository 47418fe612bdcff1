import { equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { findSubsystem, replaceClientSecret, updateSubsystem } from '#domain/platforms/subsystem.ts'
import type { Registration } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { discover } from '#test/platform-client.ts'
import { isActive, newPlatform, tokensOf, visitorOf, type Platform } from '#test/platform.ts'
import { ago, updateRows } from '#test/rows.ts'
import { drawKey, signingPlatform } from '#test/signing-platform.ts'

const fresh = 'another random secret'

test('P21: during the grace period older refresh tokens work with either secret, and stop working at its end', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { refresh } = await tokensOf(browser, hub)
  await replaceSecret(hub, 24)
  const renewed = { ...hub, config: await discover(hub.id, client.ClientSecretBasic(fresh)) }

  for (const each of [hub, renewed]) equal(await isAlive(each, refresh), true)
  const { refresh: next } = await tokensOf(browser, renewed)
  await endGrace(hub)

  equal(await isAlive(renewed, refresh), false)
  equal(await isActive(renewed, refresh), false)
  equal(await isAlive(renewed, next), true)
})

test('P21: a second replacement ends refresh tokens from before the first replacement', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { refresh: first } = await tokensOf(browser, hub)
  await replaceSecret(hub, 24)
  const renewed = { ...hub, config: await discover(hub.id, client.ClientSecretBasic(fresh)) }
  const { refresh: second } = await tokensOf(browser, renewed)
  await replaceSecret(hub, 24, 'a third random secret')

  equal(await isAlive(renewed, first), false)
  equal(await isAlive(renewed, second), true)
})

test('P21: without a grace period older refresh tokens end immediately, and a new login gets valid ones', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub)
  equal(await isActive(hub, access), true)
  await replaceSecret(hub, 0)
  const renewed = { ...hub, config: await discover(hub.id, client.ClientSecretBasic(fresh)) }

  equal(await isAlive(renewed, refresh), false)
  equal(await isAlive(renewed, (await tokensOf(browser, renewed)).refresh), true)
})

test('P21: a change of the authentication method ends refresh tokens, in either direction', async () => {
  const key = await drawKey('ES256')
  const methods: Partial<Registration>[] = [
    { clientSecret: fresh, jwks: null },
    { clientSecret: null, jwks: null },
    { clientSecret: null, jwks: { keys: [key.publicJwk] } },
  ]
  const auths = [
    client.ClientSecretBasic(fresh),
    client.None(),
    client.PrivateKeyJwt({ key: key.privateKey, kid: key.kid }),
  ]
  for (const from of [0, 1, 2]) {
    for (const to of [0, 1, 2].filter((each) => each !== from)) {
      const hub = await newPlatform({ ...methods[from]!, auth: auths[from]! })
      const { browser } = await visitorOf(hub)
      const { refresh } = await tokensOf(browser, hub)
      await change(hub, methods[to]!)
      const changed = { ...hub, config: await discover(hub.id, auths[to]!) }
      equal(await isAlive(changed, refresh), false, `${from} to ${to}`)
      // Changing back does not revive older tokens.
      await change(hub, methods[from]!)
      equal(await isAlive(hub, refresh), false, `${from} to ${to} and back`)
    }
  }
})

test('P21: removing a key ends refresh tokens; adding a key and other changes do not', async () => {
  const [key, other] = [await drawKey('ES256'), await drawKey('EdDSA')]
  const hub = await signingPlatform(key)
  const { browser } = await visitorOf(hub)
  const { refresh } = await tokensOf(browser, hub)

  await change(hub, { jwks: { keys: [other.publicJwk, key.publicJwk] } })
  equal(await isAlive(hub, refresh), true)
  await change(hub, { jwks: { keys: [other.publicJwk, key.publicJwk] }, mayInvite: true })
  equal(await isAlive(hub, refresh), true)
  await change(hub, { jwks: { keys: [key.publicJwk] } })
  equal(await isAlive(hub, refresh), false)
})

test('P21: registering the same secret again keeps refresh tokens valid', async () => {
  const hub = await newPlatform({ clientSecret: fresh })
  const { browser } = await visitorOf(hub)
  const { refresh } = await tokensOf(browser, hub)

  await change(hub, { clientSecret: fresh, name: 'Another name' })

  equal(await isAlive(hub, refresh), true)
})

async function isAlive({ config }: Platform, refresh: string): Promise<boolean> {
  try {
    ok((await client.refreshTokenGrant(config, refresh)).access_token)
    return true
  } catch (error) {
    await rejects(Promise.reject(error), { error: 'invalid_grant' })
    return false
  }
}

async function replaceSecret({ id }: Platform, graceHours: number, clientSecret = fresh) {
  const { version = 0 } = (await findSubsystem(db, id)) ?? {}
  equal(await replaceClientSecret(db, { id, version, clientSecret, graceHours }), true)
}

async function endGrace({ id }: Platform): Promise<void> {
  await updateRows('subsystems', { id }, { oldClientSecretUntil: ago('1 second') })
}

async function change({ id }: Platform, changes: Partial<Registration>): Promise<void> {
  const platform = await findSubsystem(db, id)
  const { clientSecretHash: _, ...registered } = platform!
  equal(await updateSubsystem(db, { ...registered, ...changes }), true)
}
