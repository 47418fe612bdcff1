import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { sealRows } from '#domain/audit/audit-seal.ts'
import { attachedMonths } from '#domain/audit/audit-months.ts'
import { hashPassword } from '#domain/credentials/password.ts'
import { db, row, rows, scalar, scalars } from '#server/db.ts'
import { addPast } from './past.ts'
import { seed } from './seed.ts'

const secrets = {
  password: 'Quay-Lantern-7Zr',
  adminPassword: 'Lamp-Harbour-4Kt',
  clientSecrets: { 'business-hub': 'a'.repeat(32), onboarding: 'b'.repeat(32) },
  sampleSecret: 'c'.repeat(32),
}

test('the samples are 180 users in 25 companies with ninety days of events, and the first seal covers all events', async () => {
  await seed(
    secrets,
    ['payouts', 'reporting', 'cards', 'tax-documents'].map((id) => ({
      id,
      name: id,
      url: `http://127.0.0.1/${id}`,
      clientSecret: 'd'.repeat(32),
    })),
  )
  const hashes = {
    user: await hashPassword(secrets.password),
    admin: await hashPassword(secrets.adminPassword),
  }
  await addPast(hashes, ['business-hub', 'onboarding', 'payouts', 'cards'])
  const counts = await row(db)`
    select (select count(*)::int from users) as users, (select count(distinct partner_id)::int from users) as companies,
           (select count(*)::int from admins) as admins, (select count(*)::int from invitations) as invitations`
  deepEqual(counts, { users: 180, companies: 25, admins: 5, invitations: 180 })
  const events = (await scalar<number>(db)`select count(*)::int from audit_log`) ?? 0
  ok(events > 5_000, String(events))
  const odd = await scalar<number>(db)`
    select count(*)::int from audit_log
    where timestamp > now() or timestamp < now() - interval '90 days' or actor_kind <> 'system' and company_id is null and target_id is not null`
  equal(odd, 0)
  // Three months before this one, and the next three.
  equal((await attachedMonths(db)).length, 7)
  const { blocks = [] } = (await sealRows(db)) ?? {}
  equal(
    blocks.reduce((sum, { rowCount }) => sum + rowCount, 0),
    events,
  )
})

test('the overview has snapshots of the last nine days to compare', async () => {
  const snapshots = await rows<{ ago: number; open: number; without: number }>(db)`
    select floor(extract(epoch from now() - taken_at) / 86400)::int as ago, (counts->>'openInvitations')::int as open,
           (counts->>'withoutFactor')::int as without
    from snapshots order by 1`
  deepEqual(
    snapshots.map(({ ago }) => ago),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  )
  ok(
    snapshots.every(({ open, without }) => open > 0 && without > 0),
    JSON.stringify(snapshots),
  )
})

test('each invited user has a mail with the invitation, and its link is used', async () => {
  const odd = await scalars<string>(db)`
    select u.email from users u join invitations i using (email) where not exists (
      select from mails m join one_time_links l on l.id = (m.data->>'linkId')::uuid
      where m.to_address = u.email and m.kind = 'invitation' and m.state = 'sent' and m.sent_at = l.created_at
        and l.invitation_id = i.id and l.used_at = i.accepted_at)`
  deepEqual(odd, [])
})

test('users who never joined have accepted an invitation and set a password; open invitations have no user', async () => {
  const odd = await scalars<string>(db)`
    select u.email from users u where u.onboarded_at is null and not (
      exists (select from passwords where user_id = u.id)
      and exists (select from invitations where email = u.email and accepted_at is not null))
    union
    select i.email from invitations i join users u using (email) where i.accepted_at is null`
  deepEqual(odd, [])
  const halfway = await scalar<number>(db)`
    select count(*)::int from users where onboarded_at is null`
  equal(halfway, 8)
})

test('3A17: No admin logs in, acts, or gets a role or an authenticator before being added', async () => {
  const odd = await scalars<string>(db)`
    select a.email from admins a where a.last_login_at < a.created_at
      or exists (select from admin_roles r where r.admin_id = a.id and r.given_at < a.created_at)
      or exists (select from second_factors f where f.user_id = a.id and f.confirmed_at < a.created_at)
      or exists (select from audit_log l where l.actor_id = a.id::text and l.timestamp < a.created_at)
      or a.last_login_at is not null and not exists (
        select from second_factors f where f.user_id = a.id and f.confirmed_at < a.last_login_at)`
  deepEqual(odd, [])
})

test('a night of attacks stands out, and no login is later than its user’s last login', async () => {
  const worst = await row<{ failures: number; blocked: number }>(db)`
    select count(*) filter (where action = 'login_failed')::int as failures,
           count(*) filter (where action = 'address_blocked')::int as blocked
    from audit_log group by date_trunc('day', timestamp) order by failures desc limit 1`
  ok((worst?.failures ?? 0) > 500 && worst?.blocked === 14, JSON.stringify(worst))
  const later = await scalar<number>(db)`
    select count(*)::int
    from user_logins u join audit_log l on l.actor_id = u.user_id::text and l.action = 'login_succeeded'
    where u.last_login_at is null or l.timestamp > u.last_login_at + interval '1 second'`
  equal(later, 0)
  equal(await scalar(db)`select count(*)::int from admins where last_login_at is not null`, 4)
})
