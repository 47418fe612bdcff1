// own process: counts the admins who decide
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { ApprovalAsked } from '#contract/call.ts'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { getApproval } from '#domain/approvals/approval.ts'
import { replaceCompanyRoles } from '#domain/companies/company-role.ts'
import { askForReplacement } from '#domain/sign-in/recovery.ts'
import { getUser } from '#domain/accounts/user.ts'
import { config } from '#server/config.ts'
import { db, rows, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { confirm, linkFor, second } from '#test/password-links.ts'
import { givePasskey, isEnabled } from '#test/passkeys.ts'
import {
  addAdmin,
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  logInAdmin,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import {
  addDecider,
  addUsable,
  ask,
  decide,
  delegate,
  openCaseOf,
  passDelay,
} from '#test/recovery.ts'
import { ago, updateRows } from '#test/rows.ts'
import { newestLink } from '#test/second-factor.ts'
import { recoverAccount, resetTwoFactor } from '../../admin/users/contract.ts'
import {
  beginRecovery,
  beginResetByLink,
  confirmRecovery,
  confirmResetByLink,
} from '../recovery/contract.ts'

config.twoPerson = 'on'
const approver = await addDecider()
const admin = { kind: 'admin', id: approver.id } as const
const reason = { reason: 'Lost phone, called back' }

async function linkOf(user: TestUser, kind: 'reset-mfa' | 'recover'): Promise<string> {
  return (await newestLink(user, kind)) ?? ''
}

test('an approved link replaces the authenticator, selected passkeys and recovery codes after the delay, and notifies all addresses', async () => {
  const ada = await addUser()
  const home = await addUsable(ada)
  const [lost, kept] = [await givePasskey(ada), await givePasskey(ada)]
  const [recoveryCode = ''] = await giveRecoveryCodes(ada)
  const laptop = await logIn(ada)
  const open = await ask(ada)
  await decide(open, admin)
  equal((await getApproval(db, open.id)).state, 'waiting')
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  equal((await passDelay(open)).state, 'done')

  const token = await linkOf(ada, 'reset-mfa')
  const owner = await visitor()
  equal((await owner.call(checkLink, { body: { token } })).passwordProves, true)
  const first = { token, password: ada.password }
  const { secret, passkeys = [] } = await owner.call(beginResetByLink, { body: first })
  equal(passkeys.length, 2)
  const lostPasskeys = [passkeys[0]?.id ?? '']
  const body = { token, otp: codeOf(secret), lostPasskeys }
  const { user } = await owner.call(confirmResetByLink, { body })
  deepEqual([user.mfa.totp, user.mfa.passkeys, user.mfa.recoveryCodesLeft], [true, 1, 10])
  deepEqual([await isEnabled(lost), await isEnabled(kept)], [false, true])
  equal(await laptop.isLoggedIn(), false)
  const old = await visitor()
  const used = { token, recoveryCode }
  await refusedWith(errorCodes.invalidLink, old.call(beginResetByLink, { body: used }))
  deepEqual(await kindsOf(open.id), [
    ['approval-asked', approver.email],
    ['recovery-approved', ada.email],
    ['recovery-approved', home],
    ['recovery-asked', ada.email],
    ['recovery-asked', home],
    ['recovery-done', ada.email],
    ['recovery-done', home],
    ['recovery-open', home],
  ])
  const opened = (await auditOf(ada.id)).find(({ action }) => action === 'recovery_opened')
  equal(opened?.data['approvalId'], open.id)
})

test("U3: an admin's request for password and second factor mails one link; the support code is only in the response", async () => {
  const ada = await addUser()
  const requester = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const result = await requester
    .call(recoverAccount, { params: { id: ada.id }, body: reason })
    .catch((error: unknown) => error)
  ok(result instanceof ApprovalAsked)
  const { supportCode = '' } = result
  equal(/^\d{6}$/.test(supportCode), true)
  const open = await openCaseOf(ada)
  equal(JSON.stringify(open).includes(supportCode), false)
  equal(JSON.stringify(await auditOf(ada.id)).includes(supportCode), false)
  await decide(open, admin)
  await passDelay(open)
  const [recover, reset] = [await linkOf(ada, 'recover'), await linkOf(ada, 'reset-mfa')]
  deepEqual([recover === '', reset], [false, ''])
  const owner = await visitor({ ipAddress: '198.51.100.81' })
  const recoverBody = { token: recover, password: second, confirmPassword: second }
  const wrong = { ...recoverBody, supportCode: supportCode === '000000' ? '000001' : '000000' }
  await refusedWith(errorCodes.wrongCode, owner.call(beginRecovery, { body: wrong }))
  const { secret } = await owner.call(beginRecovery, { body: { ...recoverBody, supportCode } })
  const body = { token: recover, password: second, otp: codeOf(secret) }
  await owner.call(confirmRecovery, { body })
  equal(await owner.isLoggedIn(), true)
})

test("an admin's request for a second factor mails no link before approval, and cannot be repeated", async () => {
  const ada = await addUser()
  const requester = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const call = () => requester.call(resetTwoFactor, { params: { id: ada.id }, body: reason })
  ok((await call().catch((error: unknown) => error)) instanceof ApprovalAsked)
  await refusedWith(errorCodes.approvalPending, call())
  equal(await newestLink(ada, 'reset-mfa'), undefined)
})

test("with TWO_PERSON=off an admin's request mails the link immediately and notifies the other addresses", async (t) => {
  config.twoPerson = 'off'
  t.after(() => (config.twoPerson = 'on'))
  const ada = await addUser()
  const home = await addUsable(ada)
  const requester = await logInAdmin(await addAdmin({ roles: ['support'] }))
  await requester.call(resetTwoFactor, { params: { id: ada.id }, body: reason })
  ok(await newestLink(ada, 'reset-mfa'))
  const mails = await rows<{ kind: string; to: string }>(db)`
    select kind, to_address as to from mails where user_id = ${ada.id} order by kind desc`
  deepEqual(
    mails.map(({ kind, to }) => [kind, to]),
    [
      ['reset-mfa', ada.email],
      ['recovery-open', home],
    ],
  )
})

test('a password set by a mailed link during the delay restarts the delay and notifies every address', async () => {
  const ada = await addUser()
  await addUsable(ada)
  const open = await ask(ada)
  await decide(open, admin)
  await updateRows('approvals', { id: open.id }, { notBefore: ago('1 hour') })
  await confirm(await visitor(), await linkFor(ada))
  const { state, notBefore } = await getApproval(db, open.id)
  equal(state, 'waiting')
  ok(notBefore.getTime() - Date.now() > 23.9 * 3_600_000)
  const again = await rows(db)`
    select from mails where kind = 'recovery-asked' and data->>'approvalId' = ${open.id} and data->>'by' = 'password'`
  equal(again.length, 2)
  const reset = (await auditOf(ada.id)).find(({ action }) => action === 'password_reset')
  equal(reset?.data['delayedRecovery'], open.id)

  await updateRows('passwords', { userId: ada.id }, { createdAt: ago('1 day') })
  await passDelay(open)
  const token = await linkOf(ada, 'reset-mfa')
  const owner = await visitor()
  await owner.call(beginResetByLink, { body: { token, password: second } })
})

test('a password set by a mailed link after the recovery link was mailed cannot be used with that link', async () => {
  const ada = await addUser()
  const open = await ask(ada)
  await decide(open, admin)
  await passDelay(open)
  const token = await linkOf(ada, 'reset-mfa')
  const thief = await visitor({ ipAddress: '198.51.100.82' })
  await confirm(thief, await linkFor(ada))
  equal((await thief.call(checkLink, { body: { token } })).passwordProves, false)
  const body = { token, password: second }
  await refusedWith(errorCodes.invalidCredentials, thief.call(beginResetByLink, { body }))
})

test('no link is mailed if the user has left the deciding company, or the requester has lost their role', async () => {
  const company = 'Quitters Ltd'
  const [ada, requester, owner] = [
    await addUser({ company }),
    await addUser({ company }),
    await addUser({ company }),
  ]
  await delegate(company)
  for (const { id } of [requester, owner]) {
    await transaction(db, (tx) => replaceCompanyRoles(tx, id, ['people'], 'test'))
    await updateRows('company_roles', { userId: id }, { givenAt: ago('25 hours') })
  }
  const askAsRequester = () =>
    transaction(db, async (tx) =>
      askForReplacement(
        tx,
        { userId: requester.id },
        { kind: 'user', id: requester.id },
        {
          user: await getUser(tx, ada.id),
          lost: 'factors',
          reason: 'Lost',
        },
      ),
    )
  const first = await askAsRequester()
  await decide(first, { kind: 'user', id: owner.id })
  await transaction(db, (tx) => replaceCompanyRoles(tx, requester.id, [], 'test'))
  const failed = await passDelay(first)
  deepEqual([failed.state, failed.outcome], ['failed', 'asker not allowed'])

  const next = await ask(ada)
  await decide(next, { kind: 'user', id: owner.id })
  await updateRows('users', { id: ada.id }, { partnerId: null })
  const gone = await passDelay(next)
  deepEqual([gone.state, gone.outcome], ['failed', 'changed meanwhile'])
  equal(await newestLink(ada, 'reset-mfa'), undefined)
})

async function kindsOf(id: string) {
  const mails = await rows<{ kind: string; to: string }>(db)`
    select kind, to_address as to from mails where data->>'approvalId' = ${id} order by kind, data->>'role' desc`
  return mails.map(({ kind, to }) => [kind, to])
}
