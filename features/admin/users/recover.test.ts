import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { db, row } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { linkFor, confirm, second } from '#test/password-links.ts'
import { givePasskey, isEnabled } from '#test/passkeys.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  logInAdmin,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { atCode, forgetLastCode, newestLink } from '#test/second-factor.ts'
import { startWorker } from '../../../app/worker.ts'
import {
  beginRecovery,
  beginResetByLink,
  confirmRecovery,
  confirmRecoveryByPasskey,
} from '../../account/recovery/contract.ts'
import { login, verifyCode } from '../../account/sign-in/contract.ts'
import { getUser, recoverAccount, resetTwoFactor } from './contract.ts'

const admin = await addAdmin({ roles: ['support'] })
const support = await logInAdmin(admin)
const body = { reason: 'Lost phone and password, called back' }

function recover({ id }: TestUser) {
  return support.call(recoverAccount, { params: { id }, body })
}

async function tokenOf(user: TestUser): Promise<string> {
  return (await newestLink(user, 'recover')) ?? ''
}

const newPassword = { password: second, confirmPassword: second }

async function factorOf({ id }: TestUser): Promise<string | undefined> {
  const factor = await row<{ secret: string }>(db)`
    select secret from second_factors where user_id = ${id} and confirmed_at is not null`
  return factor?.secret
}

function wrongOf(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

test("U3: an admin's call recovers an account without password and phone by one mailed link and a support code", async () => {
  const ada = await addUser()
  const { supportCode, expiresAt } = await recover(ada)
  match(supportCode, /^\d{6}$/)
  const minutes = (Date.parse(String(expiresAt)) - Date.now()) / 60_000
  ok(minutes > 29 && minutes <= 30)
  const token = await tokenOf(ada)
  const owner = await visitor({ ipAddress: '198.51.100.71' })
  const { kind, firstname } = await owner.call(checkLink, { body: { token } })
  deepEqual([kind, firstname], ['recover', 'Ada'])

  const request = { token, ...newPassword, supportCode }
  const { secret } = await owner.call(beginRecovery, { body: request })
  // Nothing changes before the second step.
  const { email, password } = ada
  const { next } = await (await visitor()).call(login, { body: { email, password } })
  equal(next, 'verify-mfa')
  const body = { token, password: second, otp: codeOf(secret) }
  await owner.call(confirmRecovery, { body })
  equal(await owner.isLoggedIn(), true)
  await refusedWith(errorCodes.invalidLink, owner.call(beginRecovery, { body: request }))
  await refusedWith(errorCodes.invalidLink, owner.call(confirmRecovery, { body }))
  const stranger = await visitor()
  await refusedWith(
    errorCodes.invalidCredentials,
    stranger.call(login, { body: { email, password } }),
  )
  const again = await atCode({ ...ada, password: second, secret })
  await forgetLastCode(ada)
  await again.call(verifyCode, { body: { otp: codeOf(secret) } })
})

test('U3: a recovery by passkey replaces the authenticator and the passkeys that the user marks as lost', async () => {
  const ada = await addUser()
  const [lost, kept] = [await givePasskey(ada), await givePasskey(ada)]
  const { supportCode } = await recover(ada)
  const token = await tokenOf(ada)
  const owner = await visitor({ ipAddress: '198.51.100.75' })
  const firstStep = await owner.call(beginRecovery, {
    body: { token, ...newPassword, supportCode },
  })
  const lostPasskeys = [firstStep.passkeys?.[0]?.id ?? '']
  equal(firstStep.passkeys?.length, 2)
  const [origin = ''] = config.passkeys.users.origins
  const response = createSoftwareAuthenticator(origin).register(firstStep.passkey!)
  const request = { token, password: second, response, lostPasskeys }
  const { user, recoveryCodes } = await owner.call(confirmRecoveryByPasskey, { body: request })
  deepEqual([user.mfa.totp, user.mfa.passkeys, recoveryCodes.length], [false, 2, 10])
  deepEqual([await isEnabled(lost), await isEnabled(kept)], [false, true])
  const removed = (await auditOf(ada.id)).find(({ action }) => action === 'passkey_removed')
  deepEqual(removed?.data, { passkeyId: lostPasskeys[0], reason: 'lost' })
})

test('a thief with the inbox cannot use the link without the support code, which allows five attempts', async () => {
  const ada = await addUser()
  const { supportCode } = await recover(ada)
  const before = await factorOf(ada)
  const token = await tokenOf(ada)
  const thief = await visitor({ ipAddress: '198.51.100.72' })
  const request = { token, ...newPassword }
  for (let count = 0; count < 5; count += 1) {
    const guess = { ...request, supportCode: wrongOf(supportCode) }
    await refusedWith(errorCodes.wrongCode, thief.call(beginRecovery, { body: guess }))
  }
  const right = thief.call(beginRecovery, { body: { ...request, supportCode } })
  await refusedWith(errorCodes.invalidLink, right)
  const early = { token, password: second, otp: '000000' }
  await refusedWith(errorCodes.loginExpired, thief.call(confirmRecovery, { body: early }))
  equal(await factorOf(ada), before)
  const { action, data } = (await auditOf(ada.id)).at(-1) ?? {}
  deepEqual([action, data?.['reason']], ['second_factor_reset_refused', 'support code'])
  // A password set by a mailed link is not accepted by the other link.
  const fromMail = await visitor()
  await confirm(fromMail, await linkFor(ada))
  ok(await fromMail.call(checkLink, { body: { token } }))
})

test('a right support code does not count as an attempt, even if the password is rejected', async () => {
  const ada = await addUser()
  const { supportCode } = await recover(ada)
  const token = await tokenOf(ada)
  const owner = await visitor({ ipAddress: '198.51.100.76' })
  const weak = { password: ada.password, confirmPassword: ada.password }
  for (let count = 0; count < 6; count += 1) {
    const body = { token, ...weak, supportCode }
    await refusedWith(errorCodes.recentPassword, owner.call(beginRecovery, { body }))
  }
  await owner.call(beginRecovery, { body: { token, ...newPassword, supportCode } })
})

test('a support code is valid only for the link that it was created with', async () => {
  const [ada, mallory] = [await addUser(), await addUser()]
  const [, { supportCode }] = [await recover(ada), await recover(mallory)]
  const token = await tokenOf(ada)
  const thief = await visitor({ ipAddress: '198.51.100.73' })
  const other = { token, ...newPassword, supportCode }
  await refusedWith(errorCodes.wrongCode, thief.call(beginRecovery, { body: other }))
  const own = await recover(ada)
  const old = { ...other, supportCode: own.supportCode }
  await refusedWith(errorCodes.invalidLink, thief.call(beginRecovery, { body: old }))
})

test('a link that resets only the second factor does not accept a password set by a mailed link', async () => {
  for (const isBefore of [true, false]) {
    const ada = await addUser()
    const thief = await visitor({ ipAddress: '198.51.100.74' })
    const setPassword = async () => confirm(thief, await linkFor(ada))
    if (isBefore) await setPassword()
    await support.call(resetTwoFactor, { params: { id: ada.id }, body })
    if (!isBefore) await setPassword()
    const token = (await newestLink(ada, 'reset-mfa')) ?? ''
    equal((await thief.call(checkLink, { body: { token } })).passwordProves, false)
    const request = { body: { token, password: second } }
    await refusedWith(errorCodes.invalidCredentials, thief.call(beginResetByLink, request))
    const { passwordFromMail } = await support.call(getUser, { params: { id: ada.id } })
    equal(passwordFromMail, true)
  }
})

test('a recovery is mailed and recorded with its reason, and neither contains the support code', async () => {
  const ada = await addUser()
  const { supportCode } = await recover(ada)
  const worker = await startWorker()
  const mail = await mailbox.waitFor(ada.email, /second factor/i, 20_000)
  await worker.stop()
  match(mail.text, /code our support/)
  equal(mail.text.includes(`${await tokenOf(ada)}`), true)
  equal(mail.text.includes(supportCode), false)
  const { action, actorId, data } = (await auditOf(ada.id)).at(-1) ?? {}
  deepEqual([action, actorId, data?.['reason']], ['account_recovery_begun', admin.id, body.reason])
  equal(JSON.stringify(data).includes(supportCode), false)
  const stored = await row<{ text: string }>(db)`
    select l::text as text from one_time_links l where user_id = ${ada.id} and kind = 'recover'`
  equal(stored?.text.includes(supportCode), false)
})

test('a second recovery voids the link of the first', async () => {
  const ada = await addUser()
  await recover(ada)
  const first = await tokenOf(ada)
  await recover(ada)
  const stranger = await visitor()
  await refusedWith(errorCodes.invalidLink, stranger.call(checkLink, { body: { token: first } }))
  ok(await stranger.call(checkLink, { body: { token: await tokenOf(ada) } }))
})

test('a deactivated user and a user of a deactivated company cannot be recovered', async () => {
  const ada = await addUser()
  await updateRows('users', { id: ada.id }, { active: false })
  await refusedWith(errorCodes.userInactive, recover(ada))
  const eve = await addUser({ company: 'Stranded Ltd' })
  await updateRows('partners', { name: 'Stranded Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, recover(eve))
})
