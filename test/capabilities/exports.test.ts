import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { exportAdminUsers } from '../../features/admin/admins/contract.ts'
import { exportEntries } from '../../features/admin/audit-log/contract.ts'
import { exportPartners } from '../../features/admin/companies/contract.ts'
import { exportRequirements, listRequirements } from '../../features/admin/compliance/contract.ts'
import { exportInvitations } from '../../features/admin/invitations/contract.ts'
import { exportPlatforms } from '../../features/admin/platforms/contract.ts'
import { exportUsers } from '../../features/admin/users/contract.ts'
import { newCompany, newInvitation, newUser } from './people.ts'
import { newPlatform } from './platforms.ts'
import { admin } from './staff.ts'

test('users, companies, invitations, admins and platforms are exported as CSV', async () => {
  const company = await newCompany()
  const [user, platform] = [await newUser({ companyId: company.id }), await newPlatform()]
  const invitation = await newInvitation({ companyId: company.id })
  match(await csvOf(exportUsers, { query: { q: user.email } }), rowOf(user.id))
  match(await csvOf(exportPartners, { query: { q: company.name } }), rowOf(company.id))
  match(await csvOf(exportInvitations, { query: { q: invitation.email } }), rowOf(invitation.id))
  match(await csvOf(exportAdminUsers, { query: { q: admin.email } }), rowOf(admin.id))
  match(await csvOf(exportPlatforms, { query: {} }), rowOf(platform.id))
})

test('a user’s audit log entries and the requirements of the security profile are exported as CSV', async () => {
  const user = await newUser()
  match(
    await csvOf(exportEntries, { query: { user: user.id } }),
    /"invitation_accepted"|"signed_up"/,
  )
  const requirements = await admin.browser.call(listRequirements, {})
  const lines = (await csvOf(exportRequirements, {})).trim().split('\r\n')
  equal(lines.length, requirements.length + 1)
})

/** Returns the text of an exported file. */
async function csvOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<string> {
  const file: unknown = await admin.browser.call(endpoint, input)
  return (file as Blob).text()
}

function rowOf(id: string): RegExp {
  return new RegExp(`\r\n"${id}",`)
}
