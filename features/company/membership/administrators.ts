import type { Reply } from '#contract/endpoint.ts'
import { listAdministrators } from '#domain/companies/company-role.ts'
import { db, scalar } from '#server/db.ts'
import type { listOwnAdministrators as endpoint } from './contract.ts'

/** Lists the other administrators of a user's company; none if their roles are not in effect. */
export async function findOwnAdministrators(userId: string): Promise<Reply<typeof endpoint>> {
  const partnerId = await scalar<string>(db)`
    select p.id from users u join partners p on p.id = u.partner_id
    where u.id = ${userId} and p.delegated and p.active`
  if (partnerId === undefined) return []
  const administrators = await listAdministrators(db, partnerId)
  return administrators
    .filter(({ id }) => id !== userId)
    .map(({ name, roles }) => ({ name, roles }))
}
