// own process: counts the admins who decide
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { ApprovalAsked } from '#contract/call.ts'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { getApproval } from '#domain/approval.ts'
import { replaceCompanyRoles } from '#domain/company-role.ts'
import { askForReplacement } from '#domain/recovery.ts'
import { getUser } from '#domain/user.ts'
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
const decider = await addDecider()
const admin = { kind: 'admin', id: decider.id } as const
const reason = { reason: 'Lost phone, called back' }

async function linkOf(user: TestUser, kind: 'reset-mfa' | 'recover'): Promise<string> {
  return (await newestLink(user, kind)) ?? ''
}

test('approved and waited for, the link replaces authenticator, ticked passkeys and recovery codes, and all are told', async () => {
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
    ['approval-asked', decider.email],
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

test('U3: an admin asks for password and second factor together: one link, and a code that only the answer holds', async () => {
  const ada = await addUser()
  const asker = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const asked = await asker
    .call(recoverAccount, { params: { id: ada.id }, body: reason })
    .catch((error: unknown) => error)
  ok(asked instanceof ApprovalAsked)
  const { supportCode = '' } = asked
  equal(/^\d{6}$/.test(supportCode), true)
  const open = await openCaseOf(ada)
  equal(JSON.stringify(open).includes(supportCode), false)
  equal(JSON.stringify(await auditOf(ada.id)).includes(supportCode), false)
  await decide(open, admin)
  await passDelay(open)
  const [recover, reset] = [await linkOf(ada, 'recover'), await linkOf(ada, 'reset-mfa')]
  deepEqual([recover === '', reset], [false, ''])
  const owner = await visitor({ ipAddress: '198.51.100.81' })
  const chosen = { token: recover, password: second, confirmPassword: second }
  const wrong = { ...chosen, supportCode: supportCode === '000000' ? '000001' : '000000' }
  await refusedWith(errorCodes.wrongCode, owner.call(beginRecovery, { body: wrong }))
  const { secret } = await owner.call(beginRecovery, { body: { ...chosen, supportCode } })
  const body = { token: recover, password: second, otp: codeOf(secret) }
  await owner.call(confirmRecovery, { body })
  equal(await owner.isLoggedIn(), true)
})

test('an admin who asks for a second factor sends nothing alone, and asks once', async () => {
  const ada = await addUser()
  const asker = await logInAdmin(await addAdmin({ roles: ['support'] }))
  const call = () => asker.call(resetTwoFactor, { params: { id: ada.id }, body: reason })
  ok((await call().catch((error: unknown) => error)) instanceof ApprovalAsked)
  await refusedWith(errorCodes.approvalPending, call())
  equal(await newestLink(ada, 'reset-mfa'), undefined)
})

test('with TWO_PERSON=off an admin sends the link at once, and the other addresses are told', async (t) => {
  config.twoPerson = 'off'
  t.after(() => (config.twoPerson = 'on'))
  const ada = await addUser()
  const home = await addUsable(ada)
  const asker = await logInAdmin(await addAdmin({ roles: ['support'] }))
  await asker.call(resetTwoFactor, { params: { id: ada.id }, body: reason })
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

test('a password that a mailed link sets meanwhile begins the waiting time anew, and is told at every address', async () => {
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

test('thieves: a password that the mailbox sets after the link was mailed is none for it', async () => {
  const ada = await addUser()
  const open = await ask(ada)
  await decide(open, admin)
  await passDelay(open)
  const token = await linkOf(ada, 'reset-mfa')
  const thief = await visitor({ ipAddress: '198.51.100.82' })
  await confirm(thief, await linkFor(ada))
  equal((await thief.call(checkLink, { body: { token } })).passwordProves, false)
  const sent = { token, password: second }
  await refusedWith(errorCodes.invalidCredentials, thief.call(beginResetByLink, { body: sent }))
})

test('nothing is mailed where the user has left the company that decided, or a colleague who asked has lost the right', async () => {
  const company = 'Quitters Ltd'
  const [ada, asker, owner] = [
    await addUser({ company }),
    await addUser({ company }),
    await addUser({ company }),
  ]
  await delegate(company)
  for (const { id } of [asker, owner]) {
    await transaction(db, (tx) => replaceCompanyRoles(tx, id, ['people'], 'test'))
    await updateRows('company_roles', { userId: id }, { givenAt: ago('25 hours') })
  }
  const byAsker = () =>
    transaction(db, async (tx) =>
      askForReplacement(
        tx,
        { userId: asker.id },
        { kind: 'user', id: asker.id },
        {
          user: await getUser(tx, ada.id),
          lost: 'factors',
          reason: 'Lost',
        },
      ),
    )
  const first = await byAsker()
  await decide(first, { kind: 'user', id: owner.id })
  await transaction(db, (tx) => replaceCompanyRoles(tx, asker.id, [], 'test'))
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
  const found = await rows<{ kind: string; to: string }>(db)`
    select kind, to_address as to from mails where data->>'approvalId' = ${id} order by kind, data->>'role' desc`
  return found.map(({ kind, to }) => [kind, to])
}
