import { adminId, casesOf, type Case } from './admin-cases.ts'
import { idOf } from './admin-rows.ts'

const path = '/admin/users'
const byName = casesOf({ path, owner: `partner users for ${adminId} by name` })
const byLogin = casesOf({ path, owner: `partner users for ${adminId} by -lastLogin` })
const byCreation = casesOf({ path, owner: `partner users for ${adminId} by -created` })
const { single, several } = byName

const day = daysAgo(90)
const company = idOf('company', 7)
/** A company with 2 % of all users. */
const largest = idOf('company', 0)
const anyId = '00000000-0000-4000-8000-000000000000'

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** Requests to GET /admin/users: first pages, and pages in the middle. */
export const userCases: readonly Case[] = [
  single('by name'),
  single('by name, backwards', { sort: '-name' }),
  single('by last login', { sort: 'lastLogin' }),
  single('by last login, latest first', { sort: '-lastLogin' }),
  single('by creation', { sort: 'created' }),
  single('by creation, newest first', { sort: '-created' }),
  single('deactivated users too', { includeInactive: 'true' }),
  several('200 rows', { limit: '200' }),
  byName.behind('a page in the middle', {}, () => ['Keller500', 'Ada', anyId]),
  byLogin.behind('by last login, a page in the middle', { sort: '-lastLogin' }, () => [
    daysAgo(100),
    anyId,
  ]),
  byCreation.behind('by creation, a page in the middle', { sort: '-created' }, () => [
    daysAgo(500),
    anyId,
  ]),
  single('company', { partner: company }),
  single('largest company', { partner: largest }),
  single('frequent platform', { platform: 'common' }),
  single('platform', { platform: 'platform-7' }),
  single('rare platform', { platform: 'rare' }),
  single('active', { status: 'active' }),
  single('invited', { status: 'invited' }),
  single('locked', { status: 'locked' }),
  single('deactivated', { status: 'deactivated' }),
  single('no second factor', { secondFactor: 'none' }),
  single('authenticator', { secondFactor: 'authenticator' }),
  single('passkey', { secondFactor: 'passkey' }),
  single('no login for 90 days', { lastLoginBefore: day }),
  single('language', { language: 'fr' }),
  several('no login for 90 days, latest first', { lastLoginBefore: day, sort: '-lastLogin' }),
  several('invited, newest first', { status: 'invited', sort: '-created' }),
  several('invited or locked', { status: 'invited,locked' }),
  several('company, no second factor', { partner: company, secondFactor: 'none' }),
  several('largest company, no second factor', { partner: largest, secondFactor: 'none' }),
  several('company by last login', { partner: company, sort: '-lastLogin' }),
  several('largest company by last login', { partner: largest, sort: '-lastLogin' }),
  several('frequent platform, no second factor', { platform: 'common', secondFactor: 'none' }),
  several('frequent platform by last login', { platform: 'common', sort: '-lastLogin' }),
  several('rare platform by last login', { platform: 'rare', sort: '-lastLogin' }),
  several('language, deactivated', { language: 'zh', status: 'deactivated' }),
  several('no second factor, no login for 90 days', { secondFactor: 'none', lastLoginBefore: day }),
  single('search, one address', { q: 'person4321@' }),
  single('search, part of an address', { q: 'erson432' }),
  several('search, frequent name', { q: 'smith' }),
  several('search, frequent name, invited', { q: 'smith', status: 'invited' }),
  several('search, frequent name, company', { q: 'smith', partner: company }),
  several('search, frequent name, largest company', { q: 'smith', partner: largest }),
  several('search, both names, latest login first', { q: 'omar haddad77', sort: '-lastLogin' }),
  several('search, frequent name, latest login first', { q: 'smith', sort: '-lastLogin' }),
  several('search, one letter', { q: 'k' }),
  several('search, one letter, no second factor', { q: 'k', secondFactor: 'none' }),
  several('search, in every address', { q: 'quay' }),
  several('search, nothing', { q: 'nobody has this name' }),
]
