import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes, commonErrors } from '#contract/refusal.ts'
import { createLink, mailedToken } from '#domain/sign-in/link.ts'
import { recordPlatformSession } from '#test/platform-session.ts'
import { db, rows, scalars } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { addUser, codeOf, logIn, refusedWith, visitor, type TestUser } from '#test/people.ts'
import { givePasskey } from '#test/passkeys.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { login, verifyCode } from '../sign-in/contract.ts'
import { listSessions, logMeOut } from './contract.ts'

async function linkFor(
  { id, email }: TestUser,
  kind: 'log-me-out' | 'reset-password' = 'log-me-out',
): Promise<string> {
  const linkId = await createLink(db, { kind, email, userId: id, createdBy: 'system' })
  return (await mailedToken(db, linkId)) ?? ''
}

test('AP-16 SC-09 the mailed link ends every session of the user without a login', async () => {
  const ada = await addUser()
  const grace = await logIn(await addUser())
  const browsers = [await logIn(ada), await logIn(ada)]
  const stranger = await visitor()
  await stranger.call(logMeOut, { body: { token: await linkFor(ada) } })
  for (const browser of browsers) equal(await browser.isLoggedIn(), false)
  equal(await stranger.isLoggedIn(), false)
  equal(await grace.isLoggedIn(), true)
})

test('AP-16 each platform of the ended sessions is notified once', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const [session] = await laptop.call(listSessions, {})
  const platformSession = {
    sessionId: session?.id ?? '',
    userId: ada.id,
    sid: 'one',
    ipAddress: '192.0.2.1',
  }
  for (const clientId of ['hub', 'start'])
    await recordPlatformSession(db, { ...platformSession, clientId })
  await (await visitor()).call(logMeOut, { body: { token: await linkFor(ada) } })
  const pending = await rows<{ clientId: string }>(db)`
    select client_id from platform_sessions
    where user_id = ${ada.id} and ended_at is not null order by client_id`
  deepEqual(pending, [{ clientId: 'hub' }, { clientId: 'start' }])
})

test("the link also ends a login that waits for its code, and removes the user's known browsers", async () => {
  const ada = await addUser()
  const phone = await visitor()
  await phone.call(login, { body: { email: ada.email, password: ada.password } })
  await phone.call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  const stranger = await visitor()
  await stranger.call(login, { body: { email: ada.email, password: ada.password } })
  await (await visitor()).call(logMeOut, { body: { token: await linkFor(ada) } })
  await refusedWith(errorCodes.loginExpired, stranger.call(verifyCode, { body: { otp: '000000' } }))
  deepEqual(await rows(db)`select id from known_browsers where user_id = ${ada.id}`, [])
})

test('ST-08 LI-04 the link works for 24 hours, and checking it does not use it up', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const stranger = await visitor()
  for (let count = 0; count < 20; count += 1) await stranger.call(checkLink, { body: { token } })
  await backdate('one_time_links', { userId: ada.id }, '23 hours 59 minutes')
  await stranger.call(checkLink, { body: { token } })
  await backdate('one_time_links', { userId: ada.id }, '1 minute')
  const laptop = await logIn(ada)
  await refusedWith(errorCodes.invalidLink, stranger.call(logMeOut, { body: { token } }))
  await refusedWith(errorCodes.invalidLink, stranger.call(checkLink, { body: { token } }))
  equal(await laptop.isLoggedIn(), true)
})

test('the response to a check of the link contains the change that it undoes, besides ending the sessions', async () => {
  const ada = await addUser()
  const undoesOf = async (change: object) => {
    const linkId = await createLink(db, {
      kind: 'log-me-out',
      email: ada.email,
      userId: ada.id,
      createdBy: 'system',
      ...change,
    })
    const token = (await mailedToken(db, linkId)) ?? ''
    return (await (await visitor()).call(checkLink, { body: { token } })).undoes
  }
  equal(await undoesOf({}), undefined)
  await givePasskey(ada)
  const [passkeyId] = await scalars<string>(db)`select id from passkeys where user_id = ${ada.id}`
  equal(await undoesOf({ passkeyId }), 'passkey')
  const [authenticatorId] = await scalars<string>(db)`
    select id from second_factors where user_id = ${ada.id}`
  equal(await undoesOf({ authenticatorId }), 'authenticator')
})

test('LI-04 the link works exactly once, even with a hundred concurrent calls', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  const browsers = await Promise.all(Array.from({ length: 100 }, () => visitor()))
  const answers = await Promise.allSettled(
    browsers.map((browser) => browser.call(logMeOut, { body: { token } })),
  )
  equal(answers.filter((answer) => answer.status === 'fulfilled').length, 1)
  const ended = (await auditOf(ada.id)).filter((row) => row.action === 'all_sessions_ended')
  equal(ended.length, 1)
})

test('ST-08 a newer mail does not void the link of an older one', async () => {
  const ada = await addUser()
  const [first, second] = [await linkFor(ada), await linkFor(ada)]
  const stranger = await visitor()
  await stranger.call(logMeOut, { body: { token: first } })
  await stranger.call(logMeOut, { body: { token: second } })
})

test('ER-11 a link of another kind, an altered token and an empty token end no session', async () => {
  const ada = await addUser()
  const laptop = await logIn(ada)
  const stranger = await visitor()
  const reset = await linkFor(ada, 'reset-password')
  for (const token of [reset, `${await linkFor(ada)}x`, 'nothing']) {
    await refusedWith(errorCodes.invalidLink, stranger.call(logMeOut, { body: { token } }))
  }
  await refusedWith(commonErrors.invalidInput, stranger.call(logMeOut, { body: { token: '' } }))
  equal(await laptop.isLoggedIn(), true)
})

test('the link of a user deactivated in the meantime gets the usual response', async () => {
  const ada = await addUser()
  const token = await linkFor(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  await (await visitor()).call(logMeOut, { body: { token } })
})

test('a cross-site request cannot use the link, even with the token', async () => {
  const ada = await addUser()
  const answer = await (
    await visitor()
  ).fetch('/api/users/sessions/logout/with-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    body: JSON.stringify({ token: await linkFor(ada) }),
  })
  equal(answer.status, 403)
})

test('LI-01 an IP address is rate-limited for ten minutes after a hundred unknown tokens; used tokens do not count', async () => {
  const ipAddress = '198.51.100.50'
  const ada = await addUser()
  const stranger = await visitor({ ipAddress })
  const token = await linkFor(ada)
  await stranger.call(logMeOut, { body: { token } })
  for (let count = 0; count < 20; count += 1) {
    await refusedWith(errorCodes.invalidLink, stranger.call(logMeOut, { body: { token } }))
  }
  for (let count = 0; count < 50; count += 1) {
    await refusedWith(
      errorCodes.invalidLink,
      stranger.call(logMeOut, { body: { token: `m${count}` } }),
    )
    await refusedWith(
      errorCodes.invalidLink,
      stranger.call(checkLink, { body: { token: `n${count}` } }),
    )
  }
  const fresh = await linkFor(ada)
  for (const endpoint of [logMeOut, checkLink]) {
    const refusal = await refusedWith(
      errorCodes.tooManyRequests,
      stranger.call(endpoint, { body: { token: fresh } }),
    )
    equal((refusal.retryAfterSeconds ?? 0) > 590, true)
  }
  await (await visitor()).call(logMeOut, { body: { token: fresh } })
  const blocks = await rows(db)`
    select data from audit_log where action = 'address_blocked' and ip_address = ${ipAddress}`
  deepEqual(blocks, [{ data: { limit: 'unknownLinks', minutes: 10 } }])
})

test('the audit log records the user, the number of ended sessions and the IP address, but no token', async () => {
  const ada = await addUser()
  await logIn(ada)
  const token = await linkFor(ada)
  await (await visitor({ ipAddress: '198.51.100.51' })).call(logMeOut, { body: { token } })
  const row = (await auditOf(ada.id)).find(({ action }) => action === 'all_sessions_ended')
  deepEqual([row?.data['ended'], row?.ipAddress], [1, '198.51.100.51'])
  equal(JSON.stringify(row).includes(token), false)
})
