import type pg from 'pg'
import { casesOf, pathOf, type Case } from './admin-cases.ts'
import { idOf, tokens } from './admin-rows.ts'
import { daysAgo } from './admin-users.ts'

/** The largest company: it has 2 % of all users, access to every platform, and administrators of its own. */
const company = idOf('company', 0)
const owner = idOf('user', 3)
const otherUser = idOf('user', 53)
const reviews = 8
const ofCompany = `partner_id = '${company}'`

/** Ids of reviews start with a prefix of their own, so that the cases can name them. */
function reviewId(number: string): string {
  return `('00000000-0000-4000-b000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}
const openReview = '00000000-0000-4000-b000-000000000000'

/**
 * Adds what a company's administrators see; runs after `fillLists`. It adds roles, requests (of one user in ten, in
 * every company), networks, a review every three months for two years, and cases of a lost second factor.
 */
export async function fillCompany(client: pg.Client): Promise<void> {
  await client.query('set session_replication_role = replica')
  for (const text of [...people(), ...requests(), ...accessReviews()]) await client.query(text)
}

function people(): string[] {
  return [
    `update partners set delegated = true, review_months = 3, seats = 1000000 where id = '${company}'`,
    `insert into company_roles (user_id, role, given_by, given_at, partner_id)
     select id, (array['owner', 'people', 'security', 'auditor'])[1 + n % 4], 'admin:bench', now() - interval '1 year', partner_id
     from (select id, partner_id, row_number() over (partition by partner_id order by id) - 1 as n from users where active) u
     where n < case when ${ofCompany} then 20 else 2 end`,
    `insert into sessions (id, user_id, token_hash, browser, ip_address, methods, verified_methods, expires_at)
     select gen_random_uuid(), '${owner}', sha256('${tokens.owner}'), 'Chrome on Windows', '127.0.0.1', '{pwd,otp}', '{pwd,otp}',
            now() + interval '12 hours'`,
    `update subsystem_accounts a set given_by = 'user:${otherUser}' from users u
     where u.id = a.user_id and u.${ofCompany} and a.subsystem_id <> 'common'`,
    `insert into ip_allow_rules (id, partner_id, cidr)
     select gen_random_uuid(), '${company}', ('198.18.' || n || '.0/24')::cidr from generate_series(1, 50) n`,
  ]
}

function requests(): string[] {
  return [
    `insert into access_requests (id, user_id, subsystem_id, reason, asked_at, decided_by, decided_at, decision, partner_id)
     select gen_random_uuid(), id, 'rare', 'For the audit of the year', asked_at,
            case when not is_open then 'user:${owner}' end, case when not is_open then asked_at + interval '1 day' end,
            case when not is_open then 'given' end, partner_id
     from (select id, partner_id, now() - random() * interval '1 year' as asked_at, random() < 0.1 as is_open
           from users where active and random() < 0.1) asked`,
    `insert into approvals (id, kind, target_id, partner_id, proposal, asked_kind, asked_by, reason, asked_at, expires_at)
     select gen_random_uuid(), 'replace-factors', id, '${company}', '{}', 'user', id, 'Lost phone', now() - interval '1 hour',
            now() + interval '1 day'
     from users where ${ofCompany} and active order by id desc limit 100`,
  ]
}

/** The latest review is open, and half of its items are decided. */
function accessReviews(): string[] {
  return [
    `insert into access_reviews (id, partner_id, opened_at, due_at, is_strict, reminders, closed_at, kept, removed)
     select ${reviewId('n')}, '${company}', opened, opened + interval '28 days', false, 3,
            case when n > 0 then opened + interval '20 days' end, 50000, 0
     from (select n, now() - interval '10 days' - n * interval '3 months' as opened
           from generate_series(0, ${reviews - 1}) n) numbered`,
    `insert into access_review_items (review_id, user_id, subsystem_id, position, decision, decided_by, decided_at)
     select ${reviewId('n')}, id, subsystem_id,
            row_number() over (partition by n order by lastname collate "und-x-icu", firstname collate "und-x-icu", id, subsystem_id nulls first),
            case when is_decided then 'keep' end, case when is_decided then 'user:${otherUser}' end,
            case when is_decided then now() - interval '5 days' end
     from (select n, u.id, u.lastname, u.firstname, a.subsystem_id, n > 0 or random() < 0.5 as is_decided
           from generate_series(0, ${reviews - 1}) n, users u
           cross join lateral (select null as subsystem_id
                               union all select subsystem_id from subsystem_accounts where user_id = u.id) a
           where u.${ofCompany} and u.active) items`,
  ]
}

const area = '/users/company'
const users = casesOf({ path: `${area}/users`, owner: `users of ${company} for ${owner} by name` })
const invitations = casesOf({
  path: `${area}/invitations`,
  owner: `invitations of ${company} for ${owner}`,
})
const audit = casesOf({ path: `${area}/audit`, owner: '' })

function page(name: string, path: string, query = {}): Case {
  return { name, path: () => pathOf(`${area}/${path}`, query) }
}

/** Pages of a company's own administrators: a company of 20,000 users among a million. */
export const companyAreaCases: readonly Case[] = [
  page('overview', 'overview'),
  ...[
    users.single('by name'),
    users.single('by last login, latest first', { sort: '-lastLogin' }),
    users.single('by creation, newest first', { sort: '-created' }),
    users.single('200 rows', { limit: '200' }),
    users.behind('a page in the middle', {}, () => ['Keller500', 'Ada', owner]),
    ...['active', 'invited', 'locked', 'deactivated'].map((status) =>
      users.single(status, { status }),
    ),
    ...['none', 'authenticator', 'passkey'].map((secondFactor) =>
      users.single(`second factor: ${secondFactor}`, { secondFactor }),
    ),
    users.single('frequent platform', { platform: 'common' }),
    users.single('rare platform', { platform: 'rare' }),
    users.single('no login for 90 days', { lastLoginBefore: daysAgo(90) }),
    users.single('language', { language: 'fr' }),
    users.single('search, one address', { q: 'person53@' }),
    users.single('search, frequent name', { q: 'smith' }),
    users.single('search, frequent name, invited', { q: 'smith', status: 'invited' }),
    users.single('search, one letter', { q: 'k' }),
    users.single('search, in every address', { q: 'quay' }),
    users.single('search, nothing', { q: 'nobody has this name' }),
  ].map((each) => ({ ...each, name: `users: ${each.name}` })),
  page('platforms', 'platforms'),
  page('page of a user', `users/${otherUser}`),
  ...[
    invitations.single('latest first'),
    ...['open', 'accepted', 'revoked', 'expired'].map((state) =>
      invitations.single(state, { state }),
    ),
    invitations.single('search, one address', { q: 'guest53@' }),
    invitations.single('search, in every address', { q: 'quay' }),
    invitations.single('search, nothing', { q: 'nobody has this name' }),
  ].map((each) => ({ ...each, name: `invitations: ${each.name}` })),
  page('requests', 'requests'),
  page('requests: open', 'requests', { state: 'open' }),
  page('requests: decided', 'requests', { state: 'decided' }),
  page('network rules', 'network-rules'),
  ...[
    audit.single('latest first'),
    audit.single('frequent action', { action: 'login_succeeded' }),
    audit.single('rare action', { action: 'account_locked' }),
    audit.single('action that never happened', { action: 'sign_up_refused' }),
    audit.single('user', { user: otherUser }),
    audit.single('a month', { startDate: daysAgo(200), endDate: daysAgo(170) }),
  ].map((each) => ({ ...each, name: `activity: ${each.name}` })),
  page('reviews', 'reviews'),
  page('items of the open review', 'review-items', { review: openReview }),
  page('items of the open review, pending', 'review-items', {
    review: openReview,
    state: 'pending',
  }),
  page('items of the open review, decided', 'review-items', {
    review: openReview,
    state: 'decided',
  }),
  page('users of the open review, pending', 'review-users', {
    review: openReview,
    state: 'pending',
  }),
  page('users of the open review, decided', 'review-users', {
    review: openReview,
    state: 'decided',
  }),
  { name: 'own request', path: () => pathOf('/users/access-requests', { subsystem: 'rare' }) },
  page('leaving', 'leave'),
].map((each): Case => ({ ...each, isSingle: false, limitMs: 50, reader: 'owner' }))
