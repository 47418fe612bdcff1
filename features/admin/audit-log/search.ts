import type { AuditFilters } from '#contract/audit-filters.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import { auditSearchOf } from '#domain/audit/audit-search.ts'
import type { AuditSearch } from '#domain/audit/audit-select.ts'
import { callerIdOf, type AdminOrService } from '#server/caller.ts'
import type { Db } from '#server/db.ts'

/** Returns the filters in the form that queries use, for all companies and for the entries that the caller may see. */
export async function searchOf(
  db: Db,
  caller: AdminOrService,
  { ownSearches, ...filters }: AuditFilters & { ownSearches?: 'hidden' | undefined },
): Promise<AuditSearch> {
  return {
    ...(await auditSearchOf(db, 'all', filters)),
    hidesSearchesOf: ownSearches === 'hidden' ? callerIdOf(caller) : undefined,
    seesAdmins: seesAdmins(caller),
  }
}
