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

const chosen = { password: second, confirmPassword: second }

async function factorOf({ id }: TestUser): Promise<string | undefined> {
  const found = await row<{ secret: string }>(db)`
    select secret from second_factors where user_id = ${id} and confirmed_at is not null`
  return found?.secret
}

function wrongOf(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

test('U3: one call recovers an account without password and phone: one link, and a code that support reads out', async () => {
  const ada = await addUser()
  const { supportCode, expiresAt } = await recover(ada)
  match(supportCode, /^\d{6}$/)
  const minutes = (Date.parse(String(expiresAt)) - Date.now()) / 60_000
  ok(minutes > 29 && minutes <= 30)
  const token = await tokenOf(ada)
  const owner = await visitor({ ipAddress: '198.51.100.71' })
  const { kind, firstname } = await owner.call(checkLink, { body: { token } })
  deepEqual([kind, firstname], ['recover', 'Ada'])

  const sent = { token, ...chosen, supportCode }
  const { secret } = await owner.call(beginRecovery, { body: sent })
  // Nothing has changed before the second step.
  const { email, password } = ada
  const { next } = await (await visitor()).call(login, { body: { email, password } })
  equal(next, 'verify-mfa')
  const body = { token, password: second, otp: codeOf(secret) }
  await owner.call(confirmRecovery, { body })
  equal(await owner.isLoggedIn(), true)
  await refusedWith(errorCodes.invalidLink, owner.call(beginRecovery, { body: sent }))
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

test('U3: a passkey takes the place of both the password’s companion and what the user ticks as lost', async () => {
  const ada = await addUser()
  const [lostOne, kept] = [await givePasskey(ada), await givePasskey(ada)]
  const { supportCode } = await recover(ada)
  const token = await tokenOf(ada)
  const owner = await visitor({ ipAddress: '198.51.100.75' })
  const begun = await owner.call(beginRecovery, { body: { token, ...chosen, supportCode } })
  const lostPasskeys = [begun.passkeys?.[0]?.id ?? '']
  equal(begun.passkeys?.length, 2)
  const [origin = ''] = config.passkeys.users.origins
  const response = createSoftwareAuthenticator(origin).register(begun.passkey!)
  const sent = { token, password: second, response, lostPasskeys }
  const { user, recoveryCodes } = await owner.call(confirmRecoveryByPasskey, { body: sent })
  deepEqual([user.mfa.totp, user.mfa.passkeys, recoveryCodes.length], [false, 2, 10])
  deepEqual([await isEnabled(lostOne), await isEnabled(kept)], [false, true])
  const removed = (await auditOf(ada.id)).find(({ action }) => action === 'passkey_removed')
  deepEqual(removed?.data, { passkeyId: lostPasskeys[0], reason: 'lost' })
})

test('thieves: an inbox replaces nothing without the code, or with five guesses', async () => {
  const ada = await addUser()
  const { supportCode } = await recover(ada)
  const before = await factorOf(ada)
  const token = await tokenOf(ada)
  const thief = await visitor({ ipAddress: '198.51.100.72' })
  const sent = { token, ...chosen }
  for (let count = 0; count < 5; count += 1) {
    const guess = { ...sent, supportCode: wrongOf(supportCode) }
    await refusedWith(errorCodes.wrongCode, thief.call(beginRecovery, { body: guess }))
  }
  const right = thief.call(beginRecovery, { body: { ...sent, supportCode } })
  await refusedWith(errorCodes.invalidLink, right)
  const early = { token, password: second, otp: '000000' }
  await refusedWith(errorCodes.loginExpired, thief.call(confirmRecovery, { body: early }))
  equal(await factorOf(ada), before)
  const { action, data } = (await auditOf(ada.id)).at(-1) ?? {}
  deepEqual([action, data?.['reason']], ['second_factor_reset_refused', 'support code'])
  // The password that the mail sets is none that the other link takes.
  const fromMail = await visitor()
  await confirm(fromMail, await linkFor(ada))
  ok(await fromMail.call(checkLink, { body: { token } }))
})

test('a right code counts as no try, and a password that is refused costs none', async () => {
  const ada = await addUser()
  const { supportCode } = await recover(ada)
  const token = await tokenOf(ada)
  const owner = await visitor({ ipAddress: '198.51.100.76' })
  const weak = { password: ada.password, confirmPassword: ada.password }
  for (let count = 0; count < 6; count += 1) {
    const body = { token, ...weak, supportCode }
    await refusedWith(errorCodes.recentPassword, owner.call(beginRecovery, { body }))
  }
  await owner.call(beginRecovery, { body: { token, ...chosen, supportCode } })
})

test('thieves: the code of another link opens nothing', async () => {
  const [ada, mallory] = [await addUser(), await addUser()]
  const [, { supportCode }] = [await recover(ada), await recover(mallory)]
  const token = await tokenOf(ada)
  const thief = await visitor({ ipAddress: '198.51.100.73' })
  const other = { token, ...chosen, supportCode }
  await refusedWith(errorCodes.wrongCode, thief.call(beginRecovery, { body: other }))
  const own = await recover(ada)
  const old = { ...other, supportCode: own.supportCode }
  await refusedWith(errorCodes.invalidLink, thief.call(beginRecovery, { body: old }))
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
  const mail = await mailbox.waitFor(ada.email, /second factor/i, 20_000)
  await worker.stop()
  match(mail.text, /code that our support/)
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

test('no recovery of a deactivated user, or of one of a deactivated company', async () => {
  const ada = await addUser()
  await updateRows('users', { id: ada.id }, { active: false })
  await refusedWith(errorCodes.userInactive, recover(ada))
  const eve = await addUser({ company: 'Stranded Ltd' })
  await updateRows('partners', { name: 'Stranded Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, recover(eve))
})
