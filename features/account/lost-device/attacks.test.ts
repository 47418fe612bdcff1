import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { getApproval } from '#domain/approval.ts'
import { replaceCompanyRoles } from '#domain/company-role.ts'
import { findRecovery } from '#domain/recovery.ts'
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

/** Somebody who wants another second factor than the owner's; each is walked to its end. */

const decider = await addDecider()
const admin = { kind: 'admin', id: decider.id } as const
const body = { note: 'I have lost my phone' }

async function factorOf({ id }: TestUser): Promise<unknown> {
  return rows(db)`
    select id, secret, disabled_at from second_factors where user_id = ${id} and confirmed_at is not null`
}

test('an inbox alone: it sets a password, which asks for nothing for a day, and then waits for others', async () => {
  const ada = await addUser()
  const before = await factorOf(ada)
  await confirm(await visitor(), await linkFor(ada))
  const thief = await atCode({ ...ada, password: second })
  await refusedWith(errorCodes.forbidden, thief.call(askForHelp, { body }))
  equal(await findRecovery(db, ada.id), undefined)
  // A day later the request is one, and changes nothing by itself.
  await backdate('one_time_links', { userId: ada.id }, '25 hours')
  await backdate('one_time_links', { userId: ada.id }, { usedAt: '25 hours' })
  await backdate('passwords', { userId: ada.id }, { createdAt: '25 hours' })
  const open = await ask({ ...ada, password: second })
  await updateRows('approvals', { id: open.id }, { notBefore: now })
  await passDelay(open)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  // The second person calls the owner, and refuses.
  await decide(open, admin, 'refused')
  await passDelay(open)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  deepEqual(await factorOf(ada), before)
})

test('inbox and password: even a second person who is talked into it leaves the owner a day to stop it', async () => {
  const ada = await addUser()
  const home = await addUsable(ada)
  const before = await factorOf(ada)
  const open = await ask(ada)
  await decide(open, admin)
  // Before its time nothing is mailed, whatever the worker does.
  const { notBefore } = await getApproval(db, open.id)
  ok(notBefore.getTime() - open.askedAt.getTime() >= 24 * 3_600_000)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  // The thief deletes what is in the inbox; the owner reads the other address.
  const told = await rows<{ linkId: string }>(db)`
    select data->>'linkId' as link_id from mails where to_address = ${home} and kind = 'recovery-asked'`
  equal(told.length, 1)
  const token = (await stopTokens(open.id)).at(1) ?? ''
  const owner = await visitor()
  await owner.call(stopRecovery, { body: { token } })
  await passDelay(open)
  equal(await newestLink(ada, 'reset-mfa'), undefined)
  deepEqual(await factorOf(ada), before)
})

test('a stolen session adds no address, and one added right after a login counts three days later', async () => {
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
  const told = await rows<{ to: string }>(db)`
    select to_address as to from mails where data->>'approvalId' = ${open.id} and kind = 'recovery-asked'`
  deepEqual(
    told.map(({ to }) => to),
    [ada.email],
  )
})

test('an administrator of another company decides nothing', async () => {
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

test('an administrator of the company decides neither about themselves nor what they have asked for', async () => {
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

test('one admin decides a user’s own request alone, and no account that is younger than a day', async () => {
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

test('the stop link of one user opens nothing of another, nor any other page', async () => {
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

test('every channel is told within a minute: the mailbox, the second address, and every session', async (t) => {
  const worker = await startWorker()
  t.after(() => worker.stop())
  const ada = await addUser({ preferredLanguage: 'fr' })
  const home = await addUsable(ada)
  const [laptop, desk] = [await logIn(ada), await logIn(ada)]
  const begun = Date.now()
  await ask(ada)
  for (const address of [ada.email, home]) {
    const mail = await mailbox.waitFor(address, /second facteur/, 30_000)
    ok(/\/stop\/[\w-]{43}/.test(mail.text))
  }
  for (const browser of [laptop, desk]) {
    const { recovery } = await browser.call(findOwnRecovery, {})
    equal(recovery?.state, 'asked')
  }
  ok(Date.now() - begun < 60_000)
})

async function makeOwner({ id }: TestUser): Promise<void> {
  await transaction(db, (tx) => replaceCompanyRoles(tx, id, ['owner'], 'test'))
  await updateRows('company_roles', { userId: id }, { givenAt: ago('25 hours') })
}
