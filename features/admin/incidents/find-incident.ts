import { raw } from 'sql-template-tag'
import type { Query, ReplyInput } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { fullNameIn } from '#domain/accounts/full-name.ts'
import { selectMatching, type AuditSearch } from '#domain/audit/audit-select.ts'
import { adminArea } from '#domain/audit/audit.ts'
import { rows, run, sql, transaction, type Db, type Transaction } from '#server/db.ts'
import { failureActions, lockActions, maxFailures, type getIncident } from './contract.ts'
import { isConspicuous, summarize, type Failures } from './failures.ts'

type Reply = ReplyInput<typeof getIncident>
type Period = Query<typeof getIncident>
type Lock = { action: string; ipAddress: string; targetId: string | null }
type Login = { ipAddress: string; userId: string; at: Date }
type Account = Pick<Reply['accounts'][number], 'id' | 'name' | 'kind'>

/** Maximum number of addresses whose logins are searched, those with the most failures first. */
const maxAddresses = 200
/** Maximum number of entries of one address that are searched for logins; the latest count. */
const entriesPerAddress = 5_000
const listed = 10
const maxLogins = 50

/** Summarizes the failed logins of a period. Reads index ranges of the period only. */
export function findIncident(
  db: Db,
  { from, to }: Period,
  { seesAdmins }: { seesAdmins: boolean },
): Promise<Reply> {
  const period = { startDate: from, endDate: to, seesAdmins }
  return transaction(db, async (tx) => {
    // One plan is good for all values, and planning for each partition takes longer than the query.
    await run(tx)`set local plan_cache_mode = force_generic_plan`
    const groups = await findFailures(tx, period)
    const locks = await findLocks(tx, period)
    const summary = summarize(groups)
    const suspects = [...summary.addresses.keys()].slice(0, maxAddresses)
    const logins = (await findLogins(tx, period, suspects))
      .filter(({ ipAddress, userId }) => isConspicuous(groups, ipAddress, userId))
      .slice(0, maxLogins)
    const tried = [...summary.accounts].slice(0, listed)
    const names = await findNames(tx, [
      ...tried.map(([id]) => id),
      ...logins.map(({ userId }) => userId),
    ])
    const accountOf = (id: string): Account =>
      names.find((each) => each.id === id) ?? { id, name: '', kind: 'user' }
    const { locked, blocked } = locksOf(locks)
    return {
      from: new Date(from),
      to: new Date(to),
      ...countsOf(summary),
      lockedAccounts: locked.size,
      blockedAddresses: blocked.size,
      addresses: [...summary.addresses].slice(0, listed).map(([ipAddress, total]) => ({
        ipAddress,
        failures: total.failures,
        accounts: total.others.size,
        isBlocked: blocked.has(ipAddress),
      })),
      accounts: tried.map(([id, total]) => ({
        ...accountOf(id),
        failures: total.failures,
        addresses: total.others.size,
        isLocked: locked.has(id),
      })),
      logins: logins.map(({ userId, ipAddress, at }) => ({ ...accountOf(userId), ipAddress, at })),
    }
  })
}

function countsOf({ addresses, accounts, ...counts }: ReturnType<typeof summarize>) {
  return {
    ...counts,
    isPartial: counts.failures >= maxFailures,
    addressCount: addresses.size,
    accountCount: accounts.size,
  }
}

/** Groups the latest failures by address and account. */
function findFailures(tx: Transaction, period: AuditSearch): Promise<Failures[]> {
  const search = { ...period, actions: failureActions }
  return rows<Failures>(tx)`
    select a.ip_address, a.target_id, count(*)::int as count, min(a.timestamp) as first, max(a.timestamp) as last
    from ${selectMatching(search, { take: maxFailures, after: undefined })} a
    group by a.ip_address, a.target_id`
}

function findLocks(tx: Transaction, period: AuditSearch): Promise<Lock[]> {
  const search = { ...period, actions: lockActions }
  return rows<Lock>(tx)`
    select distinct a.action, a.ip_address, a.target_id
    from ${selectMatching(search, { take: maxFailures, after: undefined })} a`
}

function locksOf(locks: readonly Lock[]) {
  const blocks = locks.filter(({ action }) => action === 'address_blocked')
  const targets = locks.flatMap(({ action, targetId }) =>
    action === 'address_blocked' || targetId === null ? [] : [targetId],
  )
  return { locked: new Set(targets), blocked: new Set(blocks.map((each) => each.ipAddress)) }
}

/** Finds the latest login of each account from each of the addresses, by the index of addresses. */
function findLogins(
  tx: Transaction,
  { startDate, endDate, seesAdmins }: AuditSearch,
  addresses: readonly string[],
): Promise<Login[]> {
  const limit = raw(String(entriesPerAddress))
  return rows<Login>(tx)`
    select l.ip_address, l.actor_id as user_id, max(l.timestamp) as at
    from unnest(${addresses}::text[]) as suspect (ip) cross join lateral (
      select a.ip_address, a.actor_id, a.action, a.sub_system, a.timestamp from audit_log a
      where (a.ip_address, a.timestamp) >= (suspect.ip, ${startDate}::timestamptz)
        and (a.ip_address, a.timestamp) < (suspect.ip, ${endDate}::timestamptz)
        and a.timestamp >= ${startDate}::timestamptz and a.timestamp < ${endDate}::timestamptz
      order by a.ip_address desc, a.timestamp desc, a.id desc limit ${limit}) l
    where l.action = 'login_succeeded' and l.actor_id is not null
      and (${seesAdmins}::boolean or l.sub_system <> ${adminArea})
    group by 1, 2 order by 3 desc`
}

function findNames(tx: Transaction, ids: readonly string[]): Promise<Account[]> {
  const uuids = [...new Set(ids)].filter(isId)
  return rows<Account>(tx)`
    select id::text, ${fullNameIn(sql`users`)} as name, 'user' as kind from users
    where id = any(${uuids}::uuid[])
    union all
    select id::text, ${fullNameIn(sql`admins`)}, 'admin' from admins where id = any(${uuids}::uuid[])`
}
