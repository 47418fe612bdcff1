import type { Sql } from 'sql-template-tag'
import { brokenRules } from '#contract/password-rules.ts'
import type { Action } from '#contract/audit-action.ts'
import { lastUsed } from '#domain/accounts/dormant.ts'
import { countedAttempts } from '#domain/credentials/rate-limit.ts'
import { hasNoFactor } from '#domain/lists/user-conditions.ts'
import type { Rule } from '#server/config-requirements.ts'
import { config } from '#server/config.ts'
import { rows, scalar, sql, type Db } from '#server/db.ts'

/** Number of violations of a clause. `what` is a key of the page's messages. */
type Finding = { what: string; count: number; platforms?: { id: string; name: string }[] }

type Measurement = {
  /** Actions of the related audit log entries. */
  actions: readonly Action[]
  find: (db: Db) => Promise<Finding[]>
  /** True by default. */
  isApplicable?: boolean
}

/** Upper limit of a count. Larger counts need not be exact, because any count above 0 is a violation. */
const maxCount = 10_000
/** Tolerance: the time that the worker has to finish due work, and for log entries older than their session. */
const grace = sql`interval '10 minutes'`

/** Returns a function that counts the rows of each statement and names each count. */
function rowsOf(queries: Readonly<Record<string, Sql>>): Measurement['find'] {
  return async (db) => {
    const findings: Finding[] = []
    for (const [what, query] of Object.entries(queries)) {
      const count = await scalar<number>(db)`
        select count(*)::int from (${query} limit ${maxCount}) counted`
      findings.push({ what, count: count ?? 0 })
    }
    return findings
  }
}

const logins = ['login_succeeded', 'login_failed', 'passkey_refused'] as const
const passwordChanges = ['password_changed', 'password_reset'] as const
const lockouts = ['account_locked', 'account_restricted', 'address_blocked'] as const
const factors = [
  'second_factor_set',
  'second_factor_reset',
  'second_factor_disabled',
  'recovery_codes_created',
] as const

const openSessions = sql`select from sessions s where s.expires_at > now()`
const openAdminSessions = sql`select from admin_sessions s where s.expires_at > now()`

/**
 * SQL condition for a login with fewer than two factors: neither a password with possession, nor a passkey (`hwk` or
 * `swk`) with user verification (`user`). Logins of admins through the identity provider (`oidc`) are exempt.
 */
const isOneFactor = (methods: Sql) => sql`
  not (${methods} && '{oidc}'
       or (${methods} && '{pwd}' and ${methods} && '{otp,recovery,hwk,swk}')
       or (${methods} && '{hwk,swk}' and ${methods} && '{user}'))`

const sharedPasskeys = {
  sharedPasskeys: sql`
    select from passkeys group by credential_id having count(distinct user_id) > 1`,
}
/** Returns an SQL condition: a unique index on its addresses, which a check keeps in lower case, is missing. */
const lacksUniqueEmails = (table: string) => sql`
  not exists (
    select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indrelid = ${table}::regclass and i.indisunique and i.indisvalid and i.indpred is null
      and i.indnkeyatts = 1 and a.attname = 'email')`
// Rows are read only without the index, because it makes shared addresses impossible.
const sharedEmails = {
  sharedEmails: sql`
    select from users where ${lacksUniqueEmails('users')} group by lower(email) having count(*) > 1`,
  sharedAdminEmails: sql`
    select from admins where ${lacksUniqueEmails('admins')} group by lower(email) having count(*) > 1`,
}
const oneFactorSessions = {
  oneFactorSessions: sql`${openSessions} and ${isOneFactor(sql`s.methods`)}`,
}
const methodsOfRow = sql`array(select jsonb_array_elements_text(l.data->'methods'))`
const oneFactorStepUps = sql`
  select from audit_log l
  where l.action = 'step_up_succeeded' and l.timestamp > now() - interval '1 day'
    and ${isOneFactor(methodsOfRow)}`
const withoutFactor = (id: Sql) => sql`
  not exists (select from second_factors f where f.user_id = ${id} and f.confirmed_at is not null)
  and not exists (select from passkeys p where p.user_id = ${id})`

/** Returns a function that counts the rate limits of passwords or codes with more than `max` attempts. */
function attemptsAbove(max: number): Measurement['find'] {
  return rowsOf({
    unlimitedTries: sql`
      select from rate_limits
      where name in ('accountPassword', 'accountCode', 'browserPassword', 'browserCode')
        and ${countedAttempts} > ${max} and stale_at > now()`,
  })
}

/** Time of the last use that still meets the clause. One extra day, because the worker deactivates accounts hourly. */
const unusedSince = sql`now() - make_interval(days => ${90 + 1})`
/** Matches active accounts `a` of users or admins that seem unused. For users, `user_logins` may have a later login. */
const seemsUnused = sql`a.active and ${lastUsed} < ${unusedSince}`

/** Matches sessions `s` that are still stored after the idle timeout. */
function idleFor(minutes: number): Sql {
  return sql`s.last_seen_at < now() - make_interval(mins => ${minutes}) - ${grace}`
}

/** Finds active platforms whose idle timeout is longer than five minutes, or that have none. */
async function findIdlePlatforms(db: Db): Promise<Finding[]> {
  const idle = sql`from subsystems p where p.active and coalesce(p.idle_minutes, 1440) > 5`
  const findings = await rowsOf({ idlePlatforms: sql`select ${idle}` })(db)
  const platforms = await rows<{ id: string; name: string }>(db)`
    select p.id, p.name ${idle} order by lower(p.name), p.id limit 50`
  return findings.map((finding) => ({ ...finding, platforms }))
}

export const measurements: Record<Rule, Measurement> = {
  'pci-8.2.1': { actions: ['signed_up', 'admin_added'], find: rowsOf(sharedEmails) },
  'pci-8.2.2': { actions: logins, find: rowsOf({ ...sharedEmails, ...sharedPasskeys }) },
  'pci-8.2.6': {
    actions: [
      'dormant_user_warned',
      'dormant_admin_warned',
      'user_deactivated',
      'admin_deactivated',
    ],
    find: rowsOf({
      unusedUsers: sql`
        select from users a where ${seemsUnused} and not exists (
          select from user_logins l where l.user_id = a.id and l.last_login_at >= ${unusedSince})`,
      unusedAdmins: sql`select from admins a where ${seemsUnused}`,
    }),
  },
  'pci-8.2.8': {
    actions: ['session_ended', 'logged_out'],
    find: rowsOf({
      idleSessions: sql`select from sessions s where ${idleFor(15)}`,
      idleAdminSessions: sql`select from admin_sessions s where ${idleFor(15)}`,
    }),
  },
  'pci-8.3.4': { actions: lockouts, find: attemptsAbove(10) },
  'pci-8.3.6': {
    actions: passwordChanges,
    // The clause requires 12 characters, so this password of 11 must break a rule.
    find: async () => [
      { what: 'shortPasswords', count: countBrokenRules('Harbour-11A') > 0 ? 0 : 1 },
    ],
  },
  'pci-8.3.7': {
    actions: passwordChanges,
    // After a change, at least two passwords are stored, because an earlier one must not be reused.
    find: rowsOf({
      lostHistories: sql`
        select from users u
        where exists (select from audit_log l
                      where l.actor_id = u.id::text and l.action = 'password_changed'
                        and l.timestamp > now() - interval '30 days')
          and (select count(*) from passwords p where p.user_id = u.id) < 2`,
    }),
  },
  'pci-8.3.9': {
    actions: passwordChanges,
    isApplicable: !config.mfaRequired,
    find: rowsOf({
      oldPasswords: sql`
        select from users u
        where u.active and ${withoutFactor(sql`u.id`)}
          and (select max(p.created_at) from passwords p where p.user_id = u.id)
              < now() - interval '90 days'`,
    }),
  },
  'pci-8.3.11': { actions: factors, find: rowsOf(sharedPasskeys) },
  'pci-8.4.1': {
    actions: logins,
    // For admins, a passkey alone is not enough, even with user verification.
    find: rowsOf({
      oneFactorAdminSessions: sql`
        ${openAdminSessions}
          and (${isOneFactor(sql`s.methods`)} or not s.methods && '{pwd,oidc}')`,
    }),
  },
  'pci-8.4.2': { actions: logins, find: rowsOf(oneFactorSessions) },
  'pci-8.5.1': {
    actions: logins,
    find: rowsOf({
      sessionsWithoutFactor: sql`${openSessions} and ${withoutFactor(sql`s.user_id`)}`,
    }),
  },
  'pci-10.2.1': {
    actions: logins,
    find: rowsOf({
      unrecordedLogins: sql`
        ${openSessions} and not exists (
          select from audit_log l
          where l.actor_id = s.user_id::text and l.action = 'login_succeeded'
            and l.timestamp >= s.created_at - ${grace} and l.data->>'sessionId' = s.id::text)`,
    }),
  },
  'pci-10.3.2': {
    actions: ['audit_log_verified', 'audit_month_retired'],
    find: rowsOf({
      writableTables: sql`
        select from unnest('{audit_log,audit_sealed,audit_blocks}'::text[]) t (name)
        where has_table_privilege(t.name, 'update, delete, truncate')`,
    }),
  },
  'pci-10.3.4': {
    actions: ['audit_log_verified'],
    find: rowsOf({
      lateSeals: sql`
        select from audit_log l
        where l.timestamp between now() - interval '1 day' and now() - interval '20 minutes'
          and not exists (select from audit_sealed s
                          where s.timestamp = l.timestamp and s.row_id = l.id)`,
    }),
  },
  'pci-10.5.1': {
    actions: ['audit_month_retired'],
    find: rowsOf({
      missingMonths: sql`
        select from audit_log l
        where l.action = 'audit_month_retired'
          and l.target_id >= to_char((now() - interval '1 year') at time zone 'UTC', 'YYYY-MM')`,
    }),
  },
  'psd2-4.1': {
    actions: [...logins, 'step_up_succeeded', 'step_up_refused'],
    find: rowsOf({ ...oneFactorSessions, oneFactorStepUps }),
  },
  'psd2-4.3.a': {
    actions: logins,
    find: rowsOf({
      longWithoutFactor: sql`
        select from users u
        where ${hasNoFactor}
          and exists (select from passwords p
                      where p.user_id = u.id and p.created_at < now() - interval '1 day')`,
    }),
  },
  'psd2-4.3.b': { actions: lockouts, find: attemptsAbove(5) },
  'psd2-4.3.d': { actions: ['platform_added', 'platform_changed'], find: findIdlePlatforms },
  'psd2-7': {
    actions: logins,
    // With `known-browser`, a login with a synced passkey (`swk`) alone is permitted, so no session is counted.
    find: rowsOf({
      syncedSessions: sql`
        ${openSessions} and s.methods && '{swk}' and not s.methods && '{pwd}'
        and ${config.passkeySynced !== 'known-browser'}::boolean`,
    }),
  },
  'psd2-24.2.b': {
    actions: factors,
    find: rowsOf({
      // The first factor of an account cannot be confirmed by another.
      weaklyAdded: sql`
        select from passkeys p
        where p.disabled_at is null and ${isOneFactor(sql`p.added_with`)}
          and (exists (select from second_factors f
                       where f.user_id = p.user_id and f.confirmed_at < p.created_at)
               or exists (select from passkeys o
                          where o.user_id = p.user_id and o.created_at < p.created_at))`,
    }),
  },
  'nist-2.2.1': { actions: logins, find: rowsOf(oneFactorSessions) },
  'nist-2.2.3': {
    actions: ['session_ended', 'logged_out'],
    // The clause permits 24 hours, and this check tolerates one more.
    find: rowsOf({
      longSessions: sql`${openSessions} and s.expires_at > s.created_at + interval '25 hours'`,
      longAdminSessions: sql`
        ${openAdminSessions} and s.expires_at > s.created_at + interval '25 hours'`,
    }),
  },
  'nist-3.1.1': {
    actions: passwordChanges,
    // A long password must be accepted without digits and uppercase letters.
    find: async () => [
      { what: 'compositionRules', count: countBrokenRules('harbour lighthouse quay') },
    ],
  },
  'nist-3.2.2': {
    actions: lockouts,
    find: rowsOf({
      longStreaks: sql`select from failure_streaks where failures > 100 and stale_at > now()`,
    }),
  },
}

function countBrokenRules(password: string): number {
  return brokenRules(password, { person: {}, isSignUp: true }).length
}
