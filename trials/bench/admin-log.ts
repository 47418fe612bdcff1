import { casesOf, pathOf, type Case } from './admin-cases.ts'
import { idOf } from './admin-rows.ts'
import { daysAgo } from './admin-users.ts'

const path = '/admin/auditlogs'
const { single, several, behind } = casesOf({ path, owner: 'audit log {"seesAdmins":true}' })
const failures = { action: 'login_failed' }
const ofFailures = casesOf({
  path,
  owner: 'audit log {"actions":["login_failed"],"seesAdmins":true}',
})

const user = idOf('user', 7_919)
const company = idOf('company', 7)
const admin = idOf('admin', 1)
const unknown = '00000000-0000-4000-8000-0000ffffffff'
/** A month in the middle of the log. */
const month = { startDate: daysAgo(200), endDate: daysAgo(170) }
const lastWeek = { startDate: daysAgo(7) }

/** The request id of the 77th event, which is in every log. */
const requestId = 'dd841d5f-0ac4-ec27-f9d7-d2eabd176c30'

function keyOf(days: number): string[] {
  return [`${daysAgo(days)} 12:00:00+00`, unknown]
}

/** Returns a case for a part of the log's page other than the list. */
function part(name: string, of: string, query = {}): Case {
  return { name, path: () => pathOf(`${path}/${of}`, query) }
}

/** Requests to GET /admin/auditlogs, its suggestions, its chart and the count of new entries. */
export const auditCases: readonly Case[] = [
  single('latest first'),
  several('200 rows', { limit: '200' }),
  behind('a page in the middle', {}, () => keyOf(180)),
  behind('a page near the end', {}, () => keyOf(364)),
  single('without own searches', { ownSearches: 'hidden' }),
  single('frequent action', { action: 'login_succeeded' }),
  single('rare action', { action: 'account_locked' }),
  single('action that never happened', { action: 'sign_up_refused' }),
  single('user', { user }),
  single('user, by address', { user: 'person7919@quay.example' }),
  single('user whom the log does not name', { user: unknown }),
  single('admin', { user: admin }),
  single('company', { company }),
  single('company that the log does not name', { company: unknown }),
  single('IP address', { ipAddress: '10.0.30.239' }),
  single('platform', { subSystem: 'business-hub' }),
  single('platform that the log does not name', { subSystem: 'nothing-hub' }),
  single('request', { requestId }),
  single('a month in the middle', month),
  single('last week', lastWeek),
  single('before a day', { endDate: daysAgo(300) }),
  several('three actions', { action: ['login_failed', 'session_ended', 'logged_out'] }),
  several('a rare and a frequent action', { action: ['account_locked', 'login_succeeded'] }),
  several('frequent action, a month', { action: 'login_succeeded', ...month }),
  several('rare action, last week', { action: 'account_locked', ...lastWeek }),
  several('user, frequent action', { user, action: 'login_succeeded' }),
  several('user, rare action', { user, action: 'account_locked' }),
  several('user, a month', { user, ...month }),
  several('user, platform', { user, subSystem: 'business-hub' }),
  several('company, frequent action', { company, action: 'login_failed' }),
  several('company, rare action', { company, action: 'account_locked' }),
  several('company, a month, platform', { company, ...month, subSystem: 'portal' }),
  several('company, user of another one (none)', { company, user: idOf('user', 7_920) }),
  several('IP address, action', { ipAddress: '10.0.30.239', action: 'login_failed' }),
  several('IP address, platform', { ipAddress: '10.0.30.239', subSystem: 'business-hub' }),
  several('frequent action, platform', { action: 'login_succeeded', subSystem: 'business-hub' }),
  several('frequent action, platform without it', {
    action: 'audit_log_searched',
    subSystem: 'business-hub',
  }),
  several('most frequent action, platform that the log does not name', {
    action: 'login_succeeded',
    subSystem: 'nothing-hub',
  }),
  several('own searches hidden, action is searches', {
    action: 'audit_log_searched',
    ownSearches: 'hidden',
  }),
  ofFailures.behind('action, a page in the middle', failures, () => keyOf(180)),
  ...[
    single('support: latest first'),
    single('support: frequent action', { action: 'login_succeeded' }),
    single('support: action of admins (none)', { action: 'audit_log_searched' }),
    single('support: admin (none)', { user: admin }),
    several('support: company, a month', { company, ...month }),
    several('support: platform of admins (none)', { subSystem: 'admin' }),
  ].map((each): Case => ({ ...each, reader: 'support' })),
  part('suggestions, frequent name', 'suggestions', { q: 'smith' }),
  part('suggestions, one letter', 'suggestions', { q: 'k' }),
  part('suggestions, two letters of no name', 'suggestions', { q: 'qx' }),
  part('suggestions, an address of a user', 'suggestions', { q: 'person4321@quay' }),
  part('suggestions, a company', 'suggestions', { q: 'meridian energy' }),
  part('suggestions, an IP address', 'suggestions', { q: '10.0.30' }),
  part('suggestions, an unknown IP address', 'suggestions', { q: '203.0.113' }),
  part('suggestions, nothing', 'suggestions', { q: 'nobody has this name' }),
  part('chart of 30 days', 'histogram'),
  part('chart of a year, three actions', 'histogram', {
    startDate: daysAgo(365),
    action: ['login_failed', 'session_ended', 'logged_out'],
  }),
  part('new entries of a day', 'new', { after: `${daysAgo(1)}T00:00:00Z` }),
  part('new failed logins', 'new', { ...failures, after: `${daysAgo(30)}T00:00:00Z` }),
  {
    name: 'activity of a user',
    isSingle: true,
    path: () => `/admin/users/${user}/activity`,
  },
]

function overview(name: string, query = {}): Case {
  return { name, limitMs: 50, path: () => pathOf('/admin/overview', query) }
}

/** Requests to GET /admin/overview. */
export const overviewCases: readonly Case[] = [
  overview('24 hours'),
  overview('two weeks', {
    from: `${daysAgo(14)}T00:00:00Z`,
    to: `${daysAgo(0)}T00:00:00Z`,
    zone: 'Africa/Cairo',
  }),
  overview('92 days', { from: `${daysAgo(92)}T00:00:00Z`, to: `${daysAgo(0)}T00:00:00Z` }),
]

function incident(name: string, days: readonly [number, number], reader?: Case['reader']): Case {
  const [from, to] = days.map((day) => `${daysAgo(day)}T00:00:00Z`)
  const path = () => pathOf('/admin/failed-logins', { from: from ?? '', to: to ?? '' })
  return { name, ...(reader && { reader }), path }
}

/** Requests to GET /admin/failed-logins. */
export const incidentCases: readonly Case[] = [
  incident('a day', [2, 1]),
  incident('a day of last winter', [201, 200]),
  incident('seven days', [7, 0]),
  incident('support: seven days', [7, 0], 'support'),
]

function palette(q: string, name: string): Case {
  return { name, path: () => pathOf('/admin/search', { q }) }
}

/** Requests to GET /admin/search. */
export const paletteCases: readonly Case[] = [
  palette('smith', 'frequent name'),
  palette('smith77', 'rare name'),
  palette('omar haddad77', 'both names'),
  palette('person4321@quay.example', 'an address'),
  palette('erson432', 'part of an address'),
  palette('quay', 'in every address, and a frequent company'),
  palette('example', 'in every address'),
  palette('harbour', 'a frequent company'),
  palette('meridian energy 7', 'a company'),
  palette('platform', 'many platforms'),
  palette('k', 'one letter'),
  palette('qu', 'two letters'),
  palette('qx', 'two letters of no name'),
  palette('nobody has this name', 'nothing'),
  { ...palette(requestId, 'a request'), limitMs: 50 },
  { ...palette(requestId.replaceAll('-', ''), 'a request, without hyphens'), limitMs: 50 },
  { ...palette(unknown, 'an unknown request'), limitMs: 50 },
]
