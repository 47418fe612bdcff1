import { email } from '#contract/fields.ts'
import { guestRow, type CheckedRow, type RowFault } from '#contract/guest-row.ts'
import { commonErrors, errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import { rows, sql, type Db } from '#server/db.ts'
import { rolesFor, type PlatformRoles } from './platform-role.ts'
import type { UserScope } from './user-list.ts'

/** What is wrong with the rows of a list of guests. */

type List = {
  companyId: string
  subsystems: readonly string[]
  platformRoles?: PlatformRoles | undefined
  rows: readonly Record<'email' | 'firstname' | 'lastname' | 'preferredLanguage', string>[]
  /** Whose users and invitations the check may know. Of a company, it says nothing of other addresses. */
  scope: UserScope
  /** Address of the caller, who gives themselves nothing. */
  own?: string
}
type Known = Awaited<ReturnType<typeof findKnown>>

const { invalidInput } = commonErrors
const { unableToProcess, userInactive, userOfOtherCompany } = errorCodes

/** What is wrong with each row of a list for a company that exists, and what would become of it. */
export async function checkRows(
  db: Db,
  { companyId, subsystems, platformRoles = [], rows: sent, scope, own }: List,
): Promise<CheckedRow[]> {
  const emails = sent.map((row) => email.safeParse(row.email).data)
  const known = await findKnown(
    db,
    scope,
    emails.filter((each) => each !== undefined),
  )
  return sent.map((row, index) => {
    const faults = faultsOf(guestRow.safeParse(row).error?.issues ?? [])
    const address = emails[index]
    if (address === undefined) return { outcome: null, faults }
    const isRepeated = emails.indexOf(address) < index
    const checked =
      isRepeated || address === own
        ? wrong({ rule: isRepeated ? 'inListTwice' : 'yourself' })
        : checkAddress(address, known, { companyId, subsystems, platformRoles })
    return { ...checked, faults: [...checked.faults, ...faults] }
  })
}

/** Throws 400001 with the faults of all rows, named like those of a contract: `rows.3.email`. */
export function requireRight(checked: readonly CheckedRow[]): void {
  const faults = checked.flatMap((row, index) =>
    row.faults.map((fault): Fault => ({ ...fault, field: `rows.${index}.${fault.field}` })),
  )
  if (faults.length > 0) throw new Refusal(commonErrors.invalidInput, { faults })
}

type Issue = { path: PropertyKey[]; message: string }

/** The first broken rule of each field. */
function faultsOf(issues: readonly Issue[]): RowFault[] {
  const byField = new Map(
    issues.toReversed().map(({ path, message }) => {
      const field = String(path[0] ?? 'email')
      const rule = /^[a-z][A-Za-z]+$/.test(message) ? message : 'invalidInput'
      return [field, { code: invalidInput, field, rule }]
    }),
  )
  return [...byField.values()]
}

function wrong(fault: Partial<RowFault> & { rule: string }): CheckedRow {
  return { outcome: null, faults: [{ code: invalidInput, field: 'email', ...fault }] }
}

type Target = {
  companyId: string
  subsystems: readonly string[]
  platformRoles: PlatformRoles
}

function checkAddress(address: string, { users, invitations }: Known, target: Target): CheckedRow {
  const user = users.get(address)
  if (user) return checkUser(user, target)
  const open = invitations.get(address) ?? []
  const elsewhere = open.find(({ partnerId }) => partnerId !== target.companyId)
  if (elsewhere) return wrong({ rule: 'invitedElsewhere', company: elsewhere.partnerName })
  const isInvited = (id: string) =>
    open.some(
      (each) => each.subsystems.includes(id) && hasRoles(rolesFor(each, id), rolesFor(target, id)),
    )
  const isCovered = open.length > 0 && target.subsystems.every(isInvited)
  return isCovered ? wrong({ rule: 'alreadyInvited' }) : { outcome: 'invite', faults: [] }
}

/** By the rules of `acceptForUser`; besides, a row that would change nothing is a mistake of the list. */
function checkUser(user: KnownUser, target: Target): CheckedRow {
  const { companyId, subsystems } = target
  if (user.partnerId === null) return wrong({ code: unableToProcess, rule: 'hasAccount' })
  if (user.partnerId !== companyId) {
    const { company } = user
    return wrong({ code: userOfOtherCompany, rule: 'userOfOtherCompany', company })
  }
  if (!user.active) return wrong({ code: userInactive, rule: 'userInactive' })
  const accountOn = (id: string) => user.accounts.find((each) => each.id === id)
  const isClosed = (id: string) => accountOn(id)?.active === false
  const gains = (id: string) =>
    !isClosed(id) && !hasRoles(accountOn(id)?.roles, rolesFor(target, id))
  if (subsystems.some(gains)) return { outcome: 'give', faults: [] }
  if (subsystems.some(isClosed)) return wrong({ rule: 'accessDeactivated' })
  return wrong({ rule: 'hasAccess' })
}

function hasRoles(held: readonly string[] | undefined, wanted: readonly string[]): boolean {
  return held !== undefined && wanted.every((role) => held.includes(role))
}

type KnownUser = {
  email: string
  active: boolean
  partnerId: string | null
  company: string
  accounts: { id: string; active: boolean; roles: string[] }[]
}

async function findKnown(db: Db, scope: UserScope, emails: readonly string[]) {
  const ofUsers = scope === 'all' ? sql`true` : sql`u.partner_id = ${scope.companyId}`
  const users = await rows<KnownUser>(db)`
    select u.email, u.active, u.partner_id, coalesce(p.name, '') as company,
           (select coalesce(json_agg(json_build_object('id', a.subsystem_id, 'active', a.active, 'roles', a.roles)), '[]')
            from subsystem_accounts a where a.user_id = u.id) as accounts
    from users u left join partners p on p.id = u.partner_id
    where u.email = any(${emails}::text[]) and ${ofUsers}`
  const invitations = new Map<string, OpenInvitation[]>()
  for (const open of await findOpenInvitations(db, scope, emails)) {
    invitations.set(open.email, [...(invitations.get(open.email) ?? []), open])
  }
  return { users: new Map(users.map((user) => [user.email, user])), invitations }
}

type OpenInvitation = {
  email: string
  partnerId: string
  partnerName: string
  subsystems: string[]
  platformRoles: PlatformRoles
}

/** The invitations of these addresses whose links still work. */
function findOpenInvitations(
  db: Db,
  scope: UserScope,
  emails: readonly string[],
): Promise<OpenInvitation[]> {
  const ofCompany = scope === 'all' ? sql`true` : sql`i.partner_id = ${scope.companyId}`
  return rows<OpenInvitation>(db)`
    select i.email, i.partner_id, p.name as partner_name, i.subsystems, i.platform_roles
    from invitations i join partners p on p.id = i.partner_id
    where i.email = any(${emails}::text[]) and i.accepted_at is null and i.revoked_at is null
      and ${ofCompany}
      and exists (select from one_time_links l
                  where l.invitation_id = i.id and l.voided_at is null and l.expires_at > now())`
}
