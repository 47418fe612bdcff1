import { ok, rejects } from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { getAdminMe } from '#contract/admin.ts'
import { createCall, type Call } from '#contract/call.ts'
import { getChallenge } from '#contract/human-check.ts'
import type { Locale } from '#contract/locale.ts'
import { getMe } from '#contract/me.ts'
import type { Role } from '#contract/permission.ts'
import { Refusal } from '#contract/refusal.ts'
import { startAdminSession } from '#domain/sessions/admin-session.ts'
import { addAdmin as createAdmin } from '#domain/accounts/admin.ts'
import { createLink, mailedToken, type AnyLinkKind } from '#domain/sign-in/link.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { hashPassword, setPassword } from '#domain/credentials/password.ts'
import { createRecoveryCodes, setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { createPendingFactor, confirmSecondFactor } from '#domain/credentials/second-factor.ts'
import { startSession } from '#domain/sessions/session.ts'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem, type Registration } from '#domain/platforms/subsystem.ts'
import { addUser as createUser } from '#domain/accounts/user.ts'
import { adminCookies, cookies } from '#server/cookies.ts'
import { db, sql, transaction, type Db } from '#server/db.ts'
import { invite } from '../../features/admin/invitations/invite.ts'
import { newBrowser, type Browser } from './browser.ts'
import { addRow, addRows, type Values } from './rows.ts'

/**
 * Creates users, admins, companies and platforms with defaults for unit tests, journeys, the tour, faults and benches.
 * Reads the configuration on import.
 */

export type TestUser = { id: string; email: string; password: string; secret: string }

type PersonOptions = {
  email?: string
  password?: string
  firstname?: string
  lastname?: string
  preferredLanguage?: Locale
  /** False for an account without an authenticator. */
  hasSecondFactor?: boolean
}

export type UserOptions = PersonOptions & {
  /** The company's name. The company is created if it does not exist. Null for a user without a company. */
  company?: string | null
  /** The ids of the platforms that the user can access. */
  platforms?: readonly string[]
}

export type AdminOptions = PersonOptions & { roles?: readonly Role[] }

let count = 0
const hashes = new Map<string, Promise<string>>()

/** Adds a user with an authenticator, in a company. */
export async function addUser(options: UserOptions = {}): Promise<TestUser> {
  count += 1
  const { email = `person${count}@quay.example`, password = 'First-Harbour-1' } = options
  const { company = 'Harbour Ltd', platforms } = options
  const id = await createUser(db, {
    partnerId: company === null ? null : await findOrCreatePartner(db, company),
    email,
    firstname: options.firstname ?? 'Ada',
    lastname: options.lastname ?? 'Byron',
    preferredLanguage: options.preferredLanguage ?? 'en',
  })
  ok(id, `${email} has an account already`)
  if (platforms) await grantAccess(db, id, platforms)
  return setCredentials({ id, email, password }, options.hasSecondFactor)
}

/** Adds an admin with an authenticator; a super admin by default. */
export async function addAdmin(options: AdminOptions = {}): Promise<TestUser> {
  count += 1
  const { email = `admin${count}@portico.example`, password = 'First-Lighthouse-1' } = options
  const id = await transaction(db, (tx) =>
    createAdmin(tx, {
      email,
      firstname: options.firstname ?? 'Grace',
      lastname: options.lastname ?? 'Hopper',
      preferredLanguage: options.preferredLanguage ?? 'en',
      roles: [...(options.roles ?? ['super_admin'])],
    }),
  )
  ok(id, `${email} is an admin already`)
  return setCredentials({ id, email, password }, options.hasSecondFactor)
}

/** Adds users without credentials, for a list or a job that needs many. */
export function addManyUsers(users: readonly Values<'users'>[], inside = db): Promise<void> {
  return addAccounts('user', users, inside, (rows, tx) => addRows('users', rows, tx))
}

/** Adds admins without credentials. */
export function addManyAdmins(admins: readonly Values<'admins'>[]): Promise<void> {
  return addAccounts('admin', admins, db, (rows, tx) => addRows('admins', rows, tx))
}

function addAccounts(
  kind: 'user' | 'admin',
  accounts: readonly object[],
  inside: Db,
  add: (rows: { id: string }[], tx: Db) => Promise<void>,
): Promise<void> {
  const names = { firstname: 'Ada', lastname: 'Byron' }
  const rows = accounts.map((account) => ({ id: randomUUIDv7(), ...names, ...account }))
  return transaction(inside, async (tx) => {
    await addRows(
      'accounts',
      rows.map(({ id }) => ({ id, kind })),
      tx,
    )
    await add(rows, tx)
  })
}

/** Adds an allowed network to the user's company. With any entry, all other networks are refused. */
export function addNetwork({ id }: Pick<TestUser, 'id'>, cidr: string): Promise<void> {
  const partnerId = sql`(select partner_id from users where id = ${id})`
  return addRow('ip_allow_rules', { partnerId, cidr })
}

/** Sets an account's password and, by default, an authenticator. */
export async function setCredentials(
  account: Omit<TestUser, 'secret'>,
  hasSecondFactor = true,
): Promise<TestUser> {
  const { id, password } = account
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  await setPassword(db, id, await hash)
  if (!hasSecondFactor) return { ...account, secret: '' }
  const factor = await createPendingFactor(db, id, 'test')
  await confirmSecondFactor(db, factor, 0)
  return { ...account, secret: factor.secret }
}

/** Invites a user. Returns the token of the mailed link. */
export async function inviteUser(
  options: UserOptions = {},
): Promise<{ token: string; email: string }> {
  count += 1
  const email = options.email ?? `guest${count}@quay.example`
  const { linkId } = await invite(
    db,
    { kind: 'system' },
    {
      email,
      firstname: options.firstname ?? 'Grace',
      lastname: options.lastname ?? 'Hopper',
      company: options.company ?? 'Harbour Ltd',
      subsystems: [...(options.platforms ?? [])],
      preferredLanguage: options.preferredLanguage ?? 'en',
    },
  )
  return { token: (await mailedToken(db, linkId)) ?? '', email }
}

/** Creates a link for an account. Returns the token in its mail. */
export async function createMailedToken(
  { id, email }: Pick<TestUser, 'id' | 'email'>,
  kind: AnyLinkKind,
  createdBy = `user:${id}`,
): Promise<string> {
  const linkId = await transaction(db, (tx) =>
    createLink(tx, { kind, email, userId: id, createdBy }),
  )
  return (await mailedToken(db, linkId)) ?? ''
}

/** Replaces the user's recovery codes. Returns the ten new ones. */
export async function giveRecoveryCodes({ id }: Pick<TestUser, 'id'>): Promise<string[]> {
  const codes = await createRecoveryCodes()
  await transaction(db, (tx) => setRecoveryCodes(tx, id, codes))
  return codes.map(({ code }) => code)
}

/** Adds a platform at `http://<id>.example`; a public client by default. Returns its registration. */
export async function addPlatform(
  options: Partial<Registration> & Pick<Registration, 'id'>,
): Promise<Registration> {
  const url = options.url ?? `http://${options.id}.example`
  const platform = {
    name: options.id,
    clientSecret: null,
    redirectUris: [],
    postLogoutUris: [],
    backchannelLogoutUri: null,
    ...options,
    url,
  }
  await upsertSubsystem(db, platform)
  return platform
}

export type BrowserOptions = { ipAddress?: string; userAgent?: string }

/** Starts a session like one that has just logged in. */
export async function startUserSession(
  { id: userId }: Pick<TestUser, 'id'>,
  options: BrowserOptions = {},
) {
  const session = { accountId: userId, origin: originOf(options), methods: ['pwd', 'otp'] }
  const started = await transaction(db, (tx) => startSession(tx, session))
  ok(started, 'the user is not active')
  return started
}

/** Starts an admin's session, by default with a recent step-up. */
export async function startSessionOfAdmin(
  { id: accountId }: Pick<TestUser, 'id'>,
  { hasRecentStepUp: isFresh = true, ...options }: AdminBrowserOptions = {},
) {
  const session = { accountId, origin: originOf(options), methods: ['pwd', 'otp'], isFresh }
  const started = await transaction(db, (tx) => startAdminSession(tx, session))
  ok(started, 'the admin is not active')
  return started
}

function originOf({ ipAddress = '192.0.2.1', userAgent = '' }: BrowserOptions) {
  return { ipAddress, userAgent, requestId: '' }
}

export type Visitor = Browser & { call: Call; isLoggedIn: () => Promise<boolean> }

/** Returns a browser without a session. */
export async function visitor(options: BrowserOptions = {}): Promise<Visitor> {
  const browser = await newBrowser(options)
  const call = createCall({ fetch: browser.fetch, base: (path) => `/api${path}` })
  return { ...browser, call, isLoggedIn: () => succeeds(call(getMe, {})) }
}

/** Returns a browser with a session of the user, because only the login tests use the login page. */
export async function logIn(user: Pick<TestUser, 'id'>, options: BrowserOptions = {}) {
  const browser = await visitor(options)
  const { token } = await startUserSession(user, options)
  browser.cookies.set(cookies.session, token)
  return browser
}

type AdminBrowserOptions = BrowserOptions & { hasRecentStepUp?: boolean }

/** Returns a browser with a session of the admin. */
export async function logInAdmin(
  admin: Pick<TestUser, 'id'>,
  options: AdminBrowserOptions = {},
): Promise<Visitor> {
  const browser = await visitor(options)
  const { token } = await startSessionOfAdmin(admin, options)
  browser.cookies.set(adminCookies.session, token)
  return { ...browser, isLoggedIn: () => succeeds(browser.call(getAdminMe, {})) }
}

function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

/** Returns the one-time code of an authenticator with this secret, now or this number of 30-second steps away. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
}

/** Solves the human check as the widget does. */
export async function passHumanCheck({ call }: { call: Call }): Promise<string> {
  const challenge = (await call(getChallenge, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Expects the promise to reject with this error code. Returns the error. */
export async function refusedWith(code: number, promise: Promise<unknown>): Promise<Refusal> {
  let refusal: Refusal | undefined
  await rejects(promise, (error) => {
    ok(error instanceof Refusal, `not an expected error: ${String(error)}`)
    ok(error.code === code, `error code ${error.code}, not ${code}`)
    refusal = error
    return true
  })
  return refusal!
}
