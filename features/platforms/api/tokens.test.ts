import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { errorCodes } from '#contract/refusal.ts'
import { findSubsystem, replaceClientSecret } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { theServer } from '#test/browser.ts'
import {
  askAs as asked,
  guestOf,
  inviteAs,
  newInvitingPlatform,
  ownToken,
  type InvitingPlatform,
} from '#test/platform-api.ts'
import { newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'

const list = '/platform/invitations'

test('a missing or invalid token is refused as RFC 6750 requires', async () => {
  const { status, headers, body } = await asked({ token: 'nothing' }, list)
  deepEqual([status, body.errorCode], [401, errorCodes.invalidToken])
  match(headers.get('www-authenticate') ?? '', /^Bearer .*invalid_token/)
  equal((await asked({ token: '' }, list)).status, 401)
  const hub = await newInvitingPlatform('Harbour Ltd')
  equal((await asked({ token: '' }, `${list}?access_token=${hub.token}`)).status, 401)
})

test('P9: the challenge has no error code without a token, and the scope if it is missing (RFC 6750 §3.1)', async () => {
  const realm = 'Bearer realm="http://localhost:8080"'
  const server = await theServer()
  for (const headers of [{}, { authorization: 'Basic YTpi' }]) {
    equal((await server.inject({ url: list, headers })).headers['www-authenticate'], realm)
  }
  const wrong = await asked({ token: 'nothing' }, list)
  equal(wrong.headers.get('www-authenticate'), `${realm}, error="invalid_token"`)
  const token = await ownToken(await newInvitingPlatform('Harbour Ltd'), '')
  const { status, headers } = await asked({ token }, list)
  equal(status, 403)
  equal(
    headers.get('www-authenticate'),
    `${realm}, error="insufficient_scope", scope="invitations"`,
  )
})

test('an access token of a user is rejected by the platform API', async () => {
  const hub = await newInvitingPlatform('Harbour Ltd')
  const { browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub, { scope: 'openid invitations' })
  for (const token of [access, refresh]) equal((await asked({ token }, list)).status, 401)
})

test('a token without the scope invitations is refused', async () => {
  const hub = await newInvitingPlatform('Harbour Ltd')
  const token = await ownToken(hub, '')
  const { status, body } = await inviteAs({ token }, guestOf(hub))
  deepEqual([status, body.errorCode], [403, errorCodes.forbidden])
})

test('a platform without the permission to invite gets no token', async () => {
  const hub = await newPlatform()
  await rejects(ownToken(hub), { error: 'invalid_request' })
  await rejects(newPlatform({ clientSecret: null, mayInvite: true }), { code: '23514' })
})

test('a platform without redirect URIs can use client credentials', async () => {
  const robot = await newPlatform({ mayInvite: true, redirectUris: [] })
  equal((await asked({ token: await ownToken(robot) }, list)).status, 200)
})

test('a deactivated platform is refused immediately and gets no new token', async () => {
  const hub = await openInvitingPlatform()
  await updateRows('subsystems', { id: hub.id }, { active: false })
  equal((await asked(hub, list)).status, 401)
  await rejects(ownToken(hub), { error: 'invalid_request' })
})

test('removing the permission to invite invalidates existing tokens immediately', async () => {
  const hub = await openInvitingPlatform()
  await updateRows('subsystems', { id: hub.id }, { mayInvite: false })
  equal((await asked(hub, list)).status, 401)
})

test('replacing the secret invalidates existing tokens immediately, even during the grace period', async () => {
  const hub = await openInvitingPlatform()
  await replace(hub, 24)
  equal((await asked(hub, list)).status, 401)
  equal((await asked({ token: await ownToken(hub) }, list)).status, 200)
})

test('a token expires after five minutes and can be revoked before', async () => {
  const hub = await openInvitingPlatform()
  await client.tokenRevocation(hub.config, hub.token)
  equal((await asked(hub, list)).status, 401)
  const token = await ownToken(hub)
  await backdate('oidc_records', { model: 'ClientCredentials' }, { expiresAt: '5 minutes' })
  equal((await asked({ token }, list)).status, 401)
})

test('the old secret works until the end of its grace period, and the new one immediately', async () => {
  const hub = await openInvitingPlatform()
  const renewed = { ...hub, config: await configOf(hub, await replace(hub, 24)) }
  for (const each of [hub, renewed]) {
    equal((await asked({ token: await ownToken(each) }, list)).status, 200)
  }
  await updateRows('subsystems', { id: hub.id }, { oldClientSecretUntil: ago('1 second') })
  await rejects(ownToken(hub), { status: 401 })
  equal((await asked({ token: await ownToken(renewed) }, list)).status, 200)
})

test('without a grace period the old secret is refused immediately', async () => {
  const hub = await openInvitingPlatform()
  const secret = await replace(hub, 0)
  await rejects(ownToken(hub), { status: 401 })
  const renewed = { ...hub, config: await configOf(hub, secret) }
  equal((await asked({ token: await ownToken(renewed) }, list)).status, 200)
})

async function openInvitingPlatform(): Promise<InvitingPlatform> {
  const platform = await newInvitingPlatform('Harbour Ltd')
  equal((await asked(platform, list)).status, 200)
  return platform
}

let count = 0

async function replace({ id }: InvitingPlatform, graceHours: number): Promise<string> {
  count += 1
  const clientSecret = `another secret ${count}`
  const { version = 0 } = (await findSubsystem(db, id)) ?? {}
  equal(await replaceClientSecret(db, { id, version, clientSecret, graceHours }), true)
  return clientSecret
}

/** Returns the client configuration of the platform with the given secret. */
async function configOf(
  { config, id }: InvitingPlatform,
  secret: string,
): Promise<client.Configuration> {
  const auth = client.ClientSecretBasic(secret)
  const renewed = new client.Configuration(config.serverMetadata(), id, {}, auth)
  client.allowInsecureRequests(renewed)
  renewed[client.customFetch] = config[client.customFetch]!
  return renewed
}
