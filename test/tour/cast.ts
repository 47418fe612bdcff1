import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { locales, type Locale } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import { startAdminSession } from '#domain/admin-session.ts'
import { addAdmin } from '#domain/admin.ts'
import { recordAudit } from '#domain/audit.ts'
import { mailedToken, createLink, type AnyLinkKind } from '#domain/link.ts'
import { partnerNamed } from '#domain/partner.ts'
import { hashPassword, setPassword } from '#domain/password.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/recovery-code.ts'
import { createPendingFactor, confirmSecondFactor } from '#domain/second-factor.ts'
import { startSession } from '#domain/session.ts'
import { upsertSubsystem, grantAccess } from '#domain/subsystem.ts'
import { addUser, markOnboarded, setActive } from '#domain/user.ts'
import { adminCookies, cookies } from '#server/cookies.ts'
import { db, run, sql, transaction } from '#server/db.ts'
import { invite } from '../../features/admin/invitations/invite.ts'
import { Authenticator, password } from '../e2e/stage.ts'
import { browsers, colleagues, names } from './names.ts'
import { urls } from './portico.ts'

/** As whom a page is looked at. */
export type Who = 'nobody' | 'customer' | 'newcomer' | 'admin' | 'roleless'

export type Person = { id: string; email: string; authenticator: Authenticator }

const platforms = ['business-hub', 'onboarding']
/** One behind a proxy that asks the portal who somebody is. */
export const entryPlatform = { id: 'reports', name: 'Reports', origin: 'https://reports.example' }
const hash = hashPassword(password)
const codes = createRecoveryCodes()

/** Somebody new with the name that people of this language have. */
export async function addCustomer(
  locale: Locale,
  about: { hasFactor?: boolean } = {},
): Promise<Person> {
  const { firstname, lastname, company, address } = names[locale]
  const email = `${address}.${randomBytes(2).toString('hex')}@harbour.example`
  const partnerId = await partnerNamed(db, company)
  const person = { partnerId, email, firstname, lastname, preferredLanguage: locale }
  const id = await addUser(db, person)
  if (!id) throw new Error(`${email} has an account already`)
  await setPassword(db, id, await hash)
  await grantAccess(db, id, platforms)
  await markOnboarded(db, id)
  if (about.hasFactor === false) return { id, email, authenticator: new Authenticator('') }
  return { id, email, authenticator: await giveFactor(id) }
}

async function addKeeper(locale: Locale, roles: Role[]): Promise<string> {
  const email = `keeper.${randomBytes(3).toString('hex')}@portico.example`
  const person = { email, firstname: 'Grace', lastname: 'Hopper', preferredLanguage: locale, roles }
  const id = await transaction(db, (tx) => addAdmin(tx, person))
  if (!id) throw new Error(`${email} is an admin already`)
  await giveFactor(id)
  return id
}

async function giveFactor(id: string): Promise<Authenticator> {
  const factor = await createPendingFactor(db, id)
  await confirmSecondFactor(db, factor, 0)
  return new Authenticator(factor.secret)
}

/** Whose sessions an admin sees. */
let colleague: string | undefined

/** The browser of the page is logged in as this person from now on. */
export async function enter(page: Page, who: Who, locale: Locale): Promise<void> {
  if (who === 'nobody') return
  if (who === 'admin' && colleague !== undefined) await stayLoggedIn(colleague)
  const isAdmin = who === 'admin' || who === 'roleless'
  const origin = originOf(String(await page.evaluate('navigator.userAgent')))
  const token = isAdmin
    ? await enterAsAdmin(await addKeeper(locale, who === 'admin' ? ['super_admin'] : []), origin)
    : await enterAsCustomer((await addCustomer(locale)).id, origin, who === 'customer')
  const name = isAdmin ? adminCookies.session : cookies.session
  await page.context().addCookies([{ name, value: token, url: urls.portal }])
  await page.goto(`${urls.portal}/terms-conditions`)
  const key = isAdmin ? 'adminLogin' : 'login'
  await page.evaluate(
    `localStorage.setItem('${key}', 'true'); localStorage.setItem('${key}Until', String(Date.now() + 900000))`,
  )
}

/** A tour takes longer than a session lives that nobody uses. */
function stayLoggedIn(userId: string): Promise<number> {
  return run(db, sql`update sessions set last_seen_at = now() where user_id = ${userId}`)
}

type Origin = ReturnType<typeof originOf>

function originOf(userAgent: string) {
  return { ipAddress: '203.0.113.24', userAgent, requestId: '' }
}

async function enterAsAdmin(adminId: string, origin: Origin): Promise<string> {
  const session = { adminId, origin, methods: ['pwd', 'otp'], isFresh: true }
  const started = await transaction(db, (tx) => startAdminSession(tx, session))
  if (!started) throw new Error('The admin may not log in')
  return started.token
}

/** A newcomer has nothing but the session that she is in. */
async function enterAsCustomer(userId: string, origin: Origin, hasPast: boolean): Promise<string> {
  const others = hasPast ? browsers.map((userAgent) => originOf(userAgent)) : []
  const tokens: string[] = []
  for (const each of [...others, origin]) {
    const session = { userId, origin: each, methods: ['pwd', 'otp'] }
    const started = await transaction(db, (tx) => startSession(tx, session))
    if (!started) throw new Error('She may not log in')
    tokens.push(started.token)
  }
  if (hasPast) {
    await addHistory(userId)
    await transaction(db, async (tx) => setRecoveryCodes(tx, userId, await codes))
  }
  return tokens.at(-1) ?? ''
}

async function addHistory(userId: string): Promise<void> {
  const { ipAddress } = originOf('')
  for (const browser of ['Chrome on Windows', 'Safari on iOS']) {
    await recordAudit(db, { userId, ipAddress }, 'login_succeeded', { data: { browser } })
  }
  const data = { browser: 'Firefox on Windows', reason: 'password' }
  await recordAudit(db, { ipAddress }, 'login_failed', { targetId: userId, data })
}

/** What the lists of the admin area show: a few people, one of them deactivated, one logged in, and who was invited. */
export async function fillLists(): Promise<void> {
  const { origin: entryOrigin, ...about } = entryPlatform
  const clientSecret = randomBytes(24).toString('base64url')
  const uris = { redirectUris: [], postLogoutUris: [], backchannelLogoutUri: null }
  await upsertSubsystem(db, {
    ...about,
    url: `${entryOrigin}/`,
    entryOrigin,
    clientSecret,
    ...uris,
  })
  for (const [index, [firstname, lastname]] of colleagues.entries()) {
    const locale = locales[index % locales.length] ?? 'en'
    const partnerId = await partnerNamed(db, names[locale].company)
    const address = `${firstname}.${lastname}`.toLowerCase().normalize('NFD')
    const email = `${address.replaceAll(/[^a-z.]/g, '')}@harbour.example`
    const person = { partnerId, email, firstname, lastname, preferredLanguage: locale }
    const id = await addUser(db, person)
    if (!id) continue
    await grantAccess(db, id, platforms.slice(index % 2))
    if (index % 3 !== 2) await markOnboarded(db, id)
    if (index === 0) {
      colleague = id
      await enterAsCustomer(id, originOf(browsers[0]), true)
    }
    if (index === 3) await transaction(db, (tx) => setActive(tx, id, false))
  }
  for (const locale of locales) await inviteSomebody(locale)
}

/** The path of a fresh invitation. */
export async function inviteSomebody(locale: Locale): Promise<string> {
  const { company, address, ...name } = names[locale]
  const email = `${address}.${randomBytes(3).toString('hex')}@harbour.example`
  const guest = { ...name, email, company, subsystems: platforms, preferredLanguage: locale }
  const { linkId } = await invite(db, { kind: 'system' }, guest)
  return `/sign-up/${await mailedToken(db, linkId)}`
}

/** The path of a link that was mailed to somebody new. */
export async function linkFor(
  kind: Exclude<AnyLinkKind, 'invitation'>,
  locale: Locale,
): Promise<string> {
  const isAdmin = kind === 'admin-set-up'
  const person = isAdmin
    ? { id: await addKeeper(locale, ['auditor']), email: 'keeper@portico.example' }
    : await addCustomer(locale)
  const about = { kind, email: person.email, userId: person.id, createdBy: 'system' } as const
  const id = await transaction(db, (tx) => createLink(tx, about))
  return `/${isAdmin ? 'admin/set-up' : kind}/${await mailedToken(db, id)}`
}
