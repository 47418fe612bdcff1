import { isId } from '#contract/fields.ts'
import type { ListedEntry } from '#domain/audit-entries.ts'
import { adminArea } from '#domain/audit.ts'
import { currentBrand } from '#server/current-brand.ts'

/** What a change of the provider's says in `data`. Reasons are notes of its support, and ids may be those of others. */
const tellsOfProvider = [
  'before',
  'after',
  'subsystem',
  'subsystems',
  'people',
  'ended',
  'endedSessions',
  'until',
  'expiresAt',
  'accessExpiresAt',
]
/** Ids of companies stand only here; other companies' are left out. */
const companyFields = ['partnerId', 'companyId']

/**
 * An entry as the administrators of a company see it: the provider's admins are its support, without id and address, and
 * other companies do not exist.
 */
export function shownTo(companyId: string) {
  return (entry: ListedEntry): ListedEntry => {
    const { actorKind, data, names } = entry
    const isOwn = actorKind === 'user' || actorKind === 'visitor'
    const shown = {
      ...entry,
      data: withoutOthers(isOwn ? data : pickedFrom(data), companyId),
      names: Object.fromEntries(
        Object.entries(names).filter(([id]) => id === companyId || !isId(id)),
      ),
      // Of one call, which may have changed other companies, too.
      requestId: '',
    }
    if (isOwn && entry.subSystem !== adminArea) return shown
    const isAdmin = actorKind === 'admin' || actorKind === 'service'
    return {
      ...shown,
      ...(isAdmin && { user: `${currentBrand().name} support`, userId: null }),
      ipAddress: '',
    }
  }
}

function pickedFrom(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => tellsOfProvider.includes(name)))
}

function withoutOthers(data: Record<string, unknown>, companyId: string): Record<string, unknown> {
  const own = Object.entries(data).filter(
    ([name, value]) => !companyFields.includes(name) || value === companyId,
  )
  return Object.fromEntries(
    own.map(([name, value]) => [name, isRecord(value) ? withoutOthers(value, companyId) : value]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
