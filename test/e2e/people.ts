import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import type { TestUser } from '#test/people.ts'
import { deleteRows } from '#test/rows.ts'
import { approveRequest } from '../../features/admin/approvals/contract.ts'
import { environment, urls } from './place.ts'
import { Authenticator, password, setLocale } from './stage.ts'

export type Person = { id: string; email: string; authenticator: Authenticator }

type UserOptions = { locale?: Locale; subsystems?: readonly string[]; company?: string | null }

let count = 0

/** Adds a user who can access both platforms, because only the sign-up journeys sign up. */
export async function addPerson(options: UserOptions = {}): Promise<Person> {
  const { people } = await server()
  count += 1
  const user = await people.addUser({
    email: `walker${count}.${Date.now()}@quay.example`,
    password,
    firstname: 'Grace',
    lastname: 'Hopper',
    company: options.company === undefined ? 'Harbour Trading' : options.company,
    platforms: options.subsystems ?? ['business-hub', 'onboarding'],
    preferredLanguage: options.locale ?? 'en',
  })
  return personOf(user)
}

export type AdminOptions = { roles: Role[]; firstname?: string; locale?: Locale }

/** Adds an admin with an authenticator. */
export async function addAdmin(options: AdminOptions): Promise<Person> {
  const { people } = await server()
  count += 1
  const { roles, firstname = 'Una', locale: preferredLanguage = 'en' } = options
  // The newest admin sorts first, because a list shows only the first page of all admins.
  const email = `keeper${1e13 - Date.now()}.${count}.${process.pid}@portico.example`
  const names = { firstname, lastname: 'Hopper', preferredLanguage }
  return personOf(await people.addAdmin({ email, password, roles, ...names }))
}

function personOf({ id, email, secret }: TestUser): Person {
  return { id, email, authenticator: new Authenticator(secret) }
}

/** Opens a page in a session like one that has just logged in, because only the login journeys use the login page. */
export async function enterAs(page: Page, person: Person, path = '/main/profile'): Promise<void> {
  const { people } = await server()
  await giveSession(page, 'user', await people.startUserSession(person, await originOf(page)))
  await page.goto(path)
}

/** The keys that a login writes to the browser's storage. */
const storageKeys = {
  user: { login: 'login', until: 'loginUntil' },
  admin: { login: 'adminLogin', until: 'adminLoginUntil' },
}

/** Sets the session's cookies and the storage that a login writes. */
export async function giveSession(
  page: Page,
  area: keyof typeof storageKeys,
  { token, browserToken = '' }: { token: string; browserToken?: string },
  url = urls.portal,
): Promise<void> {
  const { cookies, adminCookies } = await server()
  const name = area === 'user' ? cookies.session : adminCookies.session
  // Without a visitor cookie, each of several calls at the end of the session would set another one.
  const visitor = randomBytes(32).toString('base64url')
  const tokens = { [name]: token, [cookies.browser]: browserToken, [cookies.visitor]: visitor }
  await page
    .context()
    .addCookies(Object.entries(tokens).map(([each, value]) => ({ name: each, value, url })))
  // Uses an empty document, because the storage belongs to the portal's origin.
  const empty = `${url}/empty`
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(empty)
  await page.evaluate(({ login, until }) => {
    localStorage.setItem(login, 'true')
    localStorage.setItem(until, String(Date.now() + 900_000))
  }, storageKeys[area])
  // Another process of the browser may still read the former storage: a page that finds no login leads to the login.
  await page.goto(empty)
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, storageKeys[area].login)
  await page.unroute(empty)
}

/** Adds a user with this language and opens a page in their session. */
export async function enterIn(page: Page, locale: Locale, path?: string): Promise<Person> {
  await setLocale(page, locale)
  const person = await addPerson({ locale })
  await enterAs(page, person, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return person
}

/** Ends the user's sessions on the server, as an admin would. */
export async function endSessionsOf(person: Person): Promise<void> {
  await server()
  await deleteRows('sessions', { userId: person.id })
}

/** Invites a user and returns the path of the mailed link. */
export async function inviteIn(locale: Locale, email: string): Promise<string> {
  const { people } = await server()
  const { token } = await people.inviteUser({
    email,
    company: 'Harbour Trading',
    platforms: ['business-hub', 'onboarding'],
    preferredLanguage: locale,
  })
  return `/sign-up/${token}?${new URLSearchParams({ user: email })}`
}

/** Creates a link and returns the path in its mail. */
export async function linkFor(
  person: Person,
  kind: 'reset-password' | 'reset-mfa' | 'log-me-out',
): Promise<string> {
  const { people } = await server()
  return `/${kind}/${await people.createMailedToken(person, kind)}`
}

/** Creates a link from an admin who has verified the user; with this link, the password alone is enough. */
export async function linkOfSupport(person: Person): Promise<string> {
  const { people } = await server()
  const { id } = await people.addAdmin()
  return `/reset-mfa/${await people.createMailedToken(person, 'reset-mfa', `admin:${id}`)}`
}

/** Opens a mailed link and waits until it is checked, because its form is inert until then. */
export async function openLink(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('form:not([inert] *)').waitFor()
}

/** Creates ten recovery codes for the user. */
export async function recoveryCodesOf(person: Person): Promise<string[]> {
  const { people } = await server()
  return people.giveRecoveryCodes(person)
}

/** Records this number of logins with a wrong password in the audit log. */
export async function failLogins(person: Person, times: number): Promise<void> {
  const { db, audit } = await server()
  const entry = { targetId: person.id, data: { reason: 'password', browser: 'Firefox on Linux' } }
  for (let tries = 0; tries < times; tries += 1) {
    await audit.recordAudit(db, { ipAddress: '192.0.2.1' }, 'login_failed', entry)
  }
}

/** Adds a platform behind a reverse proxy at this origin. */
export async function registerProxied(id: string, entryOrigin: string): Promise<void> {
  const { people } = await server()
  await people.addPlatform({ id, name: 'Orders', url: `${entryOrigin}/`, entryOrigin })
}

/** Runs the worker's hourly job for access reviews. */
export async function processReviews(): Promise<void> {
  const { reviews, db } = await server()
  await reviews.processReviews(db)
}

/** Returns the fixtures of recovery cases for the running Portico. */
export async function recovery() {
  return (await server()).recovery
}

/** Approves a request in the admin's session through the running Portico's API. */
export async function approveAs(admin: Pick<Person, 'id'>, { id }: { id: string }): Promise<void> {
  const { people, adminCookies, visitorOf } = await server()
  const { token } = await people.startSessionOfAdmin(admin, { ipAddress: '127.0.0.1' })
  const call = visitorOf(
    { url: urls.portal, origin: urls.portal },
    '127.0.0.1',
    new Map([[adminCookies.session, token]]),
  )
  const evidence = 'Called back on the number in the contract.'
  await call(approveRequest, { params: { id }, body: { evidence } })
}

/** Ends the delay of a request, and waits until the running Portico's worker has completed it. */
export async function passDelay(approval: { id: string }): Promise<void> {
  const { db, recovery: cases } = await server()
  await cases.endDelay(approval)
  await expect
    .poll(
      async () => {
        const result = await db.query('select outcome from approvals where id = $1', [approval.id])
        return result.rows[0]?.['outcome'] as unknown
      },
      { timeout: 30_000 },
    )
    .toBe('done')
}

let loaded: ReturnType<typeof load> | undefined

/** Returns the server's modules with the database and keys of the running Portico. */
export function server() {
  loaded ??= load()
  return loaded
}

/** Imports the modules only after the running Portico has written its variables, because they are read on import. */
async function load() {
  const text = await readFile(join(environment['DATA_FOLDER'] ?? '', 'environment.json'), 'utf8')
  Object.assign(process.env, environment, JSON.parse(text))
  return {
    people: await import('#test/people.ts'),
    db: (await import('#server/db.ts')).db,
    cookies: (await import('#server/cookies.ts')).cookies,
    adminCookies: (await import('#server/cookies.ts')).adminCookies,
    audit: await import('#domain/audit/audit.ts'),
    rateLimit: await import('#domain/credentials/rate-limit.ts'),
    recovery: await import('#test/recovery.ts'),
    visitorOf: (await import('#test/servers.ts')).visitorOf,
    reviews: await import('#domain/platform-access/access-review-work.ts'),
  }
}

/** The IP address of an inserted session. */
export const ipAddress = '127.0.0.1'

/** Returns the properties of the browser that a session records. */
export async function originOf(page: Page): Promise<{ ipAddress: string; userAgent: string }> {
  return { ipAddress, userAgent: await page.evaluate(() => navigator.userAgent) }
}
