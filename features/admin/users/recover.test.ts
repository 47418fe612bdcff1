import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { db, row } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { linkFor, confirm, second } from '#test/password-links.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  logInAdmin,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { newestLink } from '#test/second-factor.ts'
import { setActive } from '#test/state.ts'
import { startWorker } from '../../../app/worker.ts'
import { beginResetByLink, confirmResetByLink } from '../../account/recovery/contract.ts'
import { getUser, recoverAccount, resetTwoFactor } from './contract.ts'

const admin = await addAdmin({ roles: ['support'] })
const support = await logInAdmin(admin)
const body = { reason: 'Lost phone and password, called back' }

function recover({ id }: TestUser) {
  return support.call(recoverAccount, { params: { id }, body })
}

async function tokensOf(user: TestUser): Promise<{ password: string; factor: string }> {
  const [password = '', factor = ''] = [
    await newestLink(user, 'reset-password'),
    await newestLink(user, 'reset-mfa'),
  ]
  return { password, factor }
}

async function factorOf({ id }: TestUser): Promise<string | undefined> {
  const found = await row<{ secret: string }>(db)`
    select secret from second_factors where user_id = ${id} and confirmed_at is not null`
  return found?.secret
}

function wrongOf(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

test('U3: one call recovers an account without password and phone: two links, and a code that support reads out', async () => {
  const ada = await addUser()
  const { supportCode, expiresAt } = await recover(ada)
  match(supportCode, /^\d{6}$/)
  const minutes = (Date.parse(String(expiresAt)) - Date.now()) / 60_000
  ok(minutes > 29 && minutes <= 30)
  const { password, factor: token } = await tokensOf(ada)
  const owner = await visitor({ ipAddress: '198.51.100.71' })
  const link = await owner.call(checkLink, { body: { token } })
  deepEqual([link.passwordProves, link.takesSupportCode], [true, true])

  await confirm(owner, password)
  const sent = { token, password: second }
  const { secret } = await owner.call(beginResetByLink, { body: { ...sent, supportCode } })
  await owner.call(confirmResetByLink, { body: { token, otp: codeOf(secret) } })
  equal(await owner.isLoggedIn(), true)
  const again = owner.call(beginResetByLink, { body: { ...sent, supportCode } })
  await refusedWith(errorCodes.invalidLink, again)
})

test('thieves: an inbox sets the password and replaces nothing, without the code or with five guesses', async () => {
  const ada = await addUser()
  const { supportCode } = await recover(ada)
  const before = await factorOf(ada)
  const { password, factor: token } = await tokensOf(ada)
  const thief = await visitor({ ipAddress: '198.51.100.72' })
  await confirm(thief, password)
  const sent = { token, password: second }
  const noCode = thief.call(beginResetByLink, { body: sent })
  const { faults } = await refusedWith(errorCodes.invalidInput, noCode)
  equal(faults[0]?.field, 'supportCode')
  for (let count = 0; count < 4; count += 1) {
    const guess = { ...sent, supportCode: wrongOf(supportCode) }
    await refusedWith(errorCodes.wrongCode, thief.call(beginResetByLink, { body: guess }))
  }
  const right = thief.call(beginResetByLink, { body: { ...sent, supportCode } })
  await refusedWith(errorCodes.invalidLink, right)
  equal(await factorOf(ada), before)
  const { action, data } = (await auditOf(ada.id)).at(-1) ?? {}
  deepEqual([action, data?.['reason']], ['second_factor_reset_refused', 'support code'])
})

test('thieves: the code of another link, and the code without the password, open nothing', async () => {
  const [ada, mallory] = [await addUser(), await addUser()]
  const [, { supportCode }] = [await recover(ada), await recover(mallory)]
  const { factor: token } = await tokensOf(ada)
  const thief = await visitor({ ipAddress: '198.51.100.73' })
  const other = { token, password: ada.password, supportCode }
  await refusedWith(errorCodes.wrongCode, thief.call(beginResetByLink, { body: other }))
  const own = await recover(ada)
  const fresh = (await newestLink(ada, 'reset-mfa')) ?? ''
  const guess = { token: fresh, password: 'Wrong-Harbour-1', supportCode: own.supportCode }
  await refusedWith(errorCodes.invalidCredentials, thief.call(beginResetByLink, { body: guess }))
  const old = { ...other, supportCode: own.supportCode }
  await refusedWith(errorCodes.invalidLink, thief.call(beginResetByLink, { body: old }))
})

test('thieves: the link for a second factor alone does not accept a password that a mailbox has set', async () => {
  for (const isBefore of [true, false]) {
    const ada = await addUser()
    const thief = await visitor({ ipAddress: '198.51.100.74' })
    const setsPassword = async () => confirm(thief, await linkFor(ada))
    if (isBefore) await setsPassword()
    await support.call(resetTwoFactor, { params: { id: ada.id }, body })
    if (!isBefore) await setsPassword()
    const token = (await newestLink(ada, 'reset-mfa')) ?? ''
    equal((await thief.call(checkLink, { body: { token } })).passwordProves, false)
    const sent = { body: { token, password: second } }
    await refusedWith(errorCodes.invalidCredentials, thief.call(beginResetByLink, sent))
    const { passwordFromMail } = await support.call(getUser, { params: { id: ada.id } })
    equal(passwordFromMail, true)
  }
})

test('a recovery is mailed by support, recorded with its reason and without the code', async () => {
  const ada = await addUser()
  const { supportCode } = await recover(ada)
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /two-factor/i, 20_000)
  await worker.stop()
  match(mail.text, /code that our support/)
  equal(mail.text.includes(supportCode), false)
  const { action, actorId, data } = (await auditOf(ada.id)).at(-1) ?? {}
  deepEqual([action, actorId, data?.['reason']], ['account_recovery_begun', admin.id, body.reason])
  equal(JSON.stringify(data).includes(supportCode), false)
  const stored = await row<{ hash: Buffer }>(db)`
    select code_hash as hash from one_time_links where user_id = ${ada.id} and kind = 'reset-mfa'`
  notEqual(stored?.hash.toString(), supportCode)
})

test('a second recovery voids the links of the first', async () => {
  const ada = await addUser()
  await recover(ada)
  const first = await tokensOf(ada)
  await recover(ada)
  const stranger = await visitor()
  for (const token of Object.values(first))
    await refusedWith(errorCodes.invalidLink, stranger.call(checkLink, { body: { token } }))
  const { password } = await tokensOf(ada)
  ok(await stranger.call(checkLink, { body: { token: password } }))
})

test('no recovery of a deactivated user, or of one of a deactivated company', async () => {
  const ada = await addUser()
  await setActive('users', ada.id, false)
  await refusedWith(errorCodes.userInactive, recover(ada))
  const eve = await addUser({ company: 'Stranded Ltd' })
  await setActive('partners', 'Stranded Ltd', false)
  await refusedWith(errorCodes.partnerInactive, recover(eve))
})
