import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { getApproval } from '#domain/approvals/approval.ts'
import { replaceCompanyRoles } from '#domain/companies/company-role.ts'
import { findRecovery } from '#domain/sign-in/recovery.ts'
import { db, rows, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { mailbox } from '#test/mailbox.ts'
import { confirm, linkFor, second } from '#test/password-links.ts'
import { addUser, logIn, refusedWith, visitor, type TestUser } from '#test/people.ts'
import {
  addDecider,
  addUsable,
  ask,
  decide,
  delegate,
  passDelay,
  stopTokens,
} from '#test/recovery.ts'
import { ago, backdate, now, updateRows } from '#test/rows.ts'
import { atCode, newestLink } from '#test/second-factor.ts'
import { startWorker } from '../../../app/worker.ts'
import { addContactPoint } from '../contact-points/contract.ts'
import { beginResetByLink } from '../recovery/contract.ts'
import { askForHelp, findOwnRecovery, stopRecovery } from './contract.ts'

/** Attacks that aim to replace the owner's second factor; each test runs one to its end. */

const approver = await addDecider()
const admin = { kind: 'admin', id: approver.id } as const
const body = { note: 'I have lost my phone' }

async function factorOf({ id }: TestUser): Promise<unknown> {
  return rows(db)`
    select id, secret, disabled_at from second_factors where user_id = ${id} and confirmed_at is not null`
}

test('a thief with the inbox can reset the password, then waits a day to request help and still needs an approver', async () => {
  const ada = await addUser()
  const before = await factorOf(ada)
  await confirm(await visitor(), await linkFor(ada))
  const thief = await atCode({ ...ada, password: second })
  await refusedWith(errorCodes.forbidden, thief.call(askForHelp, { body }))
  equal(await findRecovery(db, ada.id), undefined)
  // A day later the request is accepted, but changes nothing by itself.
  await backdate('one_time_links', { userId: ada.id }, '25 hours')
  await backdate('one_time_links', { userId: ada.id }, { usedAt: '25 hours' })
  await backdate('passwords', { userId: ada.id }, { createdAt: '25 hours' })
  const open = await ask({ ...ada, password: second })
  await updateRows('approvals', { id: open.id }, { notBefore: now })
  await passDelay(open)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  // The approver calls the owner, and refuses.
  await decide(open, admin, 'refused')
  await passDelay(open)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  deepEqual(await factorOf(ada), before)
})

test('with inbox and password, even an approval obtained by deception leaves the owner a day to stop the recovery', async () => {
  const ada = await addUser()
  const home = await addUsable(ada)
  const before = await factorOf(ada)
  const open = await ask(ada)
  await decide(open, admin)
  // No link is mailed before the delay ends, whatever the worker does.
  const { notBefore } = await getApproval(db, open.id)
  ok(notBefore.getTime() - open.askedAt.getTime() >= 24 * 3_600_000)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  // The thief deletes the mails in the inbox; the owner reads the other address.
  const mails = await rows<{ linkId: string }>(db)`
    select data->>'linkId' as link_id from mails where to_address = ${home} and kind = 'recovery-asked'`
  equal(mails.length, 1)
  const token = (await stopTokens(open.id)).at(1) ?? ''
  const owner = await visitor()
  await owner.call(stopRecovery, { body: { token } })
  await passDelay(open)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  deepEqual(await factorOf(ada), before)
})

test('a stolen session cannot add an address; an address added right after a login is usable only three days later', async () => {
  const ada = await addUser()
  const thief = await logIn(ada)
  const email = 'mallory@quay.example'
  await backdate('sessions', { userId: ada.id }, '6 minutes')
  await refusedWith(errorCodes.stepUpRequired, thief.call(addContactPoint, { body: { email } }))
  const fresh = await logIn(ada)
  const { id, usable } = await fresh.call(addContactPoint, { body: { email } })
  equal(usable, false)
  await updateRows('contact_points', { id }, { verifiedAt: now })
  const open = await ask(ada)
  const mails = await rows<{ to: string }>(db)`
    select to_address as to from mails where data->>'approvalId' = ${open.id} and kind = 'recovery-asked'`
  deepEqual(
    mails.map(({ to }) => to),
    [ada.email],
  )
})

test('an administrator of another company cannot decide a case', async () => {
  const ada = await addUser({ company: 'Harbour North Ltd' })
  const mallory = await addUser({ company: 'Harbour South Ltd' })
  for (const company of ['Harbour North Ltd', 'Harbour South Ltd']) await delegate(company)
  await makeOwner(mallory)
  const open = await ask(ada)
  const decision = decide(open, { kind: 'user', id: mallory.id })
  await refusedWith(errorCodes.notFound, decision)
  equal((await getApproval(db, open.id)).state, 'asked')
  equal((await rows(db)`select from mails where to_address = ${mallory.email}`).length, 0)
})

test("an administrator of the company can decide a colleague's request, but not their own", async () => {
  const company = 'Harbour East Ltd'
  const [ada, owner] = [await addUser({ company }), await addUser({ company })]
  await delegate(company)
  await makeOwner(owner)
  const own = await ask(owner)
  await refusedWith(errorCodes.mayNotDecide, decide(own, { kind: 'user', id: owner.id }))
  const open = await ask(ada)
  await decide(open, { kind: 'user', id: owner.id })
  equal((await getApproval(db, open.id)).decidedBy, owner.id)
})

test("one admin can decide a user's request alone, unless their role was granted less than a day ago", async () => {
  const ada = await addUser()
  const open = await ask(ada)
  const young = await addDecider()
  await updateRows('admin_roles', { adminId: young.id }, { givenAt: ago('23 hours') })
  const decision = decide(open, { kind: 'admin', id: young.id })
  await refusedWith(errorCodes.mayNotDecide, decision)
  const refused = (await auditOf(ada.id)).at(-1)
  deepEqual([refused?.action, refused?.actorId], ['approval_decision_refused', young.id])
  await decide(open, admin)
  equal((await getApproval(db, open.id)).state, 'waiting')
})

test('a stop link works only for its own user and only on its own page', async () => {
  const [ada, grace] = [await addUser(), await addUser()]
  const [mine, theirs] = [await ask(ada), await ask(grace)]
  const [token = ''] = await stopTokens(mine.id)
  const { call } = await visitor()
  const reset = { token, password: ada.password }
  await refusedWith(errorCodes.invalidLink, call(beginResetByLink, { body: reset }))
  const other = await linkFor(grace)
  await refusedWith(errorCodes.invalidLink, call(stopRecovery, { body: { token: other } }))
  await call(stopRecovery, { body: { token } })
  equal((await getApproval(db, theirs.id)).state, 'asked')
})

test('a request notifies the mailbox, the second address and every session within a minute', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  const ada = await addUser({ preferredLanguage: 'fr' })
  const home = await addUsable(ada)
  const [laptop, desk] = [await logIn(ada), await logIn(ada)]
  const startedAt = Date.now()
  await ask(ada)
  for (const address of [ada.email, home]) {
    const mail = await mailbox.waitFor(address, /deux facteurs/, 30_000)
    ok(/\/stop\/[\w-]{43}/.test(mail.text))
  }
  for (const browser of [laptop, desk]) {
    const { recovery } = await browser.call(findOwnRecovery, {})
    equal(recovery?.state, 'asked')
  }
  ok(Date.now() - startedAt < 60_000)
})

async function makeOwner({ id }: TestUser): Promise<void> {
  await transaction(db, (tx) => replaceCompanyRoles(tx, id, ['owner'], 'test'))
  await updateRows('company_roles', { userId: id }, { givenAt: ago('25 hours') })
}
