import type pg from 'pg'

const kinds = { user: '8', company: '9', admin: 'a' } as const

/** Returns an id made from a number, so that the audit log and the cases can refer to it. */
export function idOf(kind: keyof typeof kinds, n: number): string {
  return `00000000-0000-4000-${kinds[kind]}000-${n.toString(16).padStart(12, '0')}`
}

/** Returns the SQL expression of the id whose number is the SQL expression `n`. */
export function idIn(kind: keyof typeof kinds, n: string): string {
  return `('00000000-0000-4000-${kinds[kind]}000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
}

/** Session tokens of the users and admins who make the requests; the numbers are those of the admins. */
export const tokens = {
  superAdmin: 'session-of-the-bench-1',
  /** An admin who sees the actions of users, but not those of admins. */
  support: 'session-of-the-bench-2',
  /** An administrator of a company (trials/bench/admin-company.ts). */
  owner: 'session-of-the-bench-owner',
} as const

/** A number that has every remainder among the users of the largest company too. */
const mixed = '(n + n / 50)'

const admins = 500
const platforms = 300

/** Fills all lists but the audit log. Builds the indexes after inserting the rows, which is much faster. */
export async function fillLists(client: pg.Client, users: number): Promise<void> {
  const { firstKeyId } = await import('#server/secret.ts')
  await client.query('set session_replication_role = replica')
  await client.query("set maintenance_work_mem = '1GB'")
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select indexname as name, indexdef as definition from pg_indexes i
    where tablename in ('users', 'user_logins', 'subsystem_accounts', 'second_factors', 'invitations', 'one_time_links')
      and not exists (select from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const text of [
    ...people(users, firstKeyId()),
    ...platformsAndAdmins(),
    ...invitations(users),
    ...counts(),
  ])
    await client.query(text)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
}

/** Adds users, 20 per company, but 2 % of all users in one company. 5 % are deactivated, and 4 % never joined. */
function people(users: number, keyId: string): string[] {
  return [
    `insert into partners (id, name, search_text, active, subsystems, created_at)
     select ${idIn('company', 'n')}, name, E'\\n' || lower(name), n % 20 <> 1,
            case when n % 100 = 2 then '{common,rare}'::text[] when n % 5 = 2 then '{common}' end,
            now() - random() * interval '2 years'
     from (select n, (array['Harbour', 'Quay', 'Lantern', 'Meridian', 'Zephyr'])[1 + n % 5] || ' '
             || (array['Trading', 'Freight', 'Energy', 'Insurance'])[1 + n % 4] || ' ' || n as name
           from generate_series(0, ${users / 20 - 1}) n) named`,
    `insert into ip_allow_rules (id, partner_id, cidr)
     select gen_random_uuid(), id, '203.0.113.0/24' from partners where name like '%7'`,
    `insert into users (id, partner_id, email, firstname, lastname, preferred_language, active,
                        onboarded_at, last_login_at, created_at, lacks_factor, search_text)
     select ${idIn('user', 'n')},
            ${idIn('company', `case when n % 50 = 3 then 0 when n <= 20000 then n % ${companiesOfLog(users)} else n % ${users / 20} end`)},
            email, first, last,
            (array['en', 'en', 'en', 'fr', 'es', 'ar', 'zh'])[1 + n % 7], ${mixed} % 20 > 0,
            case when ${mixed} % 25 <> 1 then now() end,
            case when ${mixed} % 25 <> 1 then now() - (random() ^ 3) * interval '2 years' end,
            now() - interval '2 years' + random() * interval '1 year', ${mixed} % 1000 = 123,
            E'\\n' || lower(first || ' ' || last) || E'\\n' || lower(last || first) || E'\\n' || email
     from (select n, 'person' || n || '@quay.example' as email,
                  (array['Ada', 'Grace', 'Omar', 'Yuna', 'Pedro', 'Ilse'])[1 + floor(6 * random())] as first,
                  (array['Smith', 'Haddad', 'Iversson', 'Tanaka', 'Keller'])[1 + floor(5 * random() ^ 2)] || n % 997 as last
           from generate_series(1, ${users}) n) u`,
    `insert into accounts (id, kind) select id, 'user' from users`,
    `insert into user_logins (user_id, last_login_at) select id, last_login_at from users`,
    `update partners p set last_login_at = u.last
     from (select partner_id, max(last_login_at) as last from users group by partner_id) u where p.id = u.partner_id`,
    `insert into second_factors (id, user_id, secret, confirmed_at)
     select gen_random_uuid(), ${idIn('user', 'n')}, '${keyId}.', now() from generate_series(1, ${users}) n
     where ${mixed} % 1000 <> 123`,
    `insert into passkeys (id, user_id, rp_id, credential_id, public_key, backup_eligible, backed_up, aaguid, name, added_with)
     select gen_random_uuid(), id, 'localhost', sha256(email::bytea), '', true, true, gen_random_uuid(), 'Phone', '{pwd,otp}'
     from (select *, substring(email from '[0-9]+')::int as n from users) u where ${mixed} % 100 = 21`,
    `insert into failure_streaks (key, failures, stale_at)
     select id::text, 100, now() + interval '1 year' from users where email like '%500@quay.example' limit 40`,
    `insert into sessions (id, user_id, token_hash, browser, ip_address, methods, last_seen_at, expires_at)
     select gen_random_uuid(), id, sha256(email::bytea), 'Chrome on Windows', '192.0.2.1', '{pwd,otp}',
            now(), now() + interval '12 hours'
     from users where email like '%4@quay.example'`,
  ]
}

/** Returns the number of companies whose users are in the audit log. */
export function companiesOfLog(users: number): number {
  return Math.min(1_000, users / 20)
}

/** The logout notifications of twenty platforms are not delivered. */
function platformsAndAdmins(): string[] {
  return [
    `insert into subsystems (id, name, url, redirect_uris)
     select id, name, 'https://' || id || '.example', '{}'
     from (select 'common' as id, 'Common' as name union all select 'rare', 'Rare'
           union all select 'platform-' || n, 'Platform ' || n from generate_series(1, ${platforms - 2}) n) s`,
    `insert into subsystem_accounts (user_id, subsystem_id)
     select id, 'common' from users where active
     union all select id, 'rare' from users where email like '%77@quay.example'
     union all select id, 'platform-' || 1 + ('x' || right(id::text, 3))::bit(12)::int % ${platforms - 2} from users`,
    `insert into platform_sessions (id, session_id, user_id, client_id, sid, ended_at, delivered_at)
     select gen_random_uuid(), s.id, s.user_id, 'platform-' || 1 + n % ${platforms - 2}, 'sid-' || n,
            now() - interval '1 hour', case when n % (${platforms - 2}) >= 20 then now() end
     from (select id, user_id, row_number() over () as n from sessions) s`,
    `insert into admins (id, email, firstname, lastname, last_login_at)
     select ${idIn('admin', 'n')}, 'admin' || n || '@portico.example', 'Grace', 'Hopper' || n, now()
     from generate_series(0, ${admins - 1}) n`,
    `insert into accounts (id, kind) select id, 'admin' from admins`,
    `insert into admin_roles (admin_id, role) select id, case when id = '${idOf('admin', 2)}' then 'support' else 'super_admin' end from admins`,
    `insert into admin_sessions (id, admin_id, token_hash, browser, ip_address, methods, expires_at)
     select gen_random_uuid(), ${idIn('admin', 'n')}, sha256(('session-of-the-bench-' || n)::bytea), 'Chrome on Windows',
            '127.0.0.1', '{pwd,otp}', now() + interval '12 hours'
     from generate_series(1, 2) n`,
  ]
}

/**
 * Adds an invitation for every five users in two years: 80 % accepted, 5 % revoked, the others open. Links last a week.
 */
function invitations(users: number): string[] {
  const many = users / 5
  return [
    `insert into invitations (id, partner_id, email, firstname, lastname, search_text, created_at, accepted_at, revoked_at)
     select (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3)
              || '8' || substr(md5(n::text), 4, 15))::uuid,
            ${idIn('company', `case when n % 50 = 3 then 0 else n % ${users / 20} end`)},
            'guest' || n || '@quay.example', 'Ada', 'Byron' || n,
            format(E'\\nada byron%1$s\\nbyron%1$s ada\\nguest%1$s@quay.example', n), t,
            case when ${mixed} % 20 < 16 then t + interval '1 day' end, case when ${mixed} % 20 = 16 then t + interval '1 day' end
     from (select n, now() - interval '730 days' * n / ${many} as t from generate_series(1, ${many}) n) numbered`,
    `insert into one_time_links (id, kind, token_hash, invitation_id, email, created_by, created_at, expires_at)
     select gen_random_uuid(), 'invitation', sha256(email::bytea), id, email, 'bench', created_at, created_at + interval '7 days'
     from invitations`,
  ]
}

/** The totals, snapshots and audit blocks of a year; their number does not depend on the number of users. */
function counts(): string[] {
  return [
    `insert into activity_totals (action, hour, area, outcome, count)
     select action, hour, area, '', 100
     from unnest(array['login_succeeded', 'login_failed', 'address_blocked', 'account_locked', 'logged_out', 'platform_accessed',
                       'session_ended', 'profile_changed', 'password_changed', 'audit_log_searched']) action,
          unnest(array['user', 'admin']) area,
          generate_series(date_trunc('hour', now()) - interval '395 days', now(), interval '1 hour') hour`,
    `insert into snapshots (taken_at, counts)
     select taken, '{"withoutFactor": 1000, "openInvitations": 200, "lockedUsers": 40, "dormantCompanies": 9}'
     from generate_series(now() - interval '100 days', now(), interval '5 minutes') taken`,
    `insert into audit_blocks (number, previous_hash, month, row_count, rows_hash, made_at, hash, kid, signature)
     select n, '', '2026-01', 300, '', now() - interval '15 minutes' * (35000 - n), sha256(n::text::bytea), 'key', ''
     from generate_series(1, 35000) n`,
  ]
}
