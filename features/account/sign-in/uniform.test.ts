import { deepEqual, doesNotReject, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { errorCodes } from '#contract/refusal.ts'
import { findOpenApprovals } from '#domain/approvals/approval.ts'
import { completeLoginAttempt, deleteExpiredLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { countRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { config } from '#server/config.ts'
import { db, row, scalar } from '#server/db.ts'
import { currentContext } from '#server/request-context.ts'
import { auditOf } from '#test/audit.ts'
import { enterAdminPassword, enterCode, enterPassword, wrong } from '#test/logins.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  giveRecoveryCodes,
  refusedWith,
  visitor,
  type TestUser,
  type Visitor,
} from '#test/people.ts'
import { askForHelp } from '../lost-device/contract.ts'
import { addDecider } from '#test/recovery.ts'
import { now, updateRows } from '#test/rows.ts'
import { beginFirstPasskey, beginTwoFactor, confirmTwoFactor } from '../two-factor/contract.ts'
import { verifyAdminCode } from './admin-contract.ts'
import { verifyCode } from './contract.ts'

config.loginUniform = true

const { addressBlocked, invalidCredentials, loginExpired, userInactive, partnerInactive } =
  errorCodes
const methods = ['passkey', 'otp', 'recovery']

/** Returns a browser after a wrong password. */
async function atDecoy(user: { email: string }, ipAddress?: string): Promise<Visitor> {
  const browser = await visitor(ipAddress === undefined ? {} : { ipAddress })
  await enterPassword(browser, user, wrong)
  return browser
}

function countOf({ id }: TestUser, table: 'login_attempts' | 'one_time_links' | 'mails') {
  return db.query(`select from ${table} where user_id = $1`, [id]).then(({ rowCount }) => rowCount)
}

test('the first step succeeds for every address and password; only the right ones can complete the second step', async () => {
  const ada = await addUser()
  const next = { next: 'verify-mfa', methods }
  for (const [user, password] of [
    [{ email: 'nobody@quay.example' }, undefined],
    [ada, wrong],
  ] as const) {
    const answer = await enterPassword(await visitor(), user, password).catch(String)
    deepEqual(answer, next)
  }
  const laptop = await visitor()
  deepEqual(await enterPassword(laptop, ada), next)
  await enterCode(laptop, ada)
  equal(await laptop.isLoggedIn(), true)
})

test('a right code after a wrong password is refused and not used up', async () => {
  const ada = await addUser()
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const stranger = await atDecoy(ada)
  await refusedWith(invalidCredentials, enterCode(stranger, ada))
  await refusedWith(invalidCredentials, stranger.call(verifyCode, { body: { recoveryCode } }))
  equal(await stranger.isLoggedIn(), false)
  equal(await countRecoveryCodes(db, ada.id), 10)
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  await enterCode(laptop, ada)
  const phone = await visitor()
  await enterPassword(phone, ada)
  await phone.call(verifyCode, { body: { recoveryCode } })
})

test('codes after a wrong password do not count against the authenticator', async () => {
  const ada = await addUser()
  const stranger = await atDecoy(ada)
  for (const otp of ['000001', '000002', '000003'])
    await refusedWith(invalidCredentials, stranger.call(verifyCode, { body: { otp } }))
  equal(await scalar(db)`select failures from second_factors where user_id = ${ada.id}`, 0)
  const browser = await visitor()
  await enterPassword(browser, ada)
  await refusedWith(invalidCredentials, browser.call(verifyCode, { body: { otp: '000004' } }))
  equal(await scalar(db)`select failures from second_factors where user_id = ${ada.id}`, 1)
})

test('a decoy never becomes a session, and a server of the previous version does not accept it as an attempt', async () => {
  const ada = await addUser()
  await atDecoy(ada)
  const decoy = await row<{ id: string; passwordId: string | null; isDecoy: boolean }>(db)`
    select id, password_id, is_decoy from login_attempts where user_id = ${ada.id}`
  deepEqual([decoy?.isDecoy, decoy?.passwordId], [true, null])
  equal(await completeLoginAttempt(db, decoy?.id ?? ''), undefined)
})

test('a decoy cannot set up an authenticator or a passkey, even if the user has none yet', async () => {
  const ada = await addUser({ hasSecondFactor: false })
  const laptop = await visitor()
  deepEqual(await enterPassword(laptop, ada), { next: 'configure-mfa' })
  const { secret } = await laptop.call(beginTwoFactor, { body: {} })
  const stranger = await atDecoy(ada)
  await refusedWith(409002, stranger.call(beginTwoFactor, { body: {} }))
  await refusedWith(409002, stranger.call(beginFirstPasskey, { body: {} }))
  // The wrong password of a stranger does not end the set-up of the user.
  await doesNotReject(laptop.call(confirmTwoFactor, { body: { otp: codeOf(secret) } }))
  equal(await laptop.isLoggedIn(), true)
})

test('only the right code reveals that the user or company is deactivated', async () => {
  const [ada, grace] = [await addUser(), await addUser({ company: 'Shut Ltd' })]
  await updateRows('users', { id: ada.id }, { active: false })
  await updateRows('partners', { name: 'Shut Ltd' }, { active: false })
  for (const [user, code] of [
    [ada, userInactive],
    [grace, partnerInactive],
  ] as const) {
    const laptop = await visitor()
    await enterPassword(laptop, user)
    await refusedWith(invalidCredentials, laptop.call(verifyCode, { body: { otp: '000001' } }))
    await refusedWith(code, enterCode(laptop, user))
    equal(await laptop.isLoggedIn(), false)
  }
  const actions = (await auditOf(ada.id)).map(({ data }) => (data as { reason?: string }).reason)
  ok(actions.includes('user inactive'))
  const unset = await addUser({ hasSecondFactor: false })
  await updateRows('users', { id: unset.id }, { active: false })
  deepEqual(await enterPassword(await visitor(), unset), { next: 'verify-mfa', methods })
})

test('only the right code reveals that an admin is deactivated', async () => {
  const grace = await addAdmin()
  await updateRows('admins', { id: grace.id }, { active: false })
  const browser = await visitor()
  deepEqual(await enterAdminPassword(browser, grace), { next: 'verify-mfa', methods })
  const body = { otp: codeOf(grace.secret) }
  await refusedWith(userInactive, browser.call(verifyAdminCode, { body }))
})

test("after a wrong password a request for help creates and mails nothing, and does not use up the user's limit", async () => {
  await addDecider()
  const ada = await addUser()
  const help = { body: { note: 'Lost on the train' } }
  const stranger = await atDecoy(ada)
  for (let count = 0; count < 6; count += 1) await stranger.call(askForHelp, help)
  deepEqual([await countOf(ada, 'one_time_links'), await countOf(ada, 'mails')], [0, 0])
  deepEqual(await findOpenApprovals(db, ada.id), [])
  const laptop = await visitor()
  await enterPassword(laptop, ada)
  for (let count = 0; count < 6; count += 1) await laptop.call(askForHelp, help)
  deepEqual([await countOf(ada, 'one_time_links'), await countOf(ada, 'mails')], [1, 1])
  equal((await findOpenApprovals(db, ada.id)).length, 1)
})

test('a right password counts against its IP address like a wrong one until the login is completed', async () => {
  const ipAddress = '198.51.100.77'
  const ada = await addUser()
  for (let count = 0; count < 3; count += 1) {
    const browser = await visitor({ ipAddress })
    await enterPassword(browser, ada)
    await updateRows('second_factors', { userId: ada.id }, { lastStep: 0 })
    await enterCode(browser, ada)
  }
  for (let count = 0; count < 10; count += 1) {
    const email = `nobody${count}@quay.example`
    const isRight = count % 2 === 1
    await doesNotReject(
      isRight ? enterPassword(await visitor({ ipAddress }), ada) : atDecoy({ email }, ipAddress),
    )
  }
  await refusedWith(addressBlocked, enterPassword(await visitor({ ipAddress }), ada))
})

test('the audit log records a wrong password, but not a right one without a second factor', async () => {
  const ada = await addUser()
  await enterPassword(await visitor(), ada)
  deepEqual(await auditOf(ada.id), [])
  const stranger = await atDecoy(ada)
  await refusedWith(invalidCredentials, enterCode(stranger, ada))
  const entries = await auditOf(ada.id)
  deepEqual(
    entries.map(({ action, data }) => [action, (data as { reason: string }).reason]),
    [
      ['login_failed', 'password'],
      ['login_failed', 'password'],
    ],
  )
})

test('a request with only a login attempt does not run with the priority of known users', async () => {
  const { prototype } = pg.Client as unknown as {
    prototype: { query: (...args: unknown[]) => unknown }
  }
  const { query } = prototype
  const knownFlags: unknown[] = []
  prototype.query = function recordFlag(this: pg.Client, ...args: unknown[]) {
    knownFlags.push(currentContext()?.isKnown)
    return query.apply(this, args)
  }
  const browser = await atDecoy({ email: 'somebody@quay.example' })
  await refusedWith(invalidCredentials, browser.call(verifyCode, { body: { otp: '000001' } }))
  prototype.query = query
  ok(knownFlags.length > 10 && !knownFlags.includes(true))
})

test('a decoy expires after ten minutes and is deleted', async () => {
  const ada = await addUser()
  const stranger = await atDecoy(ada)
  await updateRows('login_attempts', { userId: ada.id }, { expiresAt: now })
  await refusedWith(loginExpired, stranger.call(verifyCode, { body: { otp: '000001' } }))
  await deleteExpiredLoginAttempts(db)
  equal(await countOf(ada, 'login_attempts'), 0)
})
