import { email } from '#contract/fields.ts'
import { guestRow, type CheckedRow, type RowFault } from '#contract/guest-row.ts'
import { commonErrors, errorCodes, Refusal, type Fault } from '#contract/refusal.ts'
import { rows, sql, type Db } from '#server/db.ts'
import { rolesFor, type PlatformRoles } from '../platforms/platform-role.ts'
import type { UserScope } from '../lists/user-list.ts'

/** Checks of a list of users to invite, such as an uploaded file. */

type List = {
  companyId: string
  subsystems: readonly string[]
  platformRoles?: PlatformRoles | undefined
  rows: readonly Record<'email' | 'firstname' | 'lastname' | 'preferredLanguage', string>[]
  /** Users and invitations that the check may read. The scope of a company reveals nothing about others. */
  scope: UserScope
  /** Email address of the caller; a row with it is an error, because users cannot invite themselves. */
  callerEmail?: string
}
type Existing = Awaited<ReturnType<typeof findExisting>>

const { invalidInput } = commonErrors
const { unableToProcess, userInactive, userOfOtherCompany } = errorCodes

/**
 * Returns the faults and the outcome of each row: an invitation, or access for an existing user. The outcome is null
 * for an invalid row. The company must exist.
 */
export async function checkRows(
  db: Db,
  { companyId, subsystems, platformRoles = [], rows: list, scope, callerEmail }: List,
): Promise<CheckedRow[]> {
  const emails = list.map((row) => email.safeParse(row.email).data)
  const existing = await findExisting(
    db,
    scope,
    emails.filter((address) => address !== undefined),
  )
  return list.map((row, index) => {
    const faults = faultsOf(guestRow.safeParse(row).error?.issues ?? [])
    const address = emails[index]
    if (address === undefined) return { outcome: null, faults }
    const isRepeated = emails.indexOf(address) < index
    const checkedRow = isRepeated
      ? invalidRow({ rule: 'inListTwice' })
      : checkAddress(address, existing, { companyId, subsystems, platformRoles, callerEmail })
    return { ...checkedRow, faults: [...checkedRow.faults, ...faults] }
  })
}

/** Throws 400001 with the faults of all rows, whose fields are named like those of a contract: `rows.3.email`. */
export function requireValidRows(checkedRows: readonly CheckedRow[]): void {
  const faults = checkedRows.flatMap((row, index) =>
    row.faults.map((fault): Fault => ({ ...fault, field: `rows.${index}.${fault.field}` })),
  )
  if (faults.length > 0) throw new Refusal(commonErrors.invalidInput, { faults })
}

type Issue = { path: PropertyKey[]; message: string }

/** Returns the first violated rule of each field. */
function faultsOf(issues: readonly Issue[]): RowFault[] {
  const byField = new Map(
    // A map keeps the last of equal keys.
    issues.toReversed().map(({ path, message }) => {
      const field = String(path[0] ?? 'email')
      // Other messages are sentences of the schema library.
      const rule = /^[a-z][A-Za-z]+$/.test(message) ? message : 'invalidInput'
      return [field, { code: invalidInput, field, rule }]
    }),
  )
  return [...byField.values()]
}

function invalidRow(fault: Partial<RowFault> & { rule: string }): CheckedRow {
  return { outcome: null, faults: [{ code: invalidInput, field: 'email', ...fault }] }
}

type Target = {
  companyId: string
  subsystems: readonly string[]
  platformRoles: PlatformRoles
  callerEmail: string | undefined
}

function checkAddress(
  address: string,
  { users, invitations }: Existing,
  target: Target,
): CheckedRow {
  if (address === target.callerEmail) return invalidRow({ rule: 'yourself' })
  const user = users.get(address)
  if (user) return checkUser(user, target)
  const openInvitations = invitations.get(address) ?? []
  const other = openInvitations.find(({ partnerId }) => partnerId !== target.companyId)
  if (other) return invalidRow({ rule: 'invitedElsewhere', company: other.partnerName })
  const isInvited = (id: string) =>
    openInvitations.some(
      (each) => each.subsystems.includes(id) && hasRoles(rolesFor(each, id), rolesFor(target, id)),
    )
  const isCovered = openInvitations.length > 0 && target.subsystems.every(isInvited)
  return isCovered ? invalidRow({ rule: 'alreadyInvited' }) : { outcome: 'invite', faults: [] }
}

/** Checks the row of an existing user by the rules of `acceptForUser`. A row that would change nothing is a fault. */
function checkUser(user: ExistingUser, target: Target): CheckedRow {
  const { companyId, subsystems } = target
  if (user.partnerId === null) return invalidRow({ code: unableToProcess, rule: 'hasAccount' })
  if (user.partnerId !== companyId) {
    const { company } = user
    return invalidRow({ code: userOfOtherCompany, rule: 'userOfOtherCompany', company })
  }
  if (!user.active) return invalidRow({ code: userInactive, rule: 'userInactive' })
  const accountOn = (id: string) => user.accounts.find((each) => each.id === id)
  const isDeactivated = (id: string) => accountOn(id)?.active === false
  const isAdded = (id: string) =>
    !isDeactivated(id) && !hasRoles(accountOn(id)?.roles, rolesFor(target, id))
  if (subsystems.some(isAdded)) return { outcome: 'give', faults: [] }
  if (subsystems.some(isDeactivated)) return invalidRow({ rule: 'accessDeactivated' })
  return invalidRow({ rule: 'hasAccess' })
}

function hasRoles(roles: readonly string[] | undefined, required: readonly string[]): boolean {
  return roles !== undefined && required.every((role) => roles.includes(role))
}

type ExistingUser = {
  email: string
  active: boolean
  partnerId: string | null
  company: string
  accounts: { id: string; active: boolean; roles: string[] }[]
}

async function findExisting(db: Db, scope: UserScope, emails: readonly string[]) {
  const ofUsers = scope === 'all' ? sql`true` : sql`u.partner_id = ${scope.companyId}`
  const users = await rows<ExistingUser>(db)`
    select u.email, u.active, u.partner_id, coalesce(p.name, '') as company,
           (select coalesce(json_agg(json_build_object('id', a.subsystem_id, 'active', a.active, 'roles', a.roles)), '[]')
            from subsystem_accounts a where a.user_id = u.id) as accounts
    from users u left join partners p on p.id = u.partner_id
    where u.email = any(${emails}::text[]) and ${ofUsers}`
  const invitations = new Map<string, OpenInvitation[]>()
  for (const invitation of await findOpenInvitations(db, scope, emails)) {
    const { email } = invitation
    invitations.set(email, [...(invitations.get(email) ?? []), invitation])
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

/** Returns the open invitations of these addresses whose links still work. */
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
