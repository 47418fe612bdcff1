import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '#contract/permission.ts'
import { csvLine } from '#server/csv.ts'
import { db, scalar } from '#server/db.ts'
import { invited } from '#test/invitations.ts'
import { addAdmin, addUser, logInAdmin } from '#test/people.ts'
import { newPlatform } from '#test/platform.ts'
import { updateRows } from '#test/rows.ts'
import { exportAdminUsers } from '../features/admin/admins/contract.ts'
import { exportPartners } from '../features/admin/companies/contract.ts'
import { exportInvitations } from '../features/admin/invitations/contract.ts'
import { exportPlatforms } from '../features/admin/platforms/contract.ts'
import { exportUsers } from '../features/admin/users/contract.ts'

const owner = await addAdmin({ roles: ['super_admin'], firstname: '=1+1', lastname: 'Ward' })
const browser = await logInAdmin(owner)
const guest = await invited()
const platform = await newPlatform()
await updateRows('invitations', { id: guest.id }, { lastname: '@x' })
await updateRows('subsystems', { id: platform.id }, { name: '+Bridge' })

const ada = await addUser({ firstname: '=2+2' })

const lists = [
  { endpoint: exportUsers, name: 'users', row: `"${ada.id}",`, cell: `"'=2+2"` },
  { endpoint: exportInvitations, name: 'invitations', row: `"${guest.id}",`, cell: `"'@x"` },
  { endpoint: exportPlatforms, name: 'platforms', row: `"${platform.id}",`, cell: `"'+Bridge"` },
  { endpoint: exportAdminUsers, name: 'admins', row: `"${owner.id}",`, cell: `"'=1+1"` },
] as const

test('B2 users, invitations, platforms and admins are exported with the columns of their examples, and without formulas', async () => {
  for (const { endpoint, name, row, cell } of lists) {
    const answer = await browser.fetch(`/api${endpoint.path}`)
    equal(answer.status, 200, name)
    match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
    const disposition = answer.headers.get('content-disposition') ?? ''
    match(disposition, new RegExp(`^attachment; filename="${name}-[\\d-]+\\.csv"$`))
    const [head, ...lines] = (await answer.text()).trim().split('\r\n')
    equal(head, csvLine(Object.keys(endpoint.csvColumns)).trim())
    const own = lines.find((line) => line.startsWith(row))
    ok(own?.includes(cell), `${name}: ${own}`)
    equal(own?.split('","').length, head?.split('","').length)
    const count = scalar(db)`select count(*) from audit_log where action = ${`${name}_exported`}`
    equal(await count, 1, name)
  }
})

test('B2 an export applies the filters of its list', async () => {
  const open = await browser.fetch('/api/admin/invitations/export?state=revoked')
  equal((await open.text()).trim().split('\r\n').length, 1)
  const late = await browser.fetch('/api/admin/platforms/all/export?notices=late')
  equal((await late.text()).trim().split('\r\n').length, 1)
  deepEqual(
    await scalar(db)`
      select data->'filters' from audit_log where action = 'platforms_exported'
      order by timestamp desc limit 1`,
    { notices: 'late' },
  )
})

test('PE-05 an export is permitted to those who may see the list', async () => {
  deepEqual(await statusFor('auditor'), [403, 403, 403, 403, 403])
  deepEqual(await statusFor('support'), [200, 200, 403, 403, 200])
})

async function statusFor(role: Role): Promise<number[]> {
  const session = await logInAdmin(await addAdmin({ roles: [role] }))
  const endpoints = [...lists.map(({ endpoint }) => endpoint), exportPartners]
  return Promise.all(endpoints.map(async ({ path }) => (await session.fetch(`/api${path}`)).status))
}
