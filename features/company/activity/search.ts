import { isIP } from 'node:net'
import { auditSearchOf } from '#domain/audit/audit-search.ts'
import type { AuditSearch } from '#domain/audit/audit-select.ts'
import { getDelegation } from '#domain/companies/company-role.ts'
import { findUsers } from '#domain/lists/listed-user.ts'
import type { UserCaller } from '#server/caller.ts'
import { db } from '#server/db.ts'
import type { ActivityFilters } from './contract.ts'

/** Maximum number of users that a typed name matches. */
const maxUsers = 50

/**
 * Returns the search of the caller's company, and the filters as the log records them. The search filters by the company
 * of the entry, never by a list of all its users, so that entries stay visible after a user has left.
 */
export async function searchOf(caller: UserCaller, query: ActivityFilters) {
  const { q = '', ownSearches, ...filters } = query
  const { partnerId: companyId } = await getDelegation(db, caller.userId)
  const ofFilters = await auditSearchOf(db, { companyId }, filters)
  // Actions of admins are included, because `redactorFor` attributes them to support.
  const all = { ...ofFilters, seesAdmins: true }
  const search: AuditSearch = {
    ...all,
    ...(await searchOfText(companyId, q.trim(), ofFilters.who)),
    hidesSearchesOf: ownSearches === 'hidden' ? caller.userId : undefined,
  }
  return { companyId, search, filters: q === '' ? all : { ...all, q } }
}

/** Converts a typed text into a part of a search: by an IP address, or by users of the company. */
async function searchOfText(
  companyId: string,
  text: string,
  who: readonly string[] | undefined,
): Promise<Partial<AuditSearch>> {
  if (text === '') return {}
  // Without actions of admins, whose IP addresses no company may learn.
  if (isIP(text) !== 0) return { ipAddress: text.toLowerCase(), seesAdmins: false }
  const page = { take: maxUsers, after: undefined }
  const { rows } = await findUsers(db, { companyId }, { q: text }, page)
  const ids = rows.map(({ id }) => id)
  return { who: who ? ids.filter((id) => who.includes(id)) : ids }
}
