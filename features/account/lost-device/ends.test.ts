import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { checkLink } from '#contract/link.ts'
import { errorCodes } from '#contract/refusal.ts'
import { getApproval, type Approval } from '#domain/approvals/approval.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { findRecovery } from '#domain/sign-in/recovery.ts'
import { cancelApproval, endExpiredApprovals } from '#domain/approvals/second-person.ts'
import { setUserActive } from '#domain/accounts/user-activation.ts'
import { lockAccount } from '#domain/accounts/user-lock.ts'
import { getUser } from '#domain/accounts/user.ts'
import { db, rows, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import {
  addUser,
  codeOf,
  giveRecoveryCodes,
  logIn,
  refusedWith,
  visitor,
  type TestUser,
} from '#test/people.ts'
import { givePasskey, logInByPasskey } from '#test/passkeys.ts'
import { addDecider, addUsable, ask, decide, passDelay, stopTokens } from '#test/recovery.ts'
import { now, updateRows } from '#test/rows.ts'
import { atCode, newestLink } from '#test/second-factor.ts'
import { beginReset, beginResetByLink, confirmReset } from '../recovery/contract.ts'
import { login, verifyCode } from '../sign-in/contract.ts'
import { findOwnRecovery, stopOwnRecovery, stopRecovery } from './contract.ts'

const approver = await addDecider()
const admin = { kind: 'admin', id: approver.id } as const

type Ending = (user: TestUser, open: Approval) => Promise<unknown>

/** Ways to end a case, each with the reason that the mail states. */
const endings: Record<string, [end: string, run: Ending]> = {
  'the link in a mail': [
    'stopped',
    async (_, { id }) => {
      const [token = ''] = await stopTokens(id)
      const { call } = await visitor()
      deepEqual(await call(stopRecovery, { body: { token } }), { recovery: 'open' })
    },
  ],
  'the banner': [
    'stopped',
    async (user, { id }) => {
      const { call } = await logIn(user)
      await call(stopOwnRecovery, { params: { id }, body: {} })
    },
  ],
  'a refusal': ['refused', (_, open) => decide(open, admin, 'refused')],
  'taking it back': [
    'cancelled',
    (_, { id }) =>
      transaction(db, (tx) => cancelApproval(tx, { adminId: admin.id }, admin, { id, reason: '' })),
  ],
  'a login with a code': [
    'login',
    async (user) => {
      const otp = codeOf(user.secret)
      await (await atCode(user)).call(verifyCode, { body: { otp } })
    },
  ],
  'a login with a recovery code': [
    'login',
    async (user) => {
      const [recoveryCode = ''] = await giveRecoveryCodes(user)
      await (await atCode(user)).call(verifyCode, { body: { recoveryCode } })
    },
  ],
  'a login with a passkey': [
    'login',
    async (user) => {
      const passkey = await givePasskey(user)
      await logInByPasskey(await visitor(), passkey)
    },
  ],
  'a replacement of the authenticator': [
    'replaced',
    async (user) => {
      const { call } = await logIn(user)
      const { secret } = await call(beginReset, { body: { otp: codeOf(user.secret) } })
      await call(confirmReset, { body: { otp: codeOf(secret) } })
      const stop = (await auditOf(user.id)).find(({ action }) => action === 'recovery_stopped')
      equal(stop?.data['reason'], 'new factor')
    },
  ],
  'a deactivation': [
    'deactivated',
    async ({ id }) => {
      const change = { active: false }
      const user = await getUser(db, id)
      await transaction(db, (tx) => setUserActive(tx, { adminId: admin.id }, user, change))
    },
  ],
  'the lock of the user': [
    'locked',
    async ({ id }) => {
      const user = await getUser(db, id)
      await transaction(db, (tx) => lockAccount(tx, { userId: id }, user))
    },
  ],
  'three days without a decision': [
    'expired',
    async (_, { id }) => {
      await updateRows('approvals', { id }, { expiresAt: now })
      await endExpiredApprovals(db)
    },
  ],
}

for (const [name, [end, work]] of Object.entries(endings)) {
  test(`${name} ends a case: no link is mailed afterwards, and every address is notified of the reason`, async () => {
    const ada = await addUser()
    const home = await addUsable(ada)
    const open = await ask(ada)
    await work(ada, open)
    equal(await findRecovery(db, ada.id), undefined)
    deepEqual(await endMails(open.id), [
      [ada.email, end],
      [home, end],
    ])
    await decide(open, admin).catch(() => undefined)
    await passDelay(open)
    equal(await newestLink(ada, 'reset-mfa'), undefined)
    ok(
      ['stopped', 'failed', 'cancelled', 'refused', 'expired'].includes((await reload(open)).state),
    )
  })
}

test('an incomplete login, or a login of another user, does not end a case', async () => {
  const ada = await addUser()
  const open = await ask(ada)
  const laptop = await atCode(ada)
  await refusedWith(errorCodes.wrongCode, laptop.call(verifyCode, { body: { otp: '000000' } }))
  const grace = await addUser()
  await (await atCode(grace)).call(verifyCode, { body: { otp: codeOf(grace.secret) } })
  equal((await reload(open)).state, 'asked')
})

test('after the link is mailed, the stop link, the banner and a login with the old factor each void it', async () => {
  for (const how of ['link', 'banner', 'login'] as const) {
    const ada = await addUser()
    const browser = await logIn(ada)
    const open = await ask(ada)
    await decide(open, admin)
    equal((await passDelay(open)).state, 'done')
    const token = (await newestLink(ada, 'reset-mfa')) ?? ''
    const { recovery } = await browser.call(findOwnRecovery, {})
    equal(recovery?.state, 'mailed')
    if (how === 'link') {
      const [stop = ''] = await stopTokens(open.id)
      const met = await (await visitor()).call(stopRecovery, { body: { token: stop } })
      deepEqual(met, { recovery: 'open' })
    }
    if (how === 'banner') await browser.call(stopOwnRecovery, { params: { id: open.id }, body: {} })
    if (how === 'login')
      await (await atCode(ada)).call(verifyCode, { body: { otp: codeOf(ada.secret) } })
    const byLink = { token, password: ada.password }
    const thief = await visitor()
    await refusedWith(errorCodes.invalidLink, thief.call(beginResetByLink, { body: byLink }))
    deepEqual((await browser.call(findOwnRecovery, {})).recovery, null)
  }
})

for (const name of ['a deactivation', 'the lock of the user']) {
  test(`${name} voids a mailed link, and every address of the user is notified of the reason`, async () => {
    const [end, work] = endings[name]!
    const ada = await addUser()
    const home = await addUsable(ada)
    const open = await ask(ada)
    await decide(open, admin)
    equal((await passDelay(open)).state, 'done')
    await work(ada, open)
    equal(await findRecovery(db, ada.id), undefined)
    deepEqual(await endMails(open.id), [
      [ada.email, end],
      [home, end],
    ])
    ok((await auditOf(ada.id)).some(({ action }) => action === 'recovery_stopped'))
  })
}

test('a stop link can be used again to end sessions and block the password, but only once', async () => {
  const ada = await addUser()
  const { email, password } = ada
  const browser = await logIn(ada)
  const { id } = await ask(ada)
  const [token = ''] = await stopTokens(id)
  const { call } = await visitor()
  equal((await call(checkLink, { body: { token } })).recovery, 'open')
  deepEqual(await call(stopRecovery, { body: { token } }), { recovery: 'open' })
  deepEqual(await call(stopRecovery, { body: { token } }), { recovery: 'ended' })
  equal((await call(checkLink, { body: { token } })).recovery, 'ended')
  equal(await browser.isLoggedIn(), true)
  const body = { token, endsSessions: true }
  deepEqual(await call(stopRecovery, { body }), { recovery: 'ended' })
  equal(await browser.isLoggedIn(), false)
  const again = await visitor()
  await refusedWith(errorCodes.invalidCredentials, again.call(login, { body: { email, password } }))
  await refusedWith(errorCodes.invalidLink, call(stopRecovery, { body }))
  const stops = (await auditOf(ada.id)).filter(({ action }) => action === 'recovery_stopped')
  equal(stops.length, 1)
})

test('a stop link works for seven days; an undo link works for one day and disables the new factor', async () => {
  const ada = await addUser()
  const open = await ask(ada)
  await decide(open, admin)
  await passDelay(open)
  const token = (await newestLink(ada, 'reset-mfa')) ?? ''
  const thief = await visitor()
  const firstStep = await thief.call(beginResetByLink, { body: { token, password: ada.password } })
  const { confirmResetByLink } = await import('../recovery/contract.ts')
  await thief.call(confirmResetByLink, { body: { token, otp: codeOf(firstStep.secret) } })
  equal(await thief.isLoggedIn(), true)
  const links = await rows<{ id: string; hours: number; isUndoing: boolean }>(db)`
    select id, round(extract(epoch from expires_at - created_at) / 3600)::int as hours,
           authenticator_id is not null as is_undoing
    from one_time_links where user_id = ${ada.id} and kind = 'stop-recovery'`
  for (const { hours, isUndoing } of links) equal(hours, isUndoing ? 24 : 168)
  const undoing = links.find(({ isUndoing }) => isUndoing)
  const owner = await visitor()
  const body = { token: (await mailedToken(db, undoing?.id ?? '')) ?? '' }
  deepEqual(await owner.call(stopRecovery, { body }), { recovery: 'undoable' })
  equal(await thief.isLoggedIn(), false)
  const back = await atCode({ ...ada, secret: firstStep.secret })
  await refusedWith(
    errorCodes.wrongCode,
    back.call(verifyCode, { body: { otp: codeOf(firstStep.secret) } }),
  )
  const [early = ''] = await stopTokens(open.id)
  equal((await owner.call(checkLink, { body: { token: early } })).recovery, 'done')
})

test("stopping the case of another user by the banner's call answers 404", async () => {
  const [ada, mallory] = [await addUser(), await addUser()]
  const { id } = await ask(ada)
  const { call } = await logIn(mallory)
  for (const unknown of [id, mallory.id, 'none'])
    await refusedWith(
      errorCodes.notFound,
      call(stopOwnRecovery, { params: { id: unknown }, body: {} }),
    )
  equal((await getApproval(db, id)).state, 'asked')
})

function reload({ id }: Approval): Promise<Approval> {
  return getApproval(db, id)
}

async function endMails(id: string) {
  const mails = await rows<{ email: string; end: string }>(db)`
    select to_address as email, data->>'end' as end from mails
    where kind = 'recovery-stopped' and data->>'approvalId' = ${id} order by data->>'role' desc`
  return mails.map(({ email, end }) => [email, end])
}
