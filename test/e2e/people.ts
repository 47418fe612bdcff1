import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locale.ts'
import type { Role } from '#contract/permission.ts'
import { environment, urls } from './place.ts'
import { Authenticator, password, speak } from './stage.ts'

export type Person = { id: string; email: string; authenticator: Authenticator }

type About = { locale?: Locale; subsystems?: readonly string[]; company?: string | null }

let count = 0

/** Somebody with an account, an authenticator and both platforms: only the journeys of joining join. */
export async function addPerson(about: About = {}): Promise<Person> {
  const { db, user, partner, passwords, factors, subsystem } = await domain()
  count += 1
  const email = `walker${count}.${Date.now()}@quay.example`
  const company = about.company === undefined ? 'Harbour Trading' : about.company
  const id = await user.addUser(db, {
    partnerId: company === null ? null : await partner.partnerNamed(db, company),
    email,
    firstname: 'Grace',
    lastname: 'Hopper',
    preferredLanguage: about.locale ?? 'en',
  })
  if (!id) throw new Error(`${email} has an account already`)
  await passwords.setPassword(db, id, await passwords.hashPassword(password))
  await subsystem.grantAccess(db, id, about.subsystems ?? ['business-hub', 'onboarding'])
  const factor = await factors.createPendingFactor(db, id)
  await factors.confirmSecondFactor(db, factor, 0)
  return { id, email, authenticator: new Authenticator(factor.secret) }
}

export type AboutAdmin = { roles: Role[]; firstname?: string; locale?: Locale }

/** Somebody who may log in to the admin area, with an authenticator. */
export async function addAdmin(about: AboutAdmin): Promise<Person> {
  const { db, admin, passwords, factors } = await domain()
  count += 1
  const email = `keeper${count}.${Date.now()}@portico.example`
  const { roles, firstname = 'Una', locale: preferredLanguage = 'en' } = about
  const person = { email, firstname, lastname: 'Hopper', preferredLanguage, roles }
  const id = await db.transaction((tx) => admin.addAdmin(tx, person))
  if (!id) throw new Error(`${email} is an admin already`)
  await passwords.setPassword(db, id, await passwords.hashPassword(password))
  const factor = await factors.createPendingFactor(db, id)
  await factors.confirmSecondFactor(db, factor, 0)
  return { id, email, authenticator: new Authenticator(factor.secret) }
}

/** Logged in as by a login of a minute ago; only the journeys of logging in use its page. */
export async function enterAs(page: Page, person: Person, path = '/main/profile'): Promise<void> {
  const { db, session, cookies } = await domain()
  const origin = {
    ipAddress: '127.0.0.1',
    userAgent: await userAgentOf(page),
    requestId: '',
  }
  const started = await db.transaction((tx) =>
    session.startSession(tx, { userId: person.id, origin, methods: ['pwd', 'otp'] }),
  )
  if (!started) throw new Error(`${person.email} may not log in`)
  await page
    .context()
    .addCookies([
      { name: cookies.session, value: started.token, url: urls.portal },
      ...(started.browserToken
        ? [{ name: cookies.browser, value: started.browserToken, url: urls.portal }]
        : []),
    ])
  await page.goto('/terms-conditions')
  await page.evaluate(
    `localStorage.setItem('login', 'true'); localStorage.setItem('loginUntil', String(Date.now() + 900000))`,
  )
  await page.goto(path)
}

/** Speaks her language, and is in. */
export async function enterIn(page: Page, locale: Locale, path?: string): Promise<Person> {
  await speak(page, locale)
  const person = await addPerson({ locale })
  await enterAs(page, person, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return person
}

/** Her sessions end on the server, as an administrator would end them. */
export async function endSessionsOf(person: Person): Promise<void> {
  const { db } = await domain()
  await db.query('delete from sessions where user_id = $1', [person.id])
}

/** The path of an invitation, as its mail would carry it. */
export async function inviteIn(locale: Locale, email: string): Promise<string> {
  const { db, link, invitation } = await domain()
  const { linkId } = await invitation.invite(
    db,
    { kind: 'system' },
    {
      email,
      firstname: 'Grace',
      lastname: 'Hopper',
      company: 'Harbour Trading',
      subsystems: ['business-hub', 'onboarding'],
      preferredLanguage: locale,
    },
  )
  const token = await link.mailedToken(db, linkId)
  return `/sign-up/${token}?${new URLSearchParams({ user: email })}`
}

/** The path of a link that was mailed to her. */
export async function linkFor(
  person: Person,
  kind: 'reset-password' | 'reset-mfa' | 'log-me-out',
): Promise<string> {
  const { db, link } = await domain()
  const { id: userId, email } = person
  const id = await db.transaction((tx) =>
    link.createLink(tx, { kind, email, userId, createdBy: `user:${userId}` }),
  )
  return `/${kind}/${await link.mailedToken(db, id)}`
}

/** Ten codes that she has put away. */
export async function recoveryCodesOf(person: Person): Promise<string[]> {
  const { db, recovery } = await domain()
  const fresh = await recovery.createRecoveryCodes()
  await recovery.setRecoveryCodes(db, person.id, fresh)
  return fresh.map(({ code }) => code)
}

/** Somebody has tried so many wrong passwords at her account. */
export async function failLogins(person: Person, count: number): Promise<void> {
  const { db, audit } = await domain()
  const about = { targetId: person.id, data: { reason: 'password', browser: 'Firefox on Linux' } }
  for (let tries = 0; tries < count; tries += 1) {
    await audit.recordAudit(db, { ipAddress: '192.0.2.1' }, 'login_failed', about)
  }
}

/** A platform behind a proxy, which stands at this origin. */
export async function registerProxied(id: string, entryOrigin: string): Promise<void> {
  const { db, subsystem } = await domain()
  await subsystem.upsertSubsystem(db, {
    id,
    name: 'Orders',
    url: `${entryOrigin}/`,
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
    entryOrigin,
  })
}

/** What changes a row in the way that time or an administrator would. */
export async function change(text: string, values: unknown[]): Promise<void> {
  const { db } = await domain()
  await db.query(text, values)
}

let loaded: ReturnType<typeof load> | undefined

/** The nouns of the running Portico, for what only one journey needs of them. */
export function domain() {
  loaded ??= load()
  return loaded
}

/** Read only now: the variables of the running Portico are known once it runs. */
async function load() {
  const text = await readFile(join(environment['DATA_FOLDER'] ?? '', 'environment.json'), 'utf8')
  Object.assign(process.env, JSON.parse(text))
  const { db, transaction } = await import('#server/db.ts')
  return {
    db: Object.assign(db, {
      transaction: <T>(deed: Parameters<typeof transaction<T>>[1]) => transaction(db, deed),
    }),
    user: await import('#domain/user.ts'),
    admin: await import('#domain/admin.ts'),
    audit: await import('#domain/audit.ts'),
    link: await import('#domain/link.ts'),
    counter: await import('#domain/rate-limit.ts'),
    invitation: await import('../../features/admin/invitations/invite.ts'),
    partner: await import('#domain/partner.ts'),
    recovery: await import('#domain/recovery-code.ts'),
    passwords: await import('#domain/password.ts'),
    factors: await import('#domain/second-factor.ts'),
    subsystem: await import('#domain/subsystem.ts'),
    session: await import('#domain/session.ts'),
    cookies: (await import('#server/cookies.ts')).cookies,
  }
}

async function userAgentOf(page: Page): Promise<string> {
  return String(await page.evaluate('navigator.userAgent'))
}
