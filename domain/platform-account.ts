import { invalidField } from '#contract/refusal.ts'
import { byName } from '#server/collation.ts'
import {
  batchSize,
  rows,
  run,
  scalar,
  scalars,
  sql,
  transaction,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import { recordAudit, type Actor } from './audit.ts'
import { deleteForwardAuthAccessOn } from './forward-auth-access.ts'
import { mailUser } from './mail.ts'
import { endPlatformSessionsOn } from './platform-session.ts'
import { lockUser, raisePlatformsVersion, type User } from './user.ts'

/** A user's account on a platform (table subsystem_accounts). What it permits: platform-access.ts. */
export type PlatformAccount = { id: string; active: boolean }

/** A line of the list that a user's accounts shall become; without `active` it stays, or is true for a new one. */
export type WantedAccount = { id: string; active?: boolean | undefined }

export type UserAccounts = {
  user: User
  /** Increased by each change of the list, for optimistic locking. */
  version: number
  accounts: PlatformAccount[]
}

/** Locks a user's list until the transaction ends, so that of two changes at once one waits. */
export async function lockPlatformAccounts(
  tx: Transaction,
  userId: string,
): Promise<UserAccounts | undefined> {
  // Sessions before the user, in the order of every other lock: no code or token is saved until the end.
  await run(tx)`select from sessions where user_id = ${userId} order by id for update`
  const locked = await lockUser(tx, userId)
  if (!locked) return undefined
  // A statement of its own: it sees what the lock waited for.
  const accounts = await rows<PlatformAccount>(tx)`
    select subsystem_id as id, active from subsystem_accounts where user_id = ${userId}`
  return { user: locked.user, version: locked.platformsVersion, accounts }
}

/** How an account changes. */
export const accountActions = [
  'platform_access_given',
  'platform_access_taken',
  'platform_access_activated',
  'platform_access_deactivated',
] as const

type Change = {
  action: (typeof accountActions)[number]
  subsystem: string
  before: { active?: boolean }
  after: { active?: boolean }
}

type Order = {
  wanted: readonly WantedAccount[]
  reason: string
  /** Where the mail leads; by default to the platform that was given, or to the portal. */
  redirectUrl?: string | null | undefined
}

/**
 * Replaces a locked list: audits each change, ends what the user loses on a platform, and mails the user once. Returns
 * the ids of the platforms that changed; without any, nothing is written. Throws 400001 `unknownPlatform`, or
 * `notOfCompany` for a platform that the company does not have.
 */
export async function setPlatformAccounts(
  tx: Transaction,
  actor: Actor,
  { user, accounts }: UserAccounts,
  { wanted, reason, redirectUrl }: Order,
): Promise<string[]> {
  const changes = changesOf(accounts, wanted)
  await requireOffered(tx, user, changes)
  for (const change of changes) {
    const { action, subsystem, before, after } = change
    await save(tx, user.id, change)
    await recordAudit(tx, actor, action, {
      targetId: user.id,
      data: { subsystem, before, after, reason },
    })
  }
  if (changes.length > 0) await raisePlatformsVersion(tx, user.id)
  await mailChanges(tx, user, changes, redirectUrl)
  return changes.map(({ subsystem }) => subsystem)
}

/** Gives one platform, or takes it away. Access that was deactivated stays so. Returns and throws what `setPlatformAccounts` does. */
export function changePlatformAccount(
  tx: Transaction,
  actor: Actor,
  held: UserAccounts,
  { id, gives, reason }: { id: string; gives: boolean; reason: string },
): Promise<string[]> {
  const others = held.accounts.filter((each) => each.id !== id)
  const own = held.accounts.find((each) => each.id === id) ?? { id }
  return setPlatformAccounts(tx, actor, held, { wanted: gives ? [...others, own] : others, reason })
}

function changesOf(
  accounts: readonly PlatformAccount[],
  wanted: readonly WantedAccount[],
): Change[] {
  const known = new Map(accounts.map(({ id, active }) => [id, active]))
  const kept = new Set(wanted.map(({ id }) => id))
  const taken = accounts
    .filter(({ id }) => !kept.has(id))
    .map(({ id, active }): Change => ({
      action: 'platform_access_taken',
      subsystem: id,
      before: { active },
      after: {},
    }))
  const others = wanted.flatMap(({ id, active }): Change[] => {
    const before = known.get(id)
    const after = { active: active ?? before ?? true }
    if (before === undefined)
      return [{ action: 'platform_access_given', subsystem: id, before: {}, after }]
    if (before === after.active) return []
    const action = before ? 'platform_access_deactivated' : 'platform_access_activated'
    return [{ action, subsystem: id, before: { active: before }, after }]
  })
  return [...taken, ...others]
}

async function save(
  tx: Transaction,
  userId: string,
  { subsystem, before, after }: Change,
): Promise<void> {
  const isOne = sql`user_id = ${userId} and subsystem_id = ${subsystem}`
  if (after.active === undefined) await run(tx)`delete from subsystem_accounts where ${isOne}`
  else if (before.active === undefined) {
    await run(tx)`
      insert into subsystem_accounts (user_id, subsystem_id, active)
      values (${userId}, ${subsystem}, ${after.active})`
  } else await run(tx)`update subsystem_accounts set active = ${after.active} where ${isOne}`
  if (before.active && !after.active) await endAccess(tx, userId, subsystem)
}

/** Also ends grants, codes and tokens, so that none of them works again once access is given back. */
async function endAccess(tx: Transaction, userId: string, subsystemId: string): Promise<void> {
  await run(tx)`
    delete from oidc_records
    where session_id in (select id from sessions where user_id = ${userId})
      and payload->>'clientId' = ${subsystemId}`
  await deleteForwardAuthAccessOn(tx, { userId, subsystemId })
  await endPlatformSessionsOn(tx, { userId, clientId: subsystemId })
}

/** The users of a platform, or those of one company. */
export type UsersOnPlatform = { subsystemId: string; partnerId?: string | undefined }

/** For a platform that was deactivated or taken from a company: a job ends what its users have there. */
export function enqueueAccessEnd(
  tx: Transaction,
  { subsystemId, partnerId = '' }: UsersOnPlatform,
): Promise<void> {
  return enqueue(tx, 'end-platform-access', { subsystemId, partnerId })
}

/** Ends what the next users have on a platform, and notifies it. Returns the last of them; undefined after the last one. */
export async function endAccessOfNext(
  db: Db,
  { subsystemId, partnerId }: UsersOnPlatform,
  after: string | undefined,
): Promise<string | undefined> {
  const next = await scalars<string>(db)`
    select distinct s.user_id from sessions s join users u on u.id = s.user_id
    where ${partnerId ? sql`u.partner_id = ${partnerId}` : sql`true`}
      and ${after ? sql`s.user_id > ${after}` : sql`true`}
      and (exists (select from platform_sessions p
                   where p.session_id = s.id and p.client_id = ${subsystemId} and p.ended_at is null)
        or exists (select from platform_access a
                   where a.session_id = s.id and a.subsystem_id = ${subsystemId}))
    order by s.user_id limit ${batchSize}`
  for (const userId of next) {
    await transaction(db, async (tx) => {
      await lockPlatformAccounts(tx, userId)
      await endAccess(tx, userId, subsystemId)
    })
  }
  return next.at(-1)
}

async function mailChanges(
  tx: Transaction,
  user: User,
  changes: readonly Change[],
  redirectUrl: string | null | undefined,
): Promise<void> {
  const opened = changes.filter(({ after }) => after.active).map(({ subsystem }) => subsystem)
  const closed = changes
    .filter(({ before, after }) => before.active && !after.active)
    .map(({ subsystem }) => subsystem)
  if (opened.length + closed.length === 0) return
  await mailUser(tx, 'platforms-changed', user, {
    opened: opened.join(','),
    closed: closed.join(','),
    ...(redirectUrl && { redirectUrl }),
  })
}

/** SQL for whether the company `p` has the platform `s`. */
export const isOfCompany = sql`(p.id is not null and coalesce(s.id = any(p.subsystems), true))`

/** The ids among these of platforms that a company has. */
export function findOffered(
  db: Db,
  partnerId: string | null,
  subsystemIds: readonly string[],
): Promise<string[]> {
  return scalars<string>(db)`
    select s.id from subsystems s left join partners p on p.id = ${partnerId}
    where s.id = any(${subsystemIds}::text[]) and ${isOfCompany}`
}

/** The names of those among these active platforms that a company has, in alphabetical order. */
export function listOfferedNames(
  db: Db,
  partnerId: string,
  subsystemIds: readonly string[],
): Promise<string[]> {
  return scalars<string>(db)`
    select s.name from subsystems s join partners p on p.id = ${partnerId}
    where s.id = any(${subsystemIds}::text[]) and s.active and ${isOfCompany}
    order by s.name ${byName}, s.id`
}

/** What a user already has may stay when the company has it no longer: it only cannot be opened. */
async function requireOffered(
  tx: Transaction,
  { partnerId }: User,
  changes: readonly Change[],
): Promise<void> {
  const opened = changes
    .filter(({ action }) => /_(given|activated)$/.test(action))
    .map(({ subsystem }) => subsystem)
  const offered = await findOffered(tx, partnerId, opened)
  const [missing] = opened.filter((id) => !offered.includes(id))
  if (missing === undefined) return
  const isKnown = await scalar(tx)`select true from subsystems where id = ${missing}`
  throw invalidField('subsystems', isKnown ? 'notOfCompany' : 'unknownPlatform')
}

/** Gives a new user accounts on platforms. Throws when a platform does not exist. */
export async function grantAccess(
  db: Db,
  userId: string,
  subsystemIds: readonly string[],
): Promise<void> {
  await run(db)`
    insert into subsystem_accounts (user_id, subsystem_id)
    select ${userId}::uuid, unnest(${subsystemIds}::text[])
    on conflict (user_id, subsystem_id) do nothing`
}
