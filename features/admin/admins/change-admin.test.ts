// own process: deactivates every other super admin
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { textWith } from '#contract/text.ts'
import type { Role } from '#contract/permission.ts'
import { commonErrors, errorCodes, type Refusal } from '#contract/refusal.ts'
import { findAdmin, lockAdmins } from '#domain/accounts/admin.ts'
import { mailedToken } from '#domain/sign-in/link.ts'
import { adminCookies } from '#server/cookies.ts'
import { db, row, rows, scalar, transaction } from '#server/db.ts'
import { find } from '#test/admin-users.ts'
import { auditOf } from '#test/audit.ts'
import { giveAdminPasskey } from '#test/passkeys.ts'
import {
  addAdmin,
  logInAdmin,
  refusedWith,
  startSessionOfAdmin,
  visitor,
  type TestUser,
  type Visitor,
} from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { startServer } from '#test/servers.ts'
import { untilLocked } from '#test/locks.ts'
import { adminLogin } from '../../account/sign-in/admin-contract.ts'
import { setUpAdmin } from '../../account/sign-up/contract.ts'
import * as contract from './contract.ts'
import {
  composeAdminActivated,
  composeAdminAdded,
  composeAdminDeactivated,
  composeAdminReset,
  composeAdminSuspended,
} from './email.ts'

let count = 0

function invitation(roles: Role[]) {
  count += 1
  const email = `Invited${count}@portico.example`
  return { email, firstname: 'Joan', lastname: 'Clarke', roles, preferredLanguage: 'fr' as const }
}

const paramsOf = ({ id }: Pick<TestUser, 'id'>) => ({ params: { adminUserId: id } })
const reason = { body: { reason: 'Lost the phone' } }

/** Returns a call for each change of another admin's account. */
const changes = (browser: Visitor, target: Pick<TestUser, 'id'>) => [
  () => browser.call(contract.deactivateAdmin, { ...paramsOf(target), ...reason }),
  () => browser.call(contract.activateAdmin, { ...paramsOf(target), ...reason }),
  () => browser.call(contract.resetAdmin, { ...paramsOf(target), ...reason }),
  () => browser.call(contract.endAdminSessions, { ...paramsOf(target), ...reason }),
]

function mailOf(id: string) {
  return row<{ kind: string; language: string; data: Record<string, string> }>(db)`
    select kind, language, data from mails where user_id = ${id} order by id desc limit 1`
}

async function ruleOf(promise: Promise<unknown>): Promise<string | undefined> {
  const refusal: Refusal = await refusedWith(commonErrors.forbidden, promise)
  return refusal.faults[0]?.rule
}

test('B9 an invited auditor gets a mail and sets up the account', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const admin = await browser.call(contract.inviteAdmin, { body: invitation(['auditor']) })
  deepEqual(
    [admin.email, admin.roles, admin.active, admin.joined, admin.secondFactor],
    [`invited${count}@portico.example`, ['auditor'], true, false, 'none'],
  )
  const mail = await mailOf(admin.id)
  deepEqual([mail?.kind, mail?.language], ['admin-set-up', 'fr'])
  const [entry] = await auditOf(admin.id)
  deepEqual(
    [entry?.action, entry?.actorId, entry?.data],
    ['admin_added', grace.id, { after: { email: admin.email, roles: ['auditor'] } }],
  )
  const token = (await mailedToken(db, mail?.data['linkId'] ?? '')) ?? ''
  const password = 'Second-Lighthouse-2'
  const laptop = await visitor()
  await laptop.call(setUpAdmin, { body: { token, password, confirmPassword: password } })
  const body = { email: admin.email, password }
  deepEqual(await laptop.call(adminLogin, { body }), { next: 'configure-mfa' })
  equal((await find(browser, admin.id)).joined, true)
})

test('an open invitation shows its sender, can be revoked exactly once, and its link is then invalid', async () => {
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  const { id } = await browser.call(contract.inviteAdmin, { body: invitation(['auditor']) })
  const [{ firstname, lastname } = { firstname: '', lastname: '' }] = await rows<{
    firstname: string
    lastname: string
  }>(db)`select firstname, lastname from admins where id = ${grace.id}`
  const name = `${firstname} ${lastname}`
  const before = await browser.call(contract.getAdminUser, paramsOf({ id }))
  deepEqual([before.invitation?.state, before.invitation?.sentBy], ['open', name])
  deepEqual(
    [before.createdBy, before.grants.map(({ role, givenBy }) => [role, givenBy])],
    [name, [['auditor', name]]],
  )
  const revoke = () =>
    browser.call(contract.revokeAdminInvitation, { ...paramsOf({ id }), ...reason })
  const token = (await mailedToken(db, (await mailOf(id))?.data['linkId'] ?? '')) ?? ''
  const attempts = await Promise.allSettled([revoke(), revoke(), revoke()])
  equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1)
  await refusedWith(commonErrors.notFound, revoke())
  const after = await browser.call(contract.getAdminUser, paramsOf({ id }))
  equal(after.invitation?.state, 'revoked')
  const password = 'Second-Lighthouse-2'
  const body = { token, password, confirmPassword: password }
  await refusedWith(errorCodes.invalidLink, (await visitor()).call(setUpAdmin, { body }))
  const own = () => browser.call(contract.revokeAdminInvitation, { ...paramsOf(grace), ...reason })
  equal(await ruleOf(own()), 'ownAccount')
})

test('B9 inviting the address of an existing admin is rejected at its field', async () => {
  const grace = await addAdmin()
  const body = { ...invitation(['auditor']), email: grace.email.toUpperCase() }
  const refusal = await refusedWith(
    commonErrors.invalidInput,
    (await logInAdmin(grace)).call(contract.inviteAdmin, { body }),
  )
  deepEqual([refusal.faults[0]?.field, refusal.faults[0]?.rule], ['email', 'emailTaken'])
})

test('B9 PE-05 an admin can neither grant a role beyond their own nor change an admin who has one', async () => {
  const admin = await addAdmin({ roles: ['user_admin'] })
  const browser = await logInAdmin(admin)
  for (const beyond of ['auditor', 'support', 'super_admin'] as const) {
    const body = invitation([beyond])
    equal(await ruleOf(browser.call(contract.inviteAdmin, { body })), 'beyondOwn')
    equal(await scalar(db)`select id from admins where email = ${body.email}`, undefined)
    const target = await addAdmin({ roles: [beyond] })
    const open = await logInAdmin(target)
    for (const change of changes(browser, target)) equal(await ruleOf(change()), 'beyondOwn')
    equal(await open.isLoggedIn(), true)
    const refusals = (await auditOf(target.id)).filter(
      ({ action }) => action === 'admin_change_refused',
    )
    deepEqual(
      refusals.map(({ data }) => data),
      ['deactivate', 'activate', 'reset', 'end sessions'].map((change) => ({
        change,
        reason: 'beyondOwn',
      })),
    )
  }
  const userAdmin = await browser.call(contract.inviteAdmin, { body: invitation(['user_admin']) })
  deepEqual(userAdmin.roles, ['user_admin'])
})

test('B9 an admin cannot deactivate, reset or log out themselves', async () => {
  await addAdmin()
  const grace = await addAdmin()
  const browser = await logInAdmin(grace)
  for (const change of changes(browser, grace)) equal(await ruleOf(change()), 'ownAccount')
  equal(await browser.isLoggedIn(), true)
})

test("B9 a deactivation ends the admin's sessions and is mailed; an activation reverses it", async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await addAdmin({ roles: ['auditor'] })
  const open = await logInAdmin(joan)
  const off = await browser.call(contract.deactivateAdmin, { ...paramsOf(joan), ...reason })
  equal(off.active, false)
  equal(await open.isLoggedIn(), false)
  equal((await mailOf(joan.id))?.kind, 'admin-deactivated')
  deepEqual((await auditOf(joan.id)).at(-1)?.data, {
    before: { active: true },
    after: { active: false },
    endedSessions: 1,
    reason: 'Lost the phone',
  })
  await browser.call(contract.deactivateAdmin, { ...paramsOf(joan), body: {} })
  const again = await auditOf(joan.id)
  equal(again.filter(({ action }) => action === 'admin_deactivated').length, 1)
  const on = await browser.call(contract.activateAdmin, { ...paramsOf(joan), body: {} })
  deepEqual([on.active, on.roles], [true, ['auditor']])
  equal((await mailOf(joan.id))?.kind, 'admin-activated')
  equal(await (await logInAdmin(joan)).isLoggedIn(), true)
})

test('B9 a reset removes every factor and session and mails a new link; a deactivated admin cannot be reset', async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await addAdmin({ roles: ['support'] })
  await giveAdminPasskey(joan)
  equal((await find(browser, joan.id)).secondFactor, 'passkey')
  const open = await logInAdmin(joan)
  const after = await browser.call(contract.resetAdmin, { ...paramsOf(joan), ...reason })
  deepEqual([after.joined, after.secondFactor, after.roles], [false, 'none', ['support']])
  equal(await open.isLoggedIn(), false)
  equal((await mailOf(joan.id))?.kind, 'admin-set-up')
  const { action, data } = (await auditOf(joan.id)).at(-1) ?? {}
  deepEqual([action, data], ['admin_reset', { endedSessions: 1, reason: 'Lost the phone' }])
  await browser.call(contract.deactivateAdmin, { ...paramsOf(joan), body: {} })
  await refusedWith(
    errorCodes.userInactive,
    browser.call(contract.resetAdmin, { ...paramsOf(joan), ...reason }),
  )
})

test('B9 an admin lists and ends the sessions of another admin, who may log in again', async () => {
  const browser = await logInAdmin(await addAdmin())
  const joan = await addAdmin({ roles: ['auditor'] })
  await logInAdmin(joan, { ipAddress: '198.51.100.7' })
  const open = await logInAdmin(joan)
  const listed = await browser.call(contract.listSessionsOfAdmin, paramsOf(joan))
  deepEqual(listed.map(({ ipAddress }) => ipAddress).sort(), ['192.0.2.1', '198.51.100.7'])
  const { ended } = await browser.call(contract.endAdminSessions, { ...paramsOf(joan), ...reason })
  equal(ended, 2)
  equal(await open.isLoggedIn(), false)
  deepEqual(await browser.call(contract.listSessionsOfAdmin, paramsOf(joan)), [])
  equal((await auditOf(joan.id)).at(-1)?.action, 'all_sessions_ended')
  equal(await (await logInAdmin(joan)).isLoggedIn(), true)
})

test('B9 an unknown admin id and a malformed id answer 404', async () => {
  const browser = await logInAdmin(await addAdmin())
  for (const id of [crypto.randomUUID(), 'x']) {
    for (const change of changes(browser, { id }))
      await refusedWith(commonErrors.notFound, change())
    const listing = browser.call(contract.listSessionsOfAdmin, paramsOf({ id }))
    await refusedWith(commonErrors.notFound, listing)
  }
})

test('B9 the mail about a lockout for a day promises no approval, which a server without TWO_PERSON never asks for', async () => {
  const { id, email } = await addAdmin({ roles: ['auditor'] })
  const mail = { id: '', kind: 'admin-suspended', toAddress: email, userId: id, data: {} } as const
  const content = await composeAdminSuspended({ ...mail, language: 'en' })
  const text = textWith(content?.paragraphs[0] ?? '', { brand: 'Portico' })
  match(text, /for 24 hours/)
  doesNotMatch(text, /approv/)
})

test('B9 the mails about an account exist in each language, and are not sent after the state has changed', async () => {
  const { id, email } = await addAdmin({ roles: ['auditor'] })
  const mail = { id: '', kind: 'admin-added', toAddress: email, userId: id, data: {} } as const
  const composers = [composeAdminAdded, composeAdminReset, composeAdminActivated]
  const subjects = new Set<string>()
  for (const language of locales) {
    for (const compose of composers) {
      const content = await compose({ ...mail, language })
      match(content?.link?.url ?? '', /\/admin\/login$/)
      subjects.add(textWith(content?.subject ?? '', { brand: 'Portico' }))
    }
    equal(await composeAdminDeactivated({ ...mail, language }), undefined)
  }
  equal(subjects.size, locales.length * composers.length)
  await updateRows('admins', { id }, { active: false })
  for (const language of locales) {
    ok(await composeAdminDeactivated({ ...mail, language }))
    for (const compose of composers) equal(await compose({ ...mail, language }), undefined)
  }
})

for (const action of ['deactivate', 'reset'] as const) {
  test(`B9 if two super admins ${action} each other concurrently on two servers, exactly one succeeds`, async () => {
    await updateRows('admins', {}, { active: false })
    const two = [await addAdmin(), await addAdmin()] as const
    const servers = await Promise.all([
      startServer({ SERVE: 'admin' }),
      startServer({ SERVE: 'admin' }),
    ])
    const endpoint = action === 'reset' ? contract.resetAdmin : contract.deactivateAdmin
    const calls = await Promise.all(
      servers.map(async (server, index) => {
        const { token } = await startSessionOfAdmin(two[index]!)
        const call = server.visitor('192.0.2.1', new Map([[adminCookies.session, token]]))
        return () => call(endpoint, { ...paramsOf(two[1 - index]!), ...reason })
      }),
    )
    const { answers } = await transaction(db, async (tx) => {
      await lockAdmins(tx)
      const answers = Promise.allSettled(calls.map((call) => call()))
      await untilLocked(2)
      return { answers }
    })
    const settled = (await answers).map(({ status }) => status).sort()
    deepEqual(settled, ['fulfilled', 'rejected'])
    const left = await rows<{ id: string }>(db)`
      select a.id from admins a join admin_sessions s on s.admin_id = a.id where a.active`
    equal(left.length, 1)
    ok((await findAdmin(db, left[0]?.id ?? ''))?.roles.includes('super_admin'))
  })
}
