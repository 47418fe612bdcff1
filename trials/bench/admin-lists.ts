import { adminId, casesOf, type Case } from './admin-cases.ts'
import { idOf } from './admin-rows.ts'

const company = idOf('company', 7)
/** A company with 2 % of all users and invitations. */
const largest = idOf('company', 0)

const companies = casesOf({ path: '/admin/partners', owner: `companies for ${adminId}` })

/** Requests to GET /admin/partners. */
export const companyCases: readonly Case[] = [
  companies.single('by name'),
  companies.several('200 rows', { limit: '200' }),
  companies.behind('a page in the middle', {}, () => ['Meridian Energy 777', largest]),
  companies.behind('a page near the end', {}, () => ['Zephyr Trading 2', largest]),
  companies.single('active', { state: 'active' }),
  companies.single('inactive', { state: 'inactive' }),
  companies.single('frequent platform', { platform: 'common' }),
  companies.single('rare platform', { platform: 'rare' }),
  companies.single('no login for 60 days', { noLoginFor: '60' }),
  companies.several('second factor missing', { missing: 'secondFactor' }),
  companies.several('invitation open', { missing: 'invitation' }),
  companies.single('search, one company', { q: 'quay freight 321' }),
  companies.single('search, part of a number', { q: '321' }),
  companies.several('search, frequent word', { q: 'harbour' }),
  companies.several('search, middle of a frequent word', { q: 'eridia' }),
  companies.several('search, one letter', { q: 'q' }),
  companies.several('search, two letters', { q: 'zz' }),
  companies.several('search, nothing', { q: 'nothing has this name' }),
  companies.several('search, frequent word, inactive', { q: 'harbour', state: 'inactive' }),
  companies.several('search, frequent word, rare platform', { q: 'zephyr', platform: 'rare' }),
  companies.several('search, frequent word, no login', { q: 'lantern', noLoginFor: '60' }),
  companies.several('search, one letter, inactive', { q: 'm', state: 'inactive' }),
  companies.several('inactive, platform', { state: 'inactive', platform: 'common' }),
  companies.several('active, rare platform', { state: 'active', platform: 'rare' }),
  companies.several('active, no login', { state: 'active', noLoginFor: '60' }),
  companies.several('inactive, no login (none)', { state: 'inactive', noLoginFor: '60' }),
  companies.several('platform, no login', { platform: 'rare', noLoginFor: '60' }),
  companies.several('unknown platform, no login', { platform: 'platform-9', noLoginFor: '60' }),
  companies.several('all filters', {
    q: 'quay',
    state: 'active',
    platform: 'common',
    noLoginFor: '60',
  }),
  companies.behind('inactive, a page in the middle', { state: 'inactive' }, () => ['M', largest]),
  companies.behind('no login, a page in the middle', { noLoginFor: '60' }, () => ['M', largest]),
  companies.behind('search, a page in the middle', { q: 'energy' }, () => ['M', largest]),
]

const invitations = casesOf({ path: '/admin/invitations', owner: `invitations for ${adminId}` })

/** Returns the cursor key of an invitation that was created `days` ago. */
function keyOf(days: number): string[] {
  const digits = (Date.now() - days * 86_400_000).toString(16).padStart(12, '0')
  return [`${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`]
}

/** Requests to GET /admin/invitations. */
export const invitationCases: readonly Case[] = [
  invitations.single('latest first'),
  invitations.several('200 rows', { limit: '200' }),
  invitations.behind('a page in the middle', {}, () => keyOf(365)),
  invitations.behind('a page near the end', {}, () => keyOf(729)),
  ...['open', 'accepted', 'revoked', 'expired'].map((state) =>
    invitations.single(state, { state }),
  ),
  invitations.single('company', { company }),
  invitations.single('largest company', { company: largest }),
  ...['7', '30', '90'].map((olderThan) =>
    invitations.single(`sent more than ${olderThan} days ago`, { olderThan }),
  ),
  invitations.single('expires within 48 hours', { expiresWithin: '48' }),
  invitations.several('open or expired', { state: 'open,expired' }),
  invitations.several('accepted or revoked', { state: 'accepted,revoked' }),
  invitations.several('expired or revoked', { state: 'expired,revoked' }),
  invitations.several('open or accepted', { state: 'open,accepted' }),
  invitations.several('open, sent more than 90 days ago (none)', {
    state: 'open',
    olderThan: '90',
  }),
  invitations.several('expired, sent more than 90 days ago', { state: 'expired', olderThan: '90' }),
  invitations.several('waiting, sent more than 30 days ago', {
    state: 'open,expired',
    olderThan: '30',
  }),
  invitations.several('revoked, sent more than 7 days ago', { state: 'revoked', olderThan: '7' }),
  ...['open', 'accepted', 'revoked', 'expired'].map((state) =>
    invitations.several(`company, ${state}`, { company, state }),
  ),
  ...['open', 'expired'].map((state) =>
    invitations.several(`largest company, ${state}`, { company: largest, state }),
  ),
  invitations.several('company, sent more than 30 days ago', { company, olderThan: '30' }),
  invitations.several('company, expires within 48 hours', { company, expiresWithin: '48' }),
  invitations.several('largest company, all filters', {
    company: largest,
    state: 'open',
    olderThan: '7',
    expiresWithin: '48',
  }),
  ...['sent', '-sent', 'expires', '-expires'].map((sort) =>
    invitations.several(`by ${sort}`, { sort }),
  ),
  invitations.several('by -expires, open', { sort: '-expires', state: 'open' }),
  invitations.several('by sent, open (looks through 5,000)', { sort: 'sent', state: 'open' }),
  invitations.several('by -sent, company', { sort: '-sent', company }),
  invitations.behind('expired, a page in the middle', { state: 'expired' }, () => keyOf(365)),
  invitations.behind('open, behind the last one', { state: 'open' }, () => keyOf(30)),
  invitations.behind('largest company, middle', { company: largest }, () => keyOf(365)),
]

const platforms = casesOf({ path: '/admin/platforms', owner: `platforms for ${adminId}` })

/** Requests to GET /admin/platforms, with every filter. */
export const platformCases: readonly Case[] = [
  platforms.single('by name'),
  platforms.several('200 rows', { limit: '200' }),
  platforms.behind('a page in the middle', {}, () => ['Platform 2', 'platform-2']),
  platforms.single('late notices', { notices: 'late' }),
  platforms.behind('late notices, middle', { notices: 'late' }, () => [
    'Platform 12',
    'platform-12',
  ]),
]

const admins = casesOf({ path: '/admin/admin-users', owner: `admin-users ${adminId}` })

/** Requests to GET /admin/admin-users, with every filter. */
export const adminCases: readonly Case[] = [
  admins.single('by address'),
  admins.several('200 rows', { limit: '200' }),
  admins.several('search', { q: 'admin300' }),
  admins.several('role and status', { role: 'auditor', status: 'active' }),
  admins.several('second factor (none)', { secondFactor: 'disabled' }),
  admins.behind('a page in the middle', {}, () => ['admin300@portico.example']),
]
