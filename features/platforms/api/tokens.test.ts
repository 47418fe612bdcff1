import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { errorCodes } from '#contract/refusal.ts'
import { findSubsystem, replaceClientSecret } from '#domain/subsystem.ts'
import { db } from '#server/db.ts'
import {
  askAs as asked,
  guestOf,
  inviteAs,
  newInvitingPlatform,
  ownToken,
  type InvitingPlatform,
} from '#test/platform-api.ts'
import { newPlatform, tokensOf, visitorOf } from '#test/platform.ts'

const list = '/platform/invitations'

test('without a token, or with one that is none, a platform is told so as the standard says', async () => {
  const { status, headers, body } = await asked({ token: 'nothing' }, list)
  deepEqual([status, body.errorCode], [401, errorCodes.invalidToken])
  match(headers.get('www-authenticate') ?? '', /^Bearer .*invalid_token/)
  equal((await asked({ token: '' }, list)).status, 401)
  const hub = await newInvitingPlatform('Harbour Ltd')
  equal((await asked({ token: '' }, `${list}?access_token=${hub.token}`)).status, 401)
})

test('a token of one of its people does not open what is the platform’s own', async () => {
  const hub = await newInvitingPlatform('Harbour Ltd')
  const { browser } = await visitorOf(hub)
  const { access, refresh } = await tokensOf(browser, hub, { scope: 'openid invitations' })
  for (const token of [access, refresh]) equal((await asked({ token }, list)).status, 401)
})

test('a token that was not asked for inviting does not invite', async () => {
  const hub = await newInvitingPlatform('Harbour Ltd')
  const token = await ownToken(hub, '')
  const { status, body } = await inviteAs({ token }, guestOf(hub))
  deepEqual([status, body.errorCode], [403, errorCodes.forbidden])
})

test('a platform without the right is given no token', async () => {
  const hub = await newPlatform()
  await rejects(ownToken(hub), { error: 'invalid_request' })
  await rejects(newPlatform({ clientSecret: null, mayInvite: true }), { code: '23514' })
})

test('one that nobody enters can have the right alone', async () => {
  const robot = await newPlatform({ mayInvite: true, redirectUris: [] })
  equal((await asked({ token: await ownToken(robot) }, list)).status, 200)
})

test('a platform that is switched off is refused within a second, and gets no new token', async () => {
  const hub = await openInvitingPlatform()
  await db.query('update subsystems set active = false where id = $1', [hub.id])
  equal((await asked(hub, list)).status, 401)
  await rejects(ownToken(hub), { error: 'invalid_request' })
})

test('when its right is taken away, its tokens stop within a second', async () => {
  const hub = await openInvitingPlatform()
  await db.query('update subsystems set may_invite = false where id = $1', [hub.id])
  equal((await asked(hub, list)).status, 401)
})

test('when its secret is replaced, its tokens stop within a second, also while the old one still works', async () => {
  const hub = await openInvitingPlatform()
  await replace(hub, 24)
  equal((await asked(hub, list)).status, 401)
  equal((await asked({ token: await ownToken(hub) }, list)).status, 200)
})

test('a token is too old after five minutes, and can be given back before', async () => {
  const hub = await openInvitingPlatform()
  await client.tokenRevocation(hub.config, hub.token)
  equal((await asked(hub, list)).status, 401)
  const token = await ownToken(hub)
  await db.query(
    `update oidc_records set expires_at = expires_at - interval '5 minutes' where model = 'ClientCredentials'`,
  )
  equal((await asked({ token }, list)).status, 401)
})

test('the secret before works for as long as was said, and the new one from the first moment', async () => {
  const hub = await openInvitingPlatform()
  const renewed = { ...hub, config: await configOf(hub, await replace(hub, 24)) }
  for (const each of [hub, renewed]) {
    equal((await asked({ token: await ownToken(each) }, list)).status, 200)
  }
  await db.query(
    `update subsystems set old_client_secret_until = now() - interval '1 second' where id = $1`,
    [hub.id],
  )
  await rejects(ownToken(hub), { status: 401 })
  equal((await asked({ token: await ownToken(renewed) }, list)).status, 200)
})

test('without a grace the secret before is refused at once', async () => {
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

/** The same platform, as it asks with another secret. */
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
