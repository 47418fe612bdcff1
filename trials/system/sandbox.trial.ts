import { freePort } from '#test/free-port.ts'
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { getMe } from '#contract/me.ts'
import { errorCodes, commonErrors, type Refusal } from '#contract/refusal.ts'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { db, rows } from '#server/db.ts'
import { addManyUsers, addUser, logIn, refusedWith, visitor } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import {
  atPortal,
  claimsOf,
  forge,
  guest,
  sandboxSettings,
  portal,
  portalUrl,
  sandbox,
  sandboxDb,
  sandboxUrl,
  secondSandbox,
  tokenOf,
} from '#test/sandbox.ts'
import { withLimits } from '#test/limits.ts'
import { startServer } from '#test/servers.ts'
import { logInToSandbox, createSandboxToken } from '../../features/platforms/sandbox/contract.ts'

const enterSandbox = (token: string) => guest()(logInToSandbox, { body: { token } })

test('AP-06 a user logged in with a code enters the sandbox with a token, under the same name', async () => {
  const ada = await addUser({ company: 'Quay & Sons', preferredLanguage: 'fr' })
  const { token, url } = await tokenOf(ada)
  equal(url, `${sandboxUrl}/login`)
  equal(decodeJwt(token).aud, sandboxUrl)
  const browser = guest()
  await refusedWith(errorCodes.notLoggedIn, browser(getMe, {}))
  const { user } = await browser(logInToSandbox, { body: { token } })
  const me = await browser(getMe, {})
  deepEqual(
    [me.id, me.email, me.firstname, me.preferredLanguage, me.partner?.name],
    [user.id, ada.email, 'Ada', 'fr', 'Quay & Sons'],
  )
  ok(me.id !== ada.id, 'an account of the sandbox')
})

test('AP-06 repeated logins lead to one account', async () => {
  const ada = await addUser()
  const { user } = await enterSandbox(await forge(ada))
  const parallel = await Promise.all([1, 2, 3].map(async () => enterSandbox(await forge(ada))))
  deepEqual(new Set(parallel.map((each) => each.user.id)), new Set([user.id]))
})

test('AP-06 concurrent first logins create one account', async () => {
  const ada = await addUser()
  const tokens = await Promise.all([1, 2, 3, 4].map(() => forge(ada)))
  const logins = await Promise.all(tokens.map(enterSandbox))
  equal(new Set(logins.map(({ user }) => user.id)).size, 1)
})

test('LI-04 a token works once, even in a hundred concurrent requests to two servers', async () => {
  const token = await forge(await addUser())
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, (_, number) =>
      [sandbox, secondSandbox][number % 2]!.visitor(`192.0.2.${number}`)(logInToSandbox, {
        body: { token },
      }),
    ),
  )
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  for (const answer of answers) {
    if (answer.status === 'rejected') equal((answer.reason as Refusal).code, errorCodes.invalidLink)
  }
})

test('LI-02 requests with a consumed token are rate-limited, so that they cannot flood the audit log', async () => {
  const { visitor } = await startServer({
    ...sandboxSettings,
    ...withLimits({ rate: { unknownLinks: { max: 5 } } }),
  })
  const token = await forge(await addUser())
  const again = () => visitor('192.0.2.250')(logInToSandbox, { body: { token } })
  await again()
  for (let attempts = 0; attempts < 5; attempts += 1)
    await refusedWith(errorCodes.invalidLink, again())
  await refusedWith(errorCodes.tooManyRequests, again())
})

test('LI-04 AP-06 an expired token and one of another audience, type or issuer are refused', async () => {
  const ada = await addUser()
  const day = Math.floor(Date.now() / 1000) + 86_400
  const { privateJwk, kid } = await getCurrentKey(db, 'sandbox')
  const header = { typ: 'sandbox+jwt', kid }
  const secret = new TextEncoder().encode(String(privateJwk['x']))
  const claims = claimsOf(ada, Math.floor(Date.now() / 1000))
  const forged = [
    await forge(ada, { age: 70 }),
    await forge(ada, { age: 70, claims: { exp: day } }),
    await forge(ada, { claims: { aud: portalUrl } }),
    await forge(ada, { claims: { iss: 'https://evil.example' } }),
    await forge(ada, { claims: { jti: 'no-id' } }),
    await forge(ada, { claims: { amr: ['root'] } }),
    await forge(ada, { claims: { email: 'no address' } }),
    await forge(ada, { typ: 'JWT' }),
    await forge(ada, { typ: 'entry+jwt' }),
    await forge(ada, { use: 'forward-auth' }),
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(secret),
    `${(await forge(ada)).slice(0, -8)}AAAAAAAA`,
    'no token',
  ]
  for (const token of forged) await refusedWith(errorCodes.invalidLink, enterSandbox(token))
  await refusedWith(commonErrors.invalidInput, enterSandbox(''))
  await refusedWith(commonErrors.invalidInput, enterSandbox('x'.repeat(5000)))
})

test('AP-06 an existing sandbox account with the same address is not taken over', async () => {
  const ada = await addUser()
  await addManyUsers([{ email: ada.email, firstname: 'Eve' }], sandboxDb)
  await refusedWith(errorCodes.unableToProcess, enterSandbox(await forge(ada)))
})

test('AP-06 a user deactivated in the sandbox cannot log in', async () => {
  const ada = await addUser()
  const { user } = await enterSandbox(await forge(ada))
  await updateRows('users', { id: user.id }, { active: false }, sandboxDb)
  await refusedWith(errorCodes.userInactive, enterSandbox(await forge(ada)))
})

test('AP-06 the audit logs of both sides record the login', async () => {
  const ada = await addUser()
  const { token } = await tokenOf(ada)
  const { jti } = decodeJwt(token)
  const { user } = await enterSandbox(token)
  await refusedWith(errorCodes.invalidLink, enterSandbox(token))
  const [portalEntry] = await rows<{ data: object }>(db)`
    select data from audit_log where action = 'sandbox_token_created' and actor_id = ${ada.id}`
  deepEqual(portalEntry?.data, { tokenId: jti })
  const sandboxEntries = await sandboxDb.query(
    `select action, data->>'method' as method, data->>'tokenId' as token from audit_log
     where actor_id = $1 order by timestamp, id`,
    [user.id],
  )
  deepEqual(sandboxEntries.rows, [
    { action: 'signed_up', method: null, token: null },
    { action: 'login_succeeded', method: 'sandbox', token: jti },
  ])
  const refusals = await sandboxDb.query(
    `select id from audit_log where action = 'login_failed' and data->>'reason' = 'sandbox token'`,
  )
  ok((refusals.rowCount ?? 0) > 0)
})

test('AP-06 a portal that is not a sandbox accepts no tokens, and one without a sandbox creates none', async () => {
  const ada = await addUser()
  const token = await forge(ada)
  await refusedWith(
    errorCodes.notFound,
    (await visitor()).call(logInToSandbox, { body: { token } }),
  )
  await refusedWith(errorCodes.notFound, (await logIn(ada)).call(createSandboxToken, {}))
  equal((await (await visitor()).fetch('/.well-known/sandbox-keys.json')).status, 404)
  await refusedWith(
    errorCodes.notFound,
    portal.visitor('203.0.113.250')(logInToSandbox, { body: { token } }),
  )
})

test('AP-06 a login without a code gets no sandbox token', async () => {
  const ada = await addUser()
  const browser = await atPortal(ada)
  await updateRows('sessions', { userId: ada.id }, { methods: '{pwd}' })
  await refusedWith(errorCodes.forbidden, browser(createSandboxToken, {}))
})

test('AP-06 while the portal’s keys cannot be fetched, the login answers 503 and does not consume the token', async () => {
  const closed = `http://localhost:${await freePort()}`
  const unreachable = await startServer({ ...sandboxSettings, SANDBOX_TRUSTED_ISSUER: closed })
  const token = await forge(await addUser())
  const attempt = unreachable.visitor('192.0.2.200')(logInToSandbox, { body: { token } })
  await refusedWith(errorCodes.notAvailable, attempt)
  await enterSandbox(token)
})
