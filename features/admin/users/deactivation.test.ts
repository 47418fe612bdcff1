import { freePort } from '#test/free-port.ts'
import { equal, match, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { cookies } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { addAdmin, addUser, logIn, logInAdmin } from '#test/people.ts'
import { newWalk } from '#test/walk.ts'
import { startPlatform, type Platform } from '../../../demo/platform.ts'
import { activateUser, deactivateUser } from './contract.ts'

const clientSecret = 'a secret of this test'

test('ST-06 after a deactivation the portal and both platforms refuse the user within a second', async (t) => {
  const portal = await startPortal()
  const hub = await newPlatform(portal, 'business-hub')
  const board = await newPlatform(portal, 'onboarding')
  const ada = await addUser()
  await grantAccess(db, ada.id, ['business-hub', 'onboarding'])
  const session = (await logIn(ada)).cookies.get(cookies.session) ?? ''
  const walk = newWalk(session)
  for (const { url } of [hub, board])
    match((await walk(url)).page, /Welcome, <bdi>Ada Byron<\/bdi>/)
  ok(await isLoggedIn(portal, session))

  const support = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const request = { params: { id: ada.id }, body: { reason: 'Lost the phone' } }
  await support.call(deactivateUser, request)
  const deactivatedAt = Date.now()

  equal(await isLoggedIn(portal, session), false)
  for (const { url } of [hub, board]) {
    while (!(await walk(url)).address.includes('/login?')) await delay(20)
  }
  const tookMs = Date.now() - deactivatedAt
  // Allow more than the second that an idle machine needs, so that a busy machine does not fail the test.
  t.diagnostic(`all refused after ${tookMs} ms`)
  ok(tookMs < 5_000, `it took ${tookMs} ms`)

  await support.call(activateUser, { params: request.params, body: {} })
  const again = newWalk((await logIn(ada)).cookies.get(cookies.session) ?? '')
  for (const { url } of [hub, board]) match((await again(url)).page, /Welcome/)
})

/** Starts the program with its worker in the way an operator does; returns its URL. */
async function startPortal(): Promise<string> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = spawn(process.execPath, ['app/main.ts'], {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, NODE_TEST_CONTEXT: undefined },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  after(async () => {
    program.kill('SIGTERM')
    await once(program, 'exit')
  })
  for (let wait = 0; wait < 300; wait += 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok: isOk }) => isOk,
      () => false,
    )
    if (isReady) return url
    await delay(100)
  }
  throw new Error('the portal did not start')
}

async function newPlatform(portal: string, id: string): Promise<Platform> {
  const platform = await startPlatform({
    id,
    name: id,
    host: '127.0.0.1',
    port: 0,
    issuer: `${portal}/oidc`,
    clientSecret,
    portalUrl: portal,
  })
  after(() => platform.stop())
  await upsertSubsystem(db, {
    id,
    name: id,
    url: platform.url,
    clientSecret,
    redirectUris: [`${platform.url}/callback`],
    postLogoutUris: [`${platform.url}/signed-out`],
    backchannelLogoutUri: `${platform.url}/backchannel-logout`,
  })
  return platform
}

async function isLoggedIn(portal: string, session: string): Promise<boolean> {
  const headers = { cookie: `${cookies.session}=${session}`, 'x-requested-with': 'XMLHttpRequest' }
  return (await fetch(`${portal}/api/users/me`, { headers })).ok
}
