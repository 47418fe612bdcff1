import {
  setDelegation,
  setOwners,
  getDelegation,
} from '../../features/admin/companies/delegation-contract.ts'
import { getColleague, setColleagueRoles } from '../../features/company/users/contract.ts'
import type { CompanyRole } from '#contract/permission.ts'
import { newCompany, newUser, type User } from './people.ts'
import { admin } from './staff.ts'
import { executeSql } from './time.ts'

export type OwnCompany = { id: string; name: string; owner: User }

type Options = { subsystems?: string[]; reviewMonths?: 3 | 6 | 12 | null; reviewStrict?: boolean }

/** Adds a company that administers itself, with an owner who has joined. */
export async function newOwnCompany(options: Options = {}): Promise<OwnCompany> {
  const { subsystems, reviewMonths = null, reviewStrict = false } = options
  const company = await newCompany(subsystems && { subsystems })
  const owner = await newUser({ companyId: company.id, platforms: subsystems ?? [] })
  const params = { id: company.id }
  const { call } = admin.browser
  const { etag } = await call(getDelegation, { params })
  const body = { delegated: true, seats: 20, subsystems: null, reviewMonths, reviewStrict }
  await call(setDelegation, { params, headers: { 'if-match': etag }, body })
  await call(setOwners, { params, body: { owners: [owner.id] } })
  return { ...company, owner }
}

/** Sets a user's roles in the company, as its owner. */
export async function giveCompanyRoles(
  { owner }: OwnCompany,
  { id }: Pick<User, 'id'>,
  roles: CompanyRole[],
): Promise<void> {
  const { rolesEtag } = await owner.browser.call(getColleague, { params: { id } })
  const headers = { 'if-match': rolesEtag }
  await owner.browser.call(setColleagueRoles, { params: { id }, headers, body: { roles } })
}

/** Backdates the roles in a company beyond the day that an approver must have held them, and who gave them beyond a week. */
export async function backdateCompanyRoles(companyId: string): Promise<void> {
  await executeSql(
    `update audit_log set timestamp = timestamp - interval '8 days' where company_id = $1`,
    [companyId],
  )
  await executeSql(
    `update company_roles set given_at = given_at - interval '2 days' where partner_id = $1`,
    [companyId],
  )
}
