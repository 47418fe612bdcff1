import type { AuditFilters } from '#contract/audit-filters.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import { auditSearchOf } from '#domain/audit/audit-search.ts'
import type { AuditSearch } from '#domain/audit/audit-select.ts'
import { callerIdOf, type AdminOrService } from '#server/caller.ts'
import type { Db } from '#server/db.ts'

/** Returns the caller's filters in the form that queries use; `all` searches all companies. */
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
