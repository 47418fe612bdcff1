import { randomBytes, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { locales, type Locale } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import type { AnyLinkKind } from '#domain/sign-in/link.ts'
import { markOnboarded, setActive } from '#domain/accounts/user.ts'
import { adminCookies, cookies } from '#server/cookies.ts'
import { db, run, transaction } from '#server/db.ts'
import { askFor } from '#test/approvals.ts'
import * as people from '#test/people.ts'
import { Authenticator, password } from '../../test/e2e/stage.ts'
import { browsers, colleagues, names } from './names.ts'
import { addOwner, nameRoles } from './owners.ts'
import { urls } from './portico.ts'

/** The kind of user who views a page. */
export type Who = 'visitor' | 'customer' | 'newcomer' | 'owner' | 'admin' | 'roleless'

export type Person = { id: string; email: string; authenticator: Authenticator }

const platforms = ['business-hub', 'onboarding']
/** A platform behind a reverse proxy that verifies users at the portal. */
export const entryPlatform = { id: 'reports', name: 'Reports', origin: 'https://reports.example' }
const ipAddress = '203.0.113.24'

/** Adds a user with a name in this language. */
export async function addCustomer(
  locale: Locale,
  options: { hasFactor?: boolean } = {},
): Promise<Person> {
  const { address, ...name } = names[locale]
  const { id, email, secret } = await people.addUser({
    ...name,
    email: `${address}.${randomBytes(2).toString('hex')}@harbour.example`,
    password,
    preferredLanguage: locale,
    platforms,
    hasSecondFactor: options.hasFactor ?? true,
  })
  await markOnboarded(db, id)
  return { id, email, authenticator: new Authenticator(secret) }
}

function addKeeper(locale: Locale, roles: Role[]): Promise<people.TestUser> {
  const email = `keeper.${randomBytes(3).toString('hex')}@portico.example`
  return people.addAdmin({ email, password, preferredLanguage: locale, roles })
}

/** The id of the user whose sessions an admin views. */
let colleague: string | undefined

/** Logs in the browser of the page. */
export async function enter(page: Page, who: Who, locale: Locale): Promise<void> {
  if (who === 'visitor') return
  if (who === 'admin' && colleague !== undefined) await stayLoggedIn(colleague)
  const isAdmin = who === 'admin' || who === 'roleless'
  const userAgent = String(await page.evaluate('navigator.userAgent'))
  const token = isAdmin
    ? await enterAsAdmin(await addKeeper(locale, who === 'admin' ? ['super_admin'] : []), userAgent)
    : await enterAsCustomer((await addUserAs(who, locale)).id, userAgent, who === 'customer')
  const name = isAdmin ? adminCookies.session : cookies.session
  await page.context().addCookies([{ name, value: token, url: urls.portal }])
  await page.goto(`${urls.portal}/terms-conditions`)
  const key = isAdmin ? 'adminLogin' : 'login'
  await page.evaluate(
    `localStorage.setItem('${key}', 'true'); localStorage.setItem('${key}Until', String(Date.now() + 900000))`,
  )
}

function addUserAs(who: Who, locale: Locale): Promise<{ id: string }> {
  return who === 'owner' ? addOwner(locale) : addCustomer(locale)
}

/** Extends the user's sessions, because a tour takes longer than the idle timeout. */
function stayLoggedIn(userId: string): Promise<number> {
  return run(db)`update sessions set last_seen_at = now() where user_id = ${userId}`
}

async function enterAsAdmin(admin: people.TestUser, userAgent: string): Promise<string> {
  return (await people.startSessionOfAdmin(admin, { ipAddress, userAgent })).token
}

/** Starts a customer's session. A newcomer has no other sessions and no history. */
async function enterAsCustomer(id: string, userAgent: string, hasPast: boolean): Promise<string> {
  if (hasPast) {
    for (const each of browsers)
      await people.startUserSession({ id }, { ipAddress, userAgent: each })
    await addHistory(id)
    await people.giveRecoveryCodes({ id })
  }
  return (await people.startUserSession({ id }, { ipAddress, userAgent })).token
}

async function addHistory(userId: string): Promise<void> {
  for (const browser of ['Chrome on Windows', 'Safari on iOS']) {
    await recordAudit(db, { userId, ipAddress }, 'login_succeeded', { data: { browser } })
  }
  const data = { browser: 'Firefox on Windows', reason: 'password' }
  await recordAudit(db, { ipAddress }, 'login_failed', { targetId: userId, data })
}

/**
 * Adds what several pages of the admin area show: users, including a deactivated and a logged-in one, invitations,
 * requests for approval and a month of logins. The other rows are in the files of the views.
 */
export async function fillArea(): Promise<void> {
  const { origin: entryOrigin, ...platform } = entryPlatform
  const clientSecret = randomBytes(24).toString('base64url')
  await people.addPlatform({ ...platform, url: `${entryOrigin}/`, entryOrigin, clientSecret })
  await nameRoles()
  const users: string[] = []
  for (const [index, [firstname, lastname]] of colleagues.entries()) {
    const locale = locales[index % locales.length] ?? 'en'
    const address = `${firstname}.${lastname}`.toLowerCase().normalize('NFD')
    const { id } = await people.addUser({
      email: `${address.replaceAll(/[^a-z.]/g, '')}@harbour.example`,
      password,
      firstname,
      lastname,
      company: names[locale].company,
      preferredLanguage: locale,
      platforms: platforms.slice(index % 2),
      hasSecondFactor: false,
    })
    users.push(id)
    if (index % 3 !== 2) await markOnboarded(db, id)
    if (index === 0) {
      colleague = id
      const data = {
        before: { phone: '', timezone: 'UTC' },
        after: { phone: '+351 210 000 000', timezone: 'Europe/Lisbon' },
      }
      await recordAudit(db, { userId: id, ipAddress }, 'profile_changed', { targetId: id, data })
      await enterAsCustomer(id, browsers[0], true)
    }
    if (index === 3) await transaction(db, (tx) => setActive(tx, id, { active: false }))
  }
  for (const locale of locales) await inviteCustomer(locale)
  await fillApprovals(users)
  await fillActivity()
}

/** Adds two requests for approval. */
async function fillApprovals(users: readonly string[]): Promise<void> {
  const [asker, keeper] = [
    await addKeeper('en', ['super_admin']),
    await addKeeper('en', ['auditor']),
  ]
  await askFor(asker, {
    kind: 'users-deactivate',
    targetId: randomUUID(),
    proposal: { total: users.length, ids: users },
  })
  await askFor(asker, {
    kind: 'admin-roles',
    targetId: keeper.id,
    before: { roles: ['auditor'] },
    proposal: { roles: ['auditor', 'super_admin'] },
  })
}

/** Invites a user. Returns the path of the mailed link. */
export async function inviteCustomer(locale: Locale): Promise<string> {
  const { address, ...name } = names[locale]
  const email = `${address}.${randomBytes(3).toString('hex')}@harbour.example`
  const { token } = await people.inviteUser({
    ...name,
    email,
    platforms,
    preferredLanguage: locale,
  })
  return `/sign-up/${token}`
}

/** Creates a link for a new user or admin. Returns the path in its mail. */
export async function linkFor(
  kind: Exclude<AnyLinkKind, 'invitation'>,
  locale: Locale,
): Promise<string> {
  const isAdmin = kind === 'admin-set-up'
  const person = isAdmin ? await addKeeper(locale, ['auditor']) : await addCustomer(locale)
  const token = await people.createMailedToken(person, kind, 'system')
  const page = { 'admin-set-up': 'admin/set-up', 'stop-recovery': 'stop' }[String(kind)] ?? kind
  return `/${page}/${token}`
}

/** Adds a month of logins with one bad night, and states of which some need attention. */
async function fillActivity(): Promise<void> {
  await run(db)`
    insert into activity_totals (action, hour, area, outcome, count)
    select action, hour, 'user', '', case action
        when 'login_succeeded' then 20 + 40 * abs(sin(extract(epoch from hour) / 27502))::int
        when 'login_failed' then case when days = 2 then 30 else 3 end
        else case when days = 2 then 6 else 1 end end
    from generate_series(date_trunc('hour', now()) - interval '30 days', now() - interval '1 hour', '1 hour') hour,
         unnest('{login_succeeded,login_failed,account_locked}'::text[]) action,
         lateral (select extract(day from now() - hour) as days) age
    on conflict do nothing`
  const counts = { withoutFactor: 9, openInvitations: 5, lockedUsers: 2, expiringInvitations: 1 }
  const more = { undeliveredNotifications: 3, undeliveredMails: 1, dormantCompanies: 4 }
  await run(db)`
    insert into snapshots
    select now() - days * interval '1 day',
           jsonb_set(${JSON.stringify({ ...counts, ...more })}::jsonb, '{withoutFactor}', to_jsonb(9 + days))
    from generate_series(0, 7) days`
}
