import { invalidField } from '#contract/refusal.ts'
import { affects, rows, run, scalar, sql, type Db, type Transaction } from '#server/db.ts'
import { actorText, recordAudit, type Actor } from '../audit/audit.ts'
import { mailUser } from '../mail/mail.ts'
import { findOffered } from '../platforms/offered-platform.ts'
import { endAccessOn, lockUserWithSessions } from './platform-access-end.ts'
import { requireRoles, type PlatformRoles } from '../platforms/platform-role.ts'
import { raisePlatformsVersion, type User } from '../accounts/user.ts'

/** Account of a user on platform `id` (table `subsystem_accounts`). `platform-access.ts` defines what it permits. */
export type PlatformAccount = {
  id: string
  active: boolean
  /** Time at which the access expires; null means never. */
  expiresAt: Date | null
  /** Ids of the user's roles on the platform; see `platform-role.ts`. */
  roles: string[]
}

/**
 * Account that a user shall have. An omitted field keeps its value; in a new account the defaults are active, without
 * expiry and without roles.
 */
export type WantedAccount = {
  id: string
  active?: boolean | undefined
  expiresAt?: Date | null | undefined
  roles?: readonly string[] | undefined
}

type AccountInput = Omit<WantedAccount, 'expiresAt'> & { expiresAt?: string | null | undefined }

/** Converts an account of a request, whose time is a text. */
export function withDate({ expiresAt, ...account }: AccountInput): WantedAccount {
  return { ...account, expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : expiresAt }
}

export type UserAccounts = {
  user: User
  /** Number that each change of the list increases, for optimistic locking. */
  version: number
  accounts: PlatformAccount[]
}

/**
 * Locks a user's list of accounts until the transaction ends, so that one of two concurrent changes waits. Returns
 * undefined for an unknown user.
 */
export async function lockPlatformAccounts(
  tx: Transaction,
  userId: string,
): Promise<UserAccounts | undefined> {
  const locked = await lockUserWithSessions(tx, userId)
  if (!locked) return undefined
  // A separate statement, so that it sees the changes for which the lock waited.
  const accounts = await rows<PlatformAccount>(tx)`
    select subsystem_id as id, active, expires_at, roles
    from subsystem_accounts where user_id = ${userId}`
  return { user: locked.user, version: locked.platformsVersion, accounts }
}

/** Audit actions for a change of an account. */
export const accountActions = [
  'platform_access_given',
  'platform_access_taken',
  'platform_access_activated',
  'platform_access_deactivated',
  'platform_access_changed',
] as const

type State = Omit<PlatformAccount, 'id'>
type Change = {
  action: (typeof accountActions)[number]
  subsystem: string
  before: State | undefined
  after: State | undefined
}

type ListChange = {
  wanted: readonly WantedAccount[]
  reason: string
  /** Target of the mail's link; by default the platform that was granted, or the portal. */
  redirectUrl?: string | null | undefined
  /** Sends no mail, because the caller emails the user itself. */
  isQuiet?: boolean
}

/**
 * Replaces a locked list of accounts. Audits each change, ends the use of platforms whose access is revoked, and sends
 * the user one mail. Returns the ids of the platforms that changed; writes nothing if there are none. Throws 400001
 * `unknownPlatform`, `unknownRole`, or `notOfCompany` for a platform that the company does not have.
 */
export async function setPlatformAccounts(
  tx: Transaction,
  actor: Actor,
  { user, accounts }: UserAccounts,
  { wanted, reason, redirectUrl, isQuiet = false }: ListChange,
): Promise<string[]> {
  const changes = changesOf(accounts, wanted)
  await requireOffered(tx, user, changes)
  await requireRoles(tx, changes.map(newRolesOf), { field: 'subsystems' })
  for (const change of changes) {
    const { action, subsystem, before, after } = change
    await save(tx, user.id, change, actorText(actor))
    await recordAudit(tx, actor, action, {
      targetId: user.id,
      data: { subsystem, before: factsOf(before), after: factsOf(after), reason },
    })
  }
  if (changes.length > 0) await raisePlatformsVersion(tx, user.id)
  if (!isQuiet) await mailChanges(tx, user, changes, redirectUrl)
  return changes.map(({ subsystem }) => subsystem)
}

/** Grants or revokes one platform; activates no existing account. Returns and throws like `setPlatformAccounts`. */
export function changePlatformAccount(
  tx: Transaction,
  actor: Actor,
  list: UserAccounts,
  { id, gives, reason }: { id: string; gives: boolean; reason: string },
): Promise<string[]> {
  const others = list.accounts.filter((each) => each.id !== id)
  const own = list.accounts.find((each) => each.id === id) ?? { id }
  return setPlatformAccounts(tx, actor, list, { wanted: gives ? [...others, own] : others, reason })
}

/** Returns the facts for the audit log, without an expiry or roles that the account does not have. */
function factsOf(state: State | undefined): object {
  if (!state) return {}
  const { active, expiresAt, roles } = state
  return { active, ...(expiresAt && { expiresAt }), ...(roles.length > 0 && { roles }) }
}

function changesOf(
  accounts: readonly PlatformAccount[],
  wanted: readonly WantedAccount[],
): Change[] {
  const stateById = new Map(accounts.map(({ id, ...state }) => [id, state]))
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const removals = accounts
    .filter(({ id }) => !wantedIds.has(id))
    .map(({ id, ...before }): Change => ({
      action: 'platform_access_taken',
      subsystem: id,
      before,
      after: undefined,
    }))
  const additions = wanted.flatMap(({ id, active, expiresAt, roles }): Change[] => {
    const before = stateById.get(id)
    const after = {
      active: active ?? before?.active ?? true,
      expiresAt: expiresAt === undefined ? (before?.expiresAt ?? null) : expiresAt,
      roles: [...(roles ?? before?.roles ?? [])].toSorted(),
    }
    const action = actionOf(before, after)
    return action ? [{ action, subsystem: id, before, after }] : []
  })
  return [...removals, ...additions]
}

/** Returns the added roles, which have to exist. A role that the platform has removed may stay and has no effect. */
function newRolesOf({ subsystem, before, after }: Change) {
  const roles = after?.roles.filter((role) => !before?.roles.includes(role)) ?? []
  return { subsystem, roles }
}

function actionOf(before: State | undefined, after: State): Change['action'] | undefined {
  if (!before) return 'platform_access_given'
  if (before.active !== after.active)
    return before.active ? 'platform_access_deactivated' : 'platform_access_activated'
  const isSame =
    before.expiresAt?.getTime() === after.expiresAt?.getTime() &&
    JSON.stringify(before.roles.toSorted()) === JSON.stringify(after.roles)
  return isSame ? undefined : 'platform_access_changed'
}

/** Returns true if the account is active and not expired. Company and platform are not checked. */
function isOpen(state: State | undefined): boolean {
  return Boolean(state?.active && (state.expiresAt === null || state.expiresAt > new Date()))
}

async function save(
  tx: Transaction,
  userId: string,
  { subsystem, before, after }: Change,
  givenBy: string,
): Promise<void> {
  const isAccount = sql`user_id = ${userId} and subsystem_id = ${subsystem}`
  if (!after) await run(tx)`delete from subsystem_accounts where ${isAccount}`
  else if (!before) {
    await run(tx)`
      insert into subsystem_accounts (user_id, subsystem_id, active, expires_at, roles, given_by)
      values (${userId}, ${subsystem}, ${after.active}, ${after.expiresAt}, ${after.roles}, ${givenBy})`
  } else {
    await run(tx)`
      update subsystem_accounts
      set active = ${after.active}, roles = ${after.roles},
          expiry_mailed_at = case when expires_at is distinct from ${after.expiresAt}::timestamptz
                                  then null else expiry_mailed_at end,
          expired_at = case when expires_at is distinct from ${after.expiresAt}::timestamptz
                            then null else expired_at end,
          expires_at = ${after.expiresAt}
      where ${isAccount}`
  }
  if (isOpen(before) && !isOpen(after)) await endAccessOn(tx, userId, subsystem)
}

async function mailChanges(
  tx: Transaction,
  user: User,
  changes: readonly Change[],
  redirectUrl: string | null | undefined,
): Promise<void> {
  const opened = changes
    .filter(({ before, after }) => !isOpen(before) && isOpen(after))
    .map(({ subsystem }) => subsystem)
  const closed = changes
    .filter(({ before, after }) => isOpen(before) && !isOpen(after))
    .map(({ subsystem }) => subsystem)
  if (opened.length + closed.length === 0) return
  await mailUser(tx, 'platforms-changed', user, {
    opened: opened.join(','),
    closed: closed.join(','),
    ...(redirectUrl && { redirectUrl }),
  })
}

/** Throws if an account is added, activated or reopened on a platform that the company does not have. */
async function requireOffered(
  tx: Transaction,
  { partnerId }: User,
  changes: readonly Change[],
): Promise<void> {
  const opened = changes
    .filter(
      ({ action, before, after }) =>
        /_(given|activated)$/.test(action) || (!isOpen(before) && isOpen(after)),
    )
    .map(({ subsystem }) => subsystem)
  const offered = await findOffered(tx, partnerId, opened)
  const [missing] = opened.filter((id) => !offered.includes(id))
  if (missing === undefined) return
  const isKnown = await scalar(tx)`select true from subsystems where id = ${missing}`
  throw invalidField('subsystems', isKnown ? 'notOfCompany' : 'unknownPlatform')
}

type Grant = { givenBy?: string; expiresAt?: Date | null; platformRoles?: PlatformRoles }

/** Grants a new user access to platforms; existing accounts stay as they are. Throws if a platform does not exist. */
export async function grantAccess(
  db: Db,
  userId: string,
  subsystemIds: readonly string[],
  { givenBy = 'sign-up', expiresAt = null, platformRoles = [] }: Grant = {},
): Promise<void> {
  await run(db)`
    insert into subsystem_accounts (user_id, subsystem_id, given_by, expires_at, roles)
    select ${userId}::uuid, platform.id, ${givenBy}, ${expiresAt}::timestamptz, coalesce((
      select array(select jsonb_array_elements_text(entry->'roles') order by 1)
      from jsonb_array_elements(${JSON.stringify(platformRoles)}::jsonb) entry where entry->>'subsystem' = platform.id
      limit 1), '{}')
    from unnest(${[...subsystemIds]}::text[]) platform(id)
    on conflict (user_id, subsystem_id) do nothing`
}

/** Access to a platform that ends soon. */
export type ExpiringAccess = { userId: string; subsystemId: string }

/** SQL condition: the user is to be notified that the access ends within seven days. */
export const isExpiring = sql`(
  expires_at > now() and expires_at <= now() + interval '7 days'
  and active and expired_at is null and expiry_mailed_at is null)`

/** Marks access that ends soon as notified and returns its end, only once, even with several workers. */
export function takeExpiring(
  tx: Transaction,
  { userId, subsystemId }: ExpiringAccess,
): Promise<Date | undefined> {
  return scalar<Date>(tx)`
    update subsystem_accounts set expiry_mailed_at = now()
    where user_id = ${userId} and subsystem_id = ${subsystemId} and ${isExpiring}
    returning expires_at`
}

/** Marks an account of a locked list as expired. Returns true only once, even with several workers. */
export function markExpired(
  tx: Transaction,
  userId: string,
  subsystemId: string,
): Promise<boolean> {
  return affects(tx)`
    update subsystem_accounts set expired_at = now()
    where user_id = ${userId} and subsystem_id = ${subsystemId}
      and expires_at <= now() and expired_at is null`
}
