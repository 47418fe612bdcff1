import type { CompanyRole } from '#contract/permission.ts'
import type { UserListQuery } from '#contract/user-list.ts'
import { listCompanyRoles } from '#domain/companies/company-role.ts'
import { findUsers, type ListedUser } from '#domain/lists/listed-user.ts'
import { db } from '#server/db.ts'
import type { FoundPage, Page } from '#server/paging.ts'

type Colleague = ListedUser & { roles: CompanyRole[] }

/** Returns one page of the users of a company, each with the roles in the company. */
export async function findColleagues(
  companyId: string,
  query: UserListQuery,
  page: Page,
): Promise<FoundPage<Colleague>> {
  const found = await findUsers(db, { companyId }, query, page)
  const roles = await listCompanyRoles(
    db,
    found.rows.map(({ id }) => id),
  )
  return {
    ...found,
    rows: found.rows.map((user) => ({ ...user, roles: roles.get(user.id) ?? [] })),
  }
}
