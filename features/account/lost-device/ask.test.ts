import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { findOpenApprovals } from '#domain/approvals/approval.ts'
import { replaceCompanyRoles } from '#domain/companies/company-role.ts'
import { db, rows, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { confirm, linkFor, second } from '#test/password-links.ts'
import { addUser, logIn, refusedWith, visitor, type TestUser } from '#test/people.ts'
import { addDecider, addUsable, ask, delegate, openCaseOf } from '#test/recovery.ts'
import { ago, backdate, updateRows } from '#test/rows.ts'
import { atCode } from '#test/second-factor.ts'
import { askForHelp, findOwnRecovery } from './contract.ts'

const body = { note: 'Lost on the train' }

test('a request for help is refused with noSecondPerson if no admin can decide it', async () => {
  const laptop = await atCode(await addUser())
  await refusedWith(errorCodes.noSecondPerson, laptop.call(askForHelp, { body }))
})

test('U3: after entering the right password a user requests help, and every address is notified immediately', async () => {
  const approver = await addDecider()
  const ada = await addUser()
  const home = await addUsable(ada)
  const session = await logIn(ada)
  const { id, notBefore, askedAt, expiresAt, partnerId, proposal, before } = await ask(ada)
  equal(notBefore.getTime() - askedAt.getTime(), 24 * 3_600_000)
  equal(expiresAt.getTime() - askedAt.getTime(), 72 * 3_600_000)
  equal(partnerId, null)
  deepEqual(proposal, { lost: 'factors', phone: '+351 21 000 0000' })
  deepEqual(before, { authenticator: true, passkeys: 0 })
  deepEqual(await mailsAbout(id), [
    ['approval-asked', approver.email, undefined, false],
    ['recovery-asked', ada.email, 'owner', true],
    ['recovery-asked', home, 'contact', true],
  ])
  const { recovery } = await session.call(findOwnRecovery, {})
  deepEqual([recovery?.id, recovery?.state, recovery?.askedBy], [id, 'asked', 'user'])
})

test('the note and phone number of a request are not copied to the audit log, which is never purged', async () => {
  const ada = await addUser()
  const { id } = await ask(ada)
  const entries = await auditOf(ada.id)
  deepEqual(
    entries.map(({ action }) => action),
    ['approval_asked', 'recovery_asked'],
  )
  const text = JSON.stringify(entries)
  for (const own of ['+351', 'train']) equal(text.includes(own), false)
  ok(text.includes(id))
})

test('administrators of a delegated company are asked too; one who got the role less than a day ago is only notified', async () => {
  const company = 'Delegated Ltd'
  const ada = await addUser({ company })
  const partnerId = await delegate(company)
  const [owner, newcomer, colleague] = [
    await addUser({ company }),
    await addUser({ company }),
    await addUser({ company }),
  ]
  await giveRole(owner, 'owner', '25 hours')
  await giveRole(newcomer, 'people', '1 hour')
  const { id, partnerId: decides } = await ask(ada)
  equal(decides, partnerId)
  const mails = await mailsAbout(id)
  ok(mails.some(([kind, email]) => kind === 'approval-asked' && email === owner.email))
  deepEqual(
    mails.filter(([, email]) => email === newcomer.email),
    [['recovery-asked', newcomer.email, 'company', false]],
  )
  equal(
    mails.some(([, email]) => email === colleague.email),
    false,
  )
})

test('a user has at most one open case and three requests a day, even with twenty concurrent requests', async () => {
  const ada = await addUser()
  await ask(ada)
  const laptop = await atCode(ada)
  await refusedWith(errorCodes.approvalPending, laptop.call(askForHelp, { body }))
  const grace = await addUser()
  const browser = await atCode(grace)
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => browser.call(askForHelp, { body })),
  )
  equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  equal((await findOpenApprovals(db, grace.id)).length, 1)
  const refusal = await refusedWith(errorCodes.tooManyRequests, browser.call(askForHelp, { body }))
  ok((refusal.retryAfterSeconds ?? 0) > 86_000)
})

test('a request for help is refused without a password, without a second factor, and for a deactivated user or company', async () => {
  const stranger = await visitor()
  await refusedWith(errorCodes.loginExpired, stranger.call(askForHelp, { body }))
  const joining = await atCode(await addUser({ hasSecondFactor: false }))
  await refusedWith(errorCodes.loginExpired, joining.call(askForHelp, { body }))
  const ada = await addUser({ company: 'Shut Ltd' })
  const laptop = await atCode(ada)
  await updateRows('users', { id: ada.id }, { active: false })
  await refusedWith(errorCodes.userInactive, laptop.call(askForHelp, { body }))
  await updateRows('users', { id: ada.id }, { active: true })
  await updateRows('partners', { name: 'Shut Ltd' }, { active: false })
  await refusedWith(errorCodes.partnerInactive, laptop.call(askForHelp, { body }))
})

test('a user whose password was set by a mailed link cannot request help for a day', async () => {
  const ada = await addUser()
  await confirm(await visitor(), await linkFor(ada))
  const fresh = { ...ada, password: second }
  const laptop = await atCode(fresh)
  await refusedWith(errorCodes.forbidden, laptop.call(askForHelp, { body }))
  await backdate('passwords', { userId: ada.id }, { createdAt: '25 hours' })
  await backdate('one_time_links', { userId: ada.id }, { usedAt: '25 hours' })
  await ask(fresh)
  ok(await openCaseOf(ada))
})

async function giveRole({ id }: TestUser, role: 'owner' | 'people', age: string): Promise<void> {
  await transaction(db, (tx) => replaceCompanyRoles(tx, id, [role], 'test'))
  await updateRows('company_roles', { userId: id }, { givenAt: ago(age) })
}

/** Returns kind, address, role and whether there is a link, for each mail about a case. */
async function mailsAbout(id: string) {
  const mails = await rows<{ kind: string; email: string; data: Record<string, string> }>(db)`
    select kind, to_address as email, data from mails where data->>'approvalId' = ${id}
    order by kind, data->>'role' desc nulls first`
  return mails.map(({ kind, email, data }) => [kind, email, data['role'], 'linkId' in data])
}
