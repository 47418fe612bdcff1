// own process: reads the list of all admins
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { listHeaders } from '#contract/list.ts'
import { db, scalar } from '#server/db.ts'
import { giveAdminPasskey } from '#test/passkeys.ts'
import { addAdmin, addManyAdmins, logInAdmin } from '#test/people.ts'
import { deleteRows, fromNow, updateRows } from '#test/rows.ts'
import type { AdminUser } from './contract.ts'

const browser = await logInAdmin(await addAdmin({ email: 'owner@portico.example' }))

async function pageOf(query: Record<string, string>) {
  const answer = await browser.fetch(`/api/admin/admin-users?${new URLSearchParams(query)}`)
  equal(answer.status, 200)
  const emails = ((await answer.json()) as AdminUser[]).map(({ email }) => email.split('@')[0])
  const header = (name: string) => answer.headers.get(name)
  return { emails, cursor: header(listHeaders.cursor), header }
}

const emailsOf = async (query: Record<string, string>) => (await pageOf(query)).emails

test('B9 admins are filtered by part of name or email, role, status and second factor', async () => {
  await addAdmin({ email: 'rene@portico.example', firstname: 'René', roles: ['auditor'] })
  const app = await addAdmin({ email: 'key@portico.example', lastname: 'Ward', roles: ['support'] })
  await giveAdminPasskey(app)
  const gone = await addAdmin({ email: 'gone@portico.example', roles: ['auditor', 'support'] })
  await updateRows('admins', { id: gone.id }, { active: false })
  const locked = await addAdmin({ email: 'locked@portico.example', roles: [] })
  await updateRows('admins', { id: locked.id }, { suspendedUntil: fromNow('1 hour') })
  const invitedAdmin = await addAdmin({ email: 'guest@portico.example', hasSecondFactor: false })
  await deleteRows('passwords', { userId: invitedAdmin.id })

  deepEqual(await emailsOf({ q: 'rene' }), ['rene'])
  deepEqual(await emailsOf({ q: 'HOPPER gone@' }), ['gone'])
  deepEqual(await emailsOf({ role: 'auditor' }), ['gone', 'rene'])
  deepEqual(await emailsOf({ role: 'auditor,support' }), ['gone', 'key', 'rene'])
  deepEqual(await emailsOf({ status: 'locked' }), ['locked'])
  deepEqual(await emailsOf({ status: 'invited,deactivated' }), ['gone', 'guest'])
  deepEqual(await emailsOf({ status: 'active' }), ['key', 'owner', 'rene'])
  deepEqual(await emailsOf({ secondFactor: 'passkey' }), ['key'])
  deepEqual(await emailsOf({ secondFactor: 'none' }), ['guest'])
  await updateRows('passkeys', { userId: app.id }, { disabledAt: fromNow('0 seconds') })
  await deleteRows('second_factors', { userId: app.id })
  deepEqual(await emailsOf({ secondFactor: 'disabled' }), ['key'])
  deepEqual(await emailsOf({ role: 'auditor', status: 'active' }), ['rene'])
  const first = await pageOf({ role: 'auditor,support', limit: '2' })
  deepEqual([first.emails, first.header(listHeaders.total)], [['gone', 'key'], '3'])
  deepEqual(await emailsOf({ role: 'auditor,support', cursor: first.cursor ?? '' }), ['rene'])
  equal((await browser.fetch('/api/admin/admin-users?status=asleep')).status, 400)
})

test('B9 the export of admins applies the filters of the list, and the audit log records them', async () => {
  const answer = await browser.fetch('/api/admin/admin-users/export?role=support&status=active')
  const [, ...lines] = (await answer.text()).trim().split('\r\n')
  deepEqual([lines.length, lines[0]?.includes('key@portico.example')], [1, true])
  deepEqual(
    await scalar(db)`select data->'filters' from audit_log where action = 'admins_exported'`,
    { role: ['support'], status: ['active'] },
  )
})

test('a page that scanned 1,000 admins without a full page says so, and the next page continues after them', async () => {
  await addManyAdmins(
    Array.from({ length: 1_000 }, (_, n) => ({
      email: `many${String(n + 1).padStart(4, '0')}@portico.example`,
      firstname: 'M',
      lastname: 'Any',
    })),
  )
  const first = await pageOf({ q: 'rené' })
  deepEqual(first.emails, [])
  deepEqual(
    [listHeaders.scanned, listHeaders.total].map((name) => first.header(name)),
    ['1000', null],
  )
  const second = await pageOf({ q: 'rené', cursor: first.cursor ?? '' })
  deepEqual([second.emails, second.cursor], [['rene'], null])
  const file = await (await browser.fetch('/api/admin/admin-users/export?q=rene')).text()
  equal(file.trim().split('\r\n').length, 2)
})
