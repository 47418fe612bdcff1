import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { foldText } from '#contract/fold-text.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { findAdmin } from '#domain/accounts/admin.ts'
import { listAuditEntries, seesAdmins } from '#domain/audit/audit-entries.ts'
import { selectRequestIds } from '#domain/audit/audit-select.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { findPartner, nameContains } from '#domain/companies/partner.ts'
import { findClientRefusals, type FoundClientRefusal } from '#domain/platforms/client-refusal.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { listUserIds } from '#domain/lists/user-list.ts'
import { findUser } from '#domain/accounts/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { rows, scalars, transaction, type Db } from '#server/db.ts'
import { searchAccess, type recordOpened, type SearchReply } from './contract.ts'

/** Maximum number of results of each kind. */
const maxResults = 8

/** Searches all kinds that the admin may see; the others are empty. */
export async function search(db: Db, caller: AdminCaller, q: string): Promise<SearchReply> {
  const none = Promise.resolve([])
  const [users, companies, platforms, admins, requests, refusals] = await Promise.all([
    maySee(caller, 'user') ? findUsers(db, q) : none,
    maySee(caller, 'company') ? findCompanies(db, q) : none,
    maySee(caller, 'platform') ? findPlatforms(db, q) : none,
    maySee(caller, 'admin') ? findAdmins(db, q) : none,
    maySee(caller, 'request') ? findRequests(db, caller, q) : none,
    maySee(caller, 'refusal') ? findRefusals(db, q) : none,
  ])
  return { users, companies, platforms, admins, requests, refusals }
}

function maySee({ permissions }: AdminCaller, kind: keyof typeof searchAccess): boolean {
  return searchAccess[kind].access.adminWithAnyOf.some((each) => permissions.includes(each))
}

/** Finds users with the search of the user list, including deactivated ones. */
function findUsers(db: Db, q: string): Promise<SearchReply['users']> {
  return transaction(db, async (tx) => {
    const filters = { q, includeInactive: 'true' } as const
    const { ids } = await listUserIds(tx, 'all', filters, { take: maxResults })
    return rows<SearchReply['users'][number]>(tx)`
      select u.id, u.firstname, u.lastname, u.email, u.active, p.name as company
      from unnest(${ids}::uuid[]) with ordinality given (id, at) join users u on u.id = given.id
      left join partners p on p.id = u.partner_id
      order by given.at`
  })
}

function findCompanies(db: Db, q: string): Promise<SearchReply['companies']> {
  return rows<SearchReply['companies'][number]>(db)`
    select p.id, p.name, p.active from partners p where ${nameContains(q)}
    order by p.name ${byName}, p.id limit ${maxResults}`
}

/** Finds platforms in memory, because there are few. */
async function findPlatforms(db: Db, q: string): Promise<SearchReply['platforms']> {
  const all = await rows<SearchReply['platforms'][number]>(db)`
    select id, name, active from subsystems order by name ${byName}, id`
  const text = foldText(q)
  return all
    .filter(({ id, name }) => foldText(name).includes(text) || id.includes(text))
    .slice(0, maxResults)
}

/** Finds admins in memory, because there are few. */
async function findAdmins(db: Db, q: string): Promise<SearchReply['admins']> {
  const all = await rows<SearchReply['admins'][number]>(db)`
    select id, firstname, lastname, email, active from admins
    order by lastname ${byName}, firstname ${byName}, id limit 1000`
  const text = foldText(q)
  const matches = all.filter(({ firstname, lastname, email }) =>
    foldText(`${firstname} ${lastname} ${email}`).includes(text),
  )
  return matches.slice(0, maxResults)
}

/** Finds a request ID through the index of the log, with hyphens as the portal prints it or without, as proxies do. */
async function findRequests(
  db: Db,
  caller: AdminCaller,
  q: string,
): Promise<SearchReply['requests']> {
  const reader = { seesAdmins: seesAdmins(caller) }
  const ids = wholeIdsOf(q)
  if (ids.length === 0) return findRequestsFrom(db, reader, q.trim().toLowerCase())
  const entries = await Promise.all(
    ids.map((requestId) => listAuditEntries(db, { requestId, ...reader }, { take: 1 })),
  )
  return entries.flatMap(([entry]) => (entry ? [{ id: entry.requestId }] : []))
}

/** Returns a whole request ID with and without its hyphens; an empty list for any other text. */
function wholeIdsOf(q: string): string[] {
  const text = q.trim().toLowerCase()
  const digits = text.replaceAll('-', '')
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isId(id) && [id, digits].includes(text) ? [id, digits] : []
}

// A text without a digit is more likely a word of the letters a to f.
const beginningOfId = /^(?=.*\d)[0-9a-f-]{8,36}$/

/** Finds refused requests of platforms by a whole request ID or its beginning. */
async function findRefusals(db: Db, q: string): Promise<FoundClientRefusal[]> {
  const text = q.trim().toLowerCase()
  const ids = wholeIdsOf(q)
  if (ids.length === 0 && !beginningOfId.test(text)) return []
  const texts = ids.length === 0 ? [text] : ids
  const found = await Promise.all(texts.map((id) => findClientRefusals(db, id, maxResults)))
  return found.flat()
}

/** Finds request IDs by their first characters, for example those that a user reads out. */
async function findRequestsFrom(
  db: Db,
  reader: { seesAdmins: boolean },
  beginning: string,
): Promise<SearchReply['requests']> {
  if (!beginningOfId.test(beginning)) return []
  const ids = await scalars<string>(db)`${selectRequestIds(beginning, reader, maxResults)}`
  return ids.map((id) => ({ id }))
}

/** Records that a result was opened. Throws 403001 for a kind that the admin may not see, 404001 for an unknown id. */
export async function recordOpenedResult(
  db: Db,
  caller: AdminCaller,
  { kind, id }: Body<typeof recordOpened>,
): Promise<void> {
  if (!maySee(caller, kind)) throw new Refusal(commonErrors.forbidden)
  // Only the ids of platforms are not UUIDs.
  const isValid = kind === 'platform' || isId(id)
  if (!isValid || !(await finders[kind](db, id))) throw new Refusal(commonErrors.notFound)
  await recordAudit(db, caller, 'search_result_opened', { targetId: id, data: { kind } })
}

const finders = {
  user: findUser,
  company: findPartner,
  platform: findSubsystem,
  admin: findAdmin,
}
