import { isId } from '#contract/fields.ts'
import type { ListedEntry } from '#domain/audit/audit-entries.ts'
import { adminArea } from '#domain/audit/audit.ts'
import { currentBrand } from '#server/current-brand.ts'

/**
 * Fields of `data` that are visible if the actor is neither a user nor a visitor. All others are hidden: reasons are
 * notes of the provider's support, and ids may belong to other companies.
 */
const providerFields = [
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
  // Random ids, by which pages fold the entries of one action.
  'jobId',
  'batchId',
]
/** Fields that contain ids of companies; ids of other companies are left out. */
const companyFields = ['partnerId', 'companyId']

/**
 * Returns a function that reduces an entry to the data that a company's administrators may see: the provider's admins
 * appear as its support, without id and address, and other companies do not appear.
 */
export function redactorFor(companyId: string) {
  return (entry: ListedEntry): ListedEntry => {
    const { actorKind } = entry
    const isByUserOrVisitor = actorKind === 'user' || actorKind === 'visitor'
    const data = isByUserOrVisitor
      ? entry.data
      : pick(entry.data, (name) => providerFields.includes(name))
    const redacted = {
      ...entry,
      data: withoutOtherCompanies(data, companyId),
      // Names of other companies are hidden: ids of companies are UUIDs, and ids of platforms are not.
      names: pick(entry.names, (id) => id === companyId || !isId(id)),
      // The request id is hidden, because the request may have changed other companies, too.
      requestId: '',
    }
    // A visitor in the admin area is an admin before the login.
    if (isByUserOrVisitor && entry.subSystem !== adminArea) return redacted
    const isAdmin = actorKind === 'admin' || actorKind === 'service'
    return {
      ...redacted,
      ...(isAdmin && { user: `${currentBrand().name} support`, userId: null }),
      ipAddress: '',
    }
  }
}

function pick<Value>(
  record: Record<string, Value>,
  isPicked: (name: string, value: Value) => boolean,
) {
  return Object.fromEntries(Object.entries(record).filter((entry) => isPicked(...entry)))
}

function withoutOtherCompanies(data: Record<string, unknown>, companyId: string) {
  const own = pick(data, (name, value) => !companyFields.includes(name) || value === companyId)
  for (const [name, value] of Object.entries(own)) {
    if (isRecord(value)) own[name] = withoutOtherCompanies(value, companyId)
  }
  return own
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
