// own process: changes when all admins have logged in
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { renderMail } from '#contract/mail.ts'
import { deactivateDormantAdmin, lockAdmins } from '#domain/accounts/admin.ts'
import type { Mail } from '#domain/mail/mail.ts'
import { config } from '#server/config.ts'
import { db, row, rows, scalar, sql, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { untilLocked } from '#test/locks.ts'
import { addAdmin, logInAdmin, type TestUser } from '#test/people.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { adminCommand } from './command.ts'
import { composeDormantAdmin, composeDormantAdminDeactivated } from './email.ts'
import { processDormantAdmins } from './jobs.ts'

test('C3 an unused admin is warned after 76 days and deactivated after 90, with audit rows and mails', async () => {
  await addAdmin()
  const joan = await addAdmin({ roles: ['support'] })
  const browser = await logInAdmin(joan)
  await makeUnusedFor(joan, '75 days')
  await processDormantAdmins()
  deepEqual(await mailsTo(joan), [])
  await makeUnusedFor(joan, '1 day')
  await processDormantAdmins()
  await processDormantAdmins()
  deepEqual(await mailsTo(joan), ['admin-dormant'])
  await makeUnusedFor(joan, '14 days')
  await processDormantAdmins()
  equal(await isActive(joan), false)
  equal(await browser.isLoggedIn(), false)
  deepEqual(await mailsTo(joan), ['admin-dormant', 'admin-dormant-deactivated'])
  const entries = await auditOf(joan.id)
  deepEqual(
    entries.map(({ action }) => action),
    ['dormant_admin_warned', 'admin_deactivated'],
  )
  deepEqual(entries[1]?.data, { reason: 'unused', endedSessions: 1 })
})

test('C3 the last active super admin is neither warned nor deactivated, even if two expire together', async () => {
  const [grace, joan] = [await addAdmin(), await addAdmin()]
  await updateRows('admins', { id: sql`<> all(${[grace.id, joan.id]})` }, { active: false })
  await makeUnusedFor(grace, '80 days')
  await makeUnusedFor(joan, '80 days')
  await processDormantAdmins()
  deepEqual([await mailsTo(grace), await mailsTo(joan)], [['admin-dormant'], ['admin-dormant']])
  await makeUnusedFor(grace, '20 days')
  await makeUnusedFor(joan, '20 days')
  await Promise.all([processDormantAdmins(), processDormantAdmins(), processDormantAdmins()])
  const states = [await isActive(grace), await isActive(joan)]
  deepEqual(states.toSorted(), [false, true])
  const left = states[0] ? grace : joan
  await makeUnusedFor(left, '400 days')
  await processDormantAdmins()
  equal(await isActive(left), true)
  deepEqual(await mailsTo(left), ['admin-dormant'])
})

test('C3 of two super admins whom two workers deactivate concurrently, one stays active', async () => {
  const [grace, joan] = [await addAdmin(), await addAdmin()]
  await updateRows('admins', { id: sql`<> all(${[grace.id, joan.id]})` }, { active: false })
  for (const admin of [grace, joan]) await makeUnusedFor(admin, '80 days')
  await processDormantAdmins()
  await makeUnusedFor(grace, '20 days')
  // Unused for longer, so that the other worker begins with joan.
  await makeUnusedFor(joan, '21 days')
  let other = Promise.resolve()
  await transaction(db, async (tx) => {
    await lockAdmins(tx)
    await deactivateDormantAdmin(tx, grace.id)
    other = processDormantAdmins()
    await untilLocked(1)
  })
  await other
  deepEqual([await isActive(grace), await isActive(joan)], [false, true])
})

test('C3 the period starts again for an admin whom the command activates', async () => {
  await addAdmin()
  const joan = await addAdmin({ roles: ['auditor'] })
  await makeUnusedFor(joan, '200 days')
  await processDormantAdmins()
  await makeUnusedFor(joan, '15 days')
  await processDormantAdmins()
  equal(await isActive(joan), false)
  await adminCommand(['activate', '--email', joan.email])
  await makeUnusedFor(joan, '75 days')
  await processDormantAdmins()
  equal(await isActive(joan), true)
})

test('with dormantAccounts off no admin is warned', async (t) => {
  const joan = await addAdmin({ roles: ['auditor'] })
  await makeUnusedFor(joan, '80 days')
  config.dormantAccounts = false
  t.after(() => {
    config.dormantAccounts = true
  })
  await processDormantAdmins()
  deepEqual(await mailsTo(joan), [])
})

test('the mails to admins exist in each language, and are not sent after the state has changed', async () => {
  await addAdmin()
  const joan = await addAdmin({ roles: ['auditor'] })
  await makeUnusedFor(joan, '80 days')
  await processDormantAdmins()
  const warning = await mailTo(joan)
  const subjects = new Set<string>()
  for (const language of locales) {
    const content = await composeDormantAdmin({ ...warning, language })
    const rendered = content && renderMail(content, config.brand)
    match(rendered?.text ?? '', /20\d\d[^]*http:\/\/localhost:8080\/admin\/login/, language)
    subjects.add(rendered?.subject ?? '')
    equal(await composeDormantAdminDeactivated({ ...warning, language }), undefined)
  }
  equal(subjects.size, locales.length)
  await updateRows('admins', { id: joan.id }, { active: false })
  equal(await composeDormantAdmin(warning), undefined)
  for (const language of locales)
    ok(await composeDormantAdminDeactivated({ ...warning, language }), language)
})

async function makeUnusedFor({ id }: TestUser, age: string): Promise<void> {
  await backdate(
    'admins',
    { id },
    { createdAt: age, lastLoginAt: age, reactivatedAt: age, dormantWarnedAt: age },
  )
}

async function mailsTo({ id }: TestUser): Promise<string[]> {
  const mails = await rows<{ kind: string }>(db)`
    select kind from mails where user_id = ${id} and kind like 'admin-dormant%' order by id`
  return mails.map(({ kind }) => kind)
}

async function mailTo({ id }: TestUser): Promise<Mail> {
  const mail = await row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where user_id = ${id} and kind = 'admin-dormant'`
  if (!mail) throw new Error('no warning was mailed')
  return mail
}

async function isActive({ id }: TestUser): Promise<boolean | undefined> {
  return scalar<boolean>(db)`select active from admins where id = ${id}`
}
