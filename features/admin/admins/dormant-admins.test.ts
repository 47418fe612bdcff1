// own process: changes when all admins have logged in
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { renderMail } from '#contract/mail.ts'
import { deactivateDormantAdmin, lockAdmins } from '#domain/admin.ts'
import type { Mail } from '#domain/mail.ts'
import { config } from '#server/config.ts'
import { db, row, rows, scalar, sql, transaction } from '#server/db.ts'
import { auditOf } from '#test/audit.ts'
import { untilLocked } from '#test/locks.ts'
import { addAdmin, logInAdmin, type TestUser } from '#test/people.ts'
import { backdate, updateRows } from '#test/rows.ts'
import { adminCommand } from './command.ts'
import { composeDormantAdmin, composeDormantAdminDeactivated } from './email.ts'
import { processDormantAdmins } from './jobs.ts'

test('C3 an unused admin is warned after 76 days and deactivated after 90, with audit and mails', async () => {
  await addAdmin()
  const joan = await addAdmin({ roles: ['support'] })
  const browser = await logInAdmin(joan)
  await unusedFor(joan, '75 days')
  await processDormantAdmins()
  deepEqual(await mailsTo(joan), [])
  await unusedFor(joan, '1 day')
  await processDormantAdmins()
  await processDormantAdmins()
  deepEqual(await mailsTo(joan), ['admin-dormant'])
  await unusedFor(joan, '14 days')
  await processDormantAdmins()
  equal(await isActive(joan), false)
  equal(await browser.isLoggedIn(), false)
  deepEqual(await mailsTo(joan), ['admin-dormant', 'admin-dormant-deactivated'])
  const audited = await auditOf(joan.id)
  deepEqual(
    audited.map(({ action }) => action),
    ['dormant_admin_warned', 'admin_deactivated'],
  )
  deepEqual(audited[1]?.data, { reason: 'unused', endedSessions: 1 })
})

test('C3 the last active super admin is neither warned nor deactivated, one of two at the same time is', async () => {
  const [grace, joan] = [await addAdmin(), await addAdmin()]
  await updateRows('admins', { id: sql`<> all(${[grace.id, joan.id]})` }, { active: false })
  await unusedFor(grace, '80 days')
  await unusedFor(joan, '80 days')
  await processDormantAdmins()
  deepEqual([await mailsTo(grace), await mailsTo(joan)], [['admin-dormant'], ['admin-dormant']])
  await unusedFor(grace, '20 days')
  await unusedFor(joan, '20 days')
  await Promise.all([processDormantAdmins(), processDormantAdmins(), processDormantAdmins()])
  const states = [await isActive(grace), await isActive(joan)]
  deepEqual(states.toSorted(), [false, true])
  const left = states[0] ? grace : joan
  await unusedFor(left, '400 days')
  await processDormantAdmins()
  equal(await isActive(left), true)
  deepEqual(await mailsTo(left), ['admin-dormant'])
})

test('C3 of two super admins whom two workers deactivate at the same time one stays', async () => {
  const [grace, joan] = [await addAdmin(), await addAdmin()]
  await updateRows('admins', { id: sql`<> all(${[grace.id, joan.id]})` }, { active: false })
  for (const admin of [grace, joan]) await unusedFor(admin, '80 days')
  await processDormantAdmins()
  await unusedFor(grace, '20 days')
  // The longest unused: the other worker begins with this one.
  await unusedFor(joan, '21 days')
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

test('C3 the time starts again for an admin whom an operator activates', async () => {
  await addAdmin()
  const joan = await addAdmin({ roles: ['auditor'] })
  await unusedFor(joan, '200 days')
  await processDormantAdmins()
  await unusedFor(joan, '15 days')
  await processDormantAdmins()
  equal(await isActive(joan), false)
  await adminCommand(['activate', '--email', joan.email])
  await unusedFor(joan, '75 days')
  await processDormantAdmins()
  equal(await isActive(joan), true)
})

test('when it is switched off no admin is warned', async (t) => {
  const joan = await addAdmin({ roles: ['auditor'] })
  await unusedFor(joan, '80 days')
  config.dormantAccounts = false
  t.after(() => {
    config.dormantAccounts = true
  })
  await processDormantAdmins()
  deepEqual(await mailsTo(joan), [])
})

test('the mails to admins are written in each language, and not sent when they are no longer true', async () => {
  await addAdmin()
  const joan = await addAdmin({ roles: ['auditor'] })
  await unusedFor(joan, '80 days')
  await processDormantAdmins()
  const warning = await mailTo(joan)
  const subjects = new Set<string>()
  for (const language of locales) {
    const content = await composeDormantAdmin({ ...warning, language })
    const written = content && renderMail(content, config.brand)
    match(written?.text ?? '', /20\d\d[^]*http:\/\/localhost:8080\/admin\/login/, language)
    subjects.add(written?.subject ?? '')
    equal(await composeDormantAdminDeactivated({ ...warning, language }), undefined)
  }
  equal(subjects.size, locales.length)
  await updateRows('admins', { id: joan.id }, { active: false })
  equal(await composeDormantAdmin(warning), undefined)
  for (const language of locales)
    ok(await composeDormantAdminDeactivated({ ...warning, language }), language)
})

async function unusedFor({ id }: TestUser, age: string): Promise<void> {
  await backdate(
    'admins',
    { id },
    { createdAt: age, lastLoginAt: age, reactivatedAt: age, dormantWarnedAt: age },
  )
}

async function mailsTo({ id }: TestUser): Promise<string[]> {
  const found = await rows<{ kind: string }>(db)`
    select kind from mails where user_id = ${id} and kind like 'admin-dormant%' order by id`
  return found.map(({ kind }) => kind)
}

async function mailTo({ id }: TestUser): Promise<Mail> {
  const found = await row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where user_id = ${id} and kind = 'admin-dormant'`
  if (!found) throw new Error('no warning was mailed')
  return found
}

async function isActive({ id }: TestUser): Promise<boolean | undefined> {
  return scalar<boolean>(db)`select active from admins where id = ${id}`
}
