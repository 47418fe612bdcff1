// own process: expects no platforms but those of this file
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { mock, test } from 'node:test'
import { phishingResistant } from '#contract/assurance.ts'
import { commonErrors, errorCodes } from '#contract/refusal.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import {
  consumeTestLogin,
  createTestLogin,
  deleteExpiredTestLogins,
  secretsOfTest,
} from '#domain/platforms/test-login.ts'
import { cookies } from '#server/cookies.ts'
import { db, pool, rows, run, scalar, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { issuer, platformFetch } from '#test/platform-client.ts'
import { follow, newPlatform, type Platform } from '#test/platform.ts'
import {
  addAdmin,
  addUser,
  logInAdmin,
  refusedWith,
  startSessionOfAdmin,
  startUserSession,
  visitor,
  type TestUser,
  type Visitor,
} from '#test/people.ts'
import { backdate, nextVersion, updateRows } from '#test/rows.ts'
import { untilLocked } from '#test/locks.ts'
import { getPlatform, listPlatforms } from './contract.ts'
import { beginTestLogin, finishTestLogin } from './test-contract.ts'

async function setUpTest(options: Parameters<typeof newPlatform>[0] = {}) {
  const platform = await newPlatform(options)
  const ada = await addUser()
  await grantAccess(db, ada.id, [platform.id])
  const grace = await addAdmin()
  return { platform, ada, grace, admin: await logInAdmin(grace) }
}

async function begin(admin: Visitor, { id }: Pick<Platform, 'id'>): Promise<URL> {
  return new URL((await admin.call(beginTestLogin, { params: { id }, body: {} })).url)
}

/** Opens the request in a new browser, logs the user in there, and returns the final URL. */
async function logInByTest(start: URL, user: Pick<TestUser, 'id'>): Promise<URL> {
  const browser = await visitor()
  const { url: login } = await follow(browser, start)
  equal(login.pathname, '/login')
  browser.cookies.set(cookies.session, (await startUserSession(user)).token)
  return (await follow(browser, login.searchParams.get('redirect') ?? '')).url
}

function answerOf(back: URL) {
  equal(back.pathname, '/admin/test-login')
  const {
    code,
    state = '',
    error,
    error_description: description,
  } = Object.fromEntries(back.searchParams)
  return {
    state,
    ...(code && { code }),
    ...(error && { error }),
    ...(description && { description }),
  }
}

function finish(admin: Visitor, { id }: Pick<Platform, 'id'>, back: URL) {
  return admin.call(finishTestLogin, { params: { id }, body: answerOf(back) })
}

// The first test, because the provider of test logins is created once.
test('after a failure of the database, the next test login creates the provider again', async () => {
  const { platform, ada, admin } = await setUpTest()
  const back = await logInByTest(await begin(admin, platform), ada)
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const broken = mock.method(pool, 'query', ((...args: unknown[]) => {
    if (!JSON.stringify(args[0]).includes('private_jwk')) return query(...args)
    return Promise.reject(new Error('the disk is gone'))
  }) as never)
  await refusedWith(commonErrors.unexpected, finish(admin, platform, back))
  broken.mock.restore()
  const again = await logInByTest(await begin(admin, platform), ada)
  equal((await finish(admin, platform, again)).isPassed, true)
})

test('B8 a test login returns the claims of a user, but no token', async () => {
  const { platform, ada, grace, admin } = await setUpTest({ extraScopes: ['phone'] })
  const start = await begin(admin, platform)
  match(start.searchParams.get('client_id') ?? '', /^test-[\w-]{43}$/)
  equal(start.searchParams.get('scope'), 'openid profile email phone')
  const back = await logInByTest(start, ada)
  const result = await finish(admin, platform, back)
  equal(result.isPassed, true)
  const claims = new Map(result.claims.map(({ name, ...values }) => [name, values]))
  deepEqual(claims.get('sub'), { idToken: `"${ada.id}"`, userInfo: `"${ada.id}"` })
  equal(claims.get('email')?.userInfo, `"${ada.email}"`)
  equal(claims.get('aud')?.idToken, JSON.stringify(start.searchParams.get('client_id')))
  equal(/eyJ|access_token|id_token/.test(JSON.stringify(result)), false)

  const [listed] = (await admin.call(listPlatforms, { query: { limit: 200 } })).filter(
    ({ id }) => id === platform.id,
  )
  equal(listed?.tested?.isCurrent, true)
  const entries = (await auditOf(platform.id)).map(({ action, actorId, data }) => [
    action,
    actorId,
    data,
  ])
  deepEqual(entries, [
    ['platform_test_begun', grace.id, {}],
    ['platform_tested', grace.id, { outcome: 'passed', userId: ada.id }],
  ])
  const entry = (await auditOf(ada.id)).find(({ action }) => action === 'platform_accessed')
  deepEqual([entry?.subSystem, entry?.data], [platform.id, { test: true }])
})

test('B8 a passed test becomes outdated when the registration changes', async () => {
  const { platform, ada, admin } = await setUpTest()
  await finish(admin, platform, await logInByTest(await begin(admin, platform), ada))
  await updateRows('subsystems', { id: platform.id }, { version: nextVersion })
  const { tested } = await admin.call(getPlatform, { params: { id: platform.id } })
  equal(tested?.isCurrent, false)
})

test("B8 a test issues no token for the platform's own id, and its request is invalid after the end", async () => {
  const { platform, ada, admin } = await setUpTest()
  const start = await begin(admin, platform)
  const clientId = start.searchParams.get('client_id') ?? ''
  await finish(admin, platform, await logInByTest(start, ada))
  const issued = await rows<{ model: string; clientId: string }>(db)`
    select model, payload->>'clientId' as client_id from oidc_records
    where payload->>'clientId' in (${platform.id}, ${clientId})`
  equal(
    issued.some((each) => each.clientId === platform.id),
    false,
  )
  equal(
    issued.some(({ model }) => model === 'RefreshToken'),
    false,
  )
  const { answer } = await follow(await visitor(), start)
  equal(answer.status, 400)
  equal(await scalar(db)`select true from test_logins where client_id = ${clientId}`, undefined)
})

test('B8 a test can be finished exactly once, even with concurrent calls', async () => {
  const { platform, ada, admin } = await setUpTest()
  const back = await logInByTest(await begin(admin, platform), ada)
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => finish(admin, platform, back)),
  )
  equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  await refusedWith(errorCodes.invalidLink, finish(admin, platform, back))
})

test('B8 if two servers consume the response of a test concurrently, exactly one gets it', async () => {
  const { platform, grace } = await setUpTest()
  const { id: sessionId } = await startSessionOfAdmin(grace)
  const test = { platformId: platform.id, sessionId }
  const { clientId } = await transaction(db, (tx) => createTestLogin(tx, test))
  const { state } = secretsOfTest(clientId)
  const { answers } = await transaction(db, async (tx) => {
    await run(tx)`select from test_logins where client_id = ${clientId} for update`
    const answers = Promise.all([1, 2].map(() => consumeTestLogin(db, { ...test, state })))
    await untilLocked(2)
    return { answers }
  })
  deepEqual((await answers).toSorted(), [clientId, undefined])
})

test('B8 a test can be finished only in the session that began it', async () => {
  const { platform, ada, grace, admin } = await setUpTest()
  const back = await logInByTest(await begin(admin, platform), ada)
  for (const other of [await logInAdmin(await addAdmin()), await logInAdmin(grace)]) {
    await refusedWith(errorCodes.invalidLink, finish(other, platform, back))
    await begin(other, platform)
    await refusedWith(errorCodes.invalidLink, finish(other, platform, back))
  }
  await refusedWith(errorCodes.invalidLink, finish(admin, await newPlatform(), back))
  equal((await finish(admin, platform, back)).isPassed, true)
})

test('B8 after ten minutes neither the request nor the response is accepted, and the row is deleted', async () => {
  const { platform, ada, admin } = await setUpTest()
  const start = await begin(admin, platform)
  const back = await logInByTest(start, ada)
  await backdate('test_logins', {}, { expiresAt: '10 minutes' })
  await refusedWith(errorCodes.invalidLink, finish(admin, platform, back))
  equal((await follow(await visitor(), start)).answer.status, 400)
  await deleteExpiredTestLogins(db)
  equal(await scalar<number>(db)`select count(*)::int from test_logins`, 0)
})

test('B8 a test with a user without access returns no code, and shows the reason to the admin', async () => {
  const { platform, admin } = await setUpTest()
  const stranger = await addUser()
  const back = await logInByTest(await begin(admin, platform), stranger)
  equal(back.searchParams.has('code'), false)
  const result = await finish(admin, platform, back)
  deepEqual(
    [result.isPassed, result.error, result.description, result.claims],
    [false, 'access_denied', 'no_access', []],
  )
  const refusal = (await auditOf(stranger.id)).find(
    ({ action }) => action === 'platform_access_refused',
  )
  equal(refusal?.subSystem, platform.id)
  const { tested } = await admin.call(getPlatform, { params: { id: platform.id } })
  equal(tested, null)
  equal((await auditOf(platform.id)).at(-1)?.data['outcome'], 'failed')
})

test('B8 a test with a user who loses access after the code returns no claims', async () => {
  const { platform, ada, admin } = await setUpTest()
  const back = await logInByTest(await begin(admin, platform), ada)
  await updateRows('subsystem_accounts', { userId: ada.id }, { active: false })
  equal((await finish(admin, platform, back)).isPassed, false)
})

test('B8 a stolen request or code is useless without the verifier, which stays on the server', async () => {
  const { platform, ada, admin } = await setUpTest()
  const start = await begin(admin, platform)
  const back = await logInByTest(start, ada)
  const stolen = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: start.searchParams.get('client_id') ?? '',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: start.searchParams.get('redirect_uri') ?? '',
    code_verifier: start.searchParams.get('code_challenge') ?? '',
  })
  const answer = await platformFetch(`${issuer}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: stolen,
    redirect: 'manual',
  })
  equal(((await answer.json()) as { error: string }).error, 'invalid_grant')
  const anyone = await visitor()
  await refusedWith(commonErrors.notLoggedIn, finish(anyone, platform, back))
  const elsewhere = new URL(start)
  elsewhere.searchParams.set('redirect_uri', platform.callback)
  equal((await follow(anyone, elsewhere)).answer.status, 400)
})

test("B8 a test login has the platform's requirements for a login", async () => {
  const { platform, admin } = await setUpTest({ requiredAcr: phishingResistant })
  const ada = await addUser()
  await grantAccess(db, ada.id, [platform.id])
  const browser = await visitor()
  const { url: login } = await follow(browser, await begin(admin, platform))
  const { token } = await startUserSession(ada)
  browser.cookies.set(cookies.session, token)
  const { url } = await follow(browser, login.searchParams.get('redirect') ?? '')
  match(url.pathname, /^\/step-up\//)
})

test('B8 a session has one open test, and an admin can begin only 20 tests in ten minutes', async () => {
  const { platform, admin } = await setUpTest()
  const first = await begin(admin, platform)
  for (let count = 1; count < 20; count += 1) await begin(admin, platform)
  equal((await follow(await visitor(), first)).answer.status, 400)
  equal(
    await scalar<number>(
      db,
    )`select count(*)::int from test_logins where subsystem_id = ${platform.id}`,
    1,
  )
  await refusedWith(errorCodes.tooManyRequests, begin(admin, platform))
})

test('B8 an unknown platform and one without redirect URIs cannot be tested', async () => {
  const { admin } = await setUpTest()
  await refusedWith(commonErrors.notFound, begin(admin, { id: 'nowhere' }))
  const proxied = await newPlatform({ redirectUris: [], mayInvite: true })
  const refusal = await refusedWith(commonErrors.invalidInput, begin(admin, proxied))
  ok(refusal.faults.some(({ field }) => field === 'redirectUris'))
})
