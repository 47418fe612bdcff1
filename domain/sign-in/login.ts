import { errorCodes, Refusal } from '#contract/refusal.ts'
import type { SessionEnd } from '#contract/session.ts'
import type { AdminAttemptCaller, AttemptCaller, Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import type { PasskeySettings } from '#server/config-passkeys.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { endAdminSession, findAdminSession, startAdminSession } from '../sessions/admin-session.ts'
import { findAdmin, findAdminByEmail } from '../accounts/admin.ts'
import { adminArea, recordAudit, type Actor } from '../audit/audit.ts'
import { browserName } from '../sessions/browser-name.ts'
import { findKnownBrowser } from '../sessions/known-browser.ts'
import { openLinkForUse, voidLinksOf, type Link } from './link.ts'
import { completeLoginAttempt, endLoginAttempts, type Decoy } from './login-attempt.ts'
import { mailUser } from '../mail/mail.ts'
import { markVerified } from '../credentials/password.ts'
import { refundAddressLimit } from '../credentials/address-limit.ts'
import { endRecovery } from './recovery.ts'
import { findSessionIdByReplacedToken, rememberReplacedToken } from '../sessions/replaced-token.ts'
import {
  endSession,
  endSessionsOf,
  findSession,
  startSession,
  type NewSession,
  type SessionKey,
  type StartedSession,
} from '../sessions/session.ts'
import {
  findUserAtBrowser,
  inactivityOf,
  markOnboarded,
  type Inactivity,
  type User,
} from '../accounts/user.ts'

type Account = Pick<User, 'id' | 'email' | 'firstname' | 'lastname' | 'preferredLanguage'>

export type LoginAccount = Account & {
  /** Known browser of the call; undefined if the account has not logged in with it before. */
  browserId: string | undefined
  /** Reason why the account may not log in; undefined if it may. */
  inactivity: Inactivity | undefined
}

/** Differences between logins of users and of admins. */
export type LoginArea = {
  kind: 'user' | 'admin'
  /** Value of `sub_system` in the audit log. */
  name: string
  passkeys: PasskeySettings
  findAccount: (
    db: Db,
    key: { id: string } | { email: string },
    origin: Origin,
  ) => Promise<LoginAccount | undefined>
  /** Starts a session. Returns undefined if the account is inactive. */
  startSession: (tx: Transaction, session: NewSession) => Promise<StartedSession | undefined>
  findSession: (db: Db, key: SessionKey) => Promise<{ id: string; accountId: string } | undefined>
  /**
   * True if a login renews the account's existing session in the browser, unnoticed by platforms, instead of ending it.
   */
  renewsSession: boolean
  /** Ends a session. Returns false if it has already ended. */
  endSession: (db: Db, id: string) => Promise<boolean>
  /**
   * Completes the onboarding after the set-up of the first factor. Returns true if that sent the welcome mail, which
   * replaces the mail about the factor.
   */
  markOnboarded: (tx: Transaction, accountId: string) => Promise<boolean>
  actor: (origin: Origin, accountId: string) => Actor
}

export const userLogins: LoginArea = {
  kind: 'user',
  name: 'portal',
  passkeys: config.passkeys.users,
  findAccount: async (db, key, origin) => {
    const user = await findUserAtBrowser(db, key, origin)
    return user && { ...user, inactivity: inactivityOf(user) }
  },
  startSession,
  findSession: async (db, key) => {
    const session = await findSession(db, key)
    return session && { id: session.id, accountId: session.userId }
  },
  renewsSession: true,
  endSession,
  markOnboarded: async (tx, accountId) => {
    const joined = await markOnboarded(tx, accountId)
    if (joined) await mailUser(tx, 'welcome', joined)
    return joined !== undefined
  },
  actor: (origin, userId) => ({ ...origin, userId }),
}

export const adminLogins: LoginArea = {
  kind: 'admin',
  name: adminArea,
  passkeys: config.passkeys.admins,
  findAccount: async (db, key, origin) => {
    const admin = await ('id' in key ? findAdmin(db, key.id) : findAdminByEmail(db, key.email))
    const browserId = await findKnownBrowser(db, admin?.id, origin)
    if (!admin) return undefined
    const inactivity = { reason: 'admin inactive', code: errorCodes.userInactive }
    // A suspended admin can log in, because the permission `stop_request` stays.
    return { ...admin, browserId, inactivity: admin.active ? undefined : inactivity }
  },
  startSession: startAdminSession,
  findSession: findAdminSession,
  renewsSession: false,
  endSession: endAdminSession,
  markOnboarded: async () => false,
  actor: (origin, adminId) => ({ ...origin, adminId }),
}

/** Links that can be opened without a login, with the area of the account and the audit action of a refusal. */
const accountLinks = {
  'reset-password': { area: userLogins, refusalAction: 'password_reset_refused' },
  'reset-mfa': { area: userLogins, refusalAction: 'second_factor_reset_refused' },
  recover: { area: userLogins, refusalAction: 'second_factor_reset_refused' },
  'admin-set-up': { area: adminLogins, refusalAction: 'admin_set_up_refused' },
} as const

/**
 * Opens a link of one kind with its account, without consuming it. Throws `invalidLink` for a link that does not work
 * or is of another kind, `tooManyRequests`, and the account's error if the account or its company is inactive.
 */
export async function openAccountLink(
  db: Db,
  origin: Origin,
  kind: keyof typeof accountLinks,
  token: string,
): Promise<{ link: Link; account: LoginAccount }> {
  const { area, refusalAction } = accountLinks[kind]
  const link = await openLinkForUse(db, origin, token)
  const id = link.kind === kind ? link.userId : null
  const account = id === null ? undefined : await area.findAccount(db, { id }, origin)
  if (!account) throw new Refusal(errorCodes.invalidLink)
  if (!account.inactivity) return { link, account }
  const { reason, code } = account.inactivity
  const details = { targetId: account.id, subSystem: area.name, data: { reason } }
  await recordAudit(db, origin, refusalAction, details)
  throw new Refusal(code)
}

export type PendingLogin = {
  area: LoginArea
  attemptId: string
  /** Account of the login; the placeholder id for a decoy. */
  accountId: string
  decoy: Decoy | undefined
  origin: Origin
  /** Authentication methods of the first step. */
  firstMethods: readonly string[]
}

/** Returns the login of a caller between the two steps: a real attempt, or a decoy. */
export function pendingLogin(caller: AttemptCaller | AdminAttemptCaller): PendingLogin {
  const { attemptId, firstMethods, decoy } = caller
  const login = { attemptId, firstMethods, decoy, origin: caller }
  return caller.kind === 'attempt'
    ? { ...login, area: userLogins, accountId: caller.userId }
    : { ...login, area: adminLogins, accountId: caller.adminId }
}

/**
 * Turns a login attempt into a session after the second step. The audit row has `method`; the session has
 * `facts.methods`, by default `method`. Throws `loginExpired` if the attempt has ended, or `userInactive`.
 */
export async function completeLogin(
  tx: Transaction,
  { area, attemptId, accountId, origin, firstMethods }: PendingLogin,
  method: 'otp' | 'recovery' | 'passkey',
  facts: Partial<Pick<NewSession, 'methods' | 'isUnverified'>> = {},
): Promise<StartedSession> {
  const attempt = await completeLoginAttempt(tx, attemptId)
  if (!attempt) throw new Refusal(errorCodes.loginExpired)
  // Before the session, whose statements lock counts of the account: each count locks the address first.
  if (attempt.ipAddress === origin.ipAddress)
    await refundAddressLimit(tx, 'addressFailures', origin)
  const { methods = [method], ...rest } = facts
  const login = { ...rest, accountId, origin, methods: [...firstMethods, ...methods] }
  const session = await openFactorSession(tx, area, login, { method })
  if (!attempt.isPasswordVerified) await markVerified(tx, accountId)
  return session
}

/** Data for the audit row of a login. */
type LoginFacts = {
  method?: string
  /** Id (`jti`) of the token of a sandbox login. */
  tokenId?: string
}

/**
 * Starts a session and records the login; `facts` are added to the audit row. An existing session in this browser ends
 * only now that the login is complete; a user's own session is renewed instead. Throws `userInactive`.
 */
export async function openSession(
  tx: Transaction,
  area: LoginArea,
  login: NewSession,
  facts: LoginFacts = {},
): Promise<StartedSession> {
  const { accountId, origin } = login
  const former = await findSessionOfCookie(tx, area, origin.sessionToken)
  const isOwn = area.renewsSession && former?.accountId === accountId
  if (former && !isOwn) await logOut(tx, area, origin, origin.sessionToken)
  const session = await area.startSession(tx, {
    ...login,
    renewedId: isOwn ? former.id : undefined,
  })
  if (!session) throw new Refusal(errorCodes.userInactive)
  const isRenewed = session.id === former?.id
  await recordAudit(tx, area.actor(origin, accountId), 'login_succeeded', {
    data: {
      sessionId: session.id,
      ...facts,
      ...(isRenewed && { renewed: true }),
      browser: browserName(origin.userAgent),
    },
  })
  return session
}

/**
 * Starts a session like `openSession`, after a login with a second factor. Also ends an open recovery of the user,
 * because the factor is not lost.
 */
export async function openFactorSession(
  tx: Transaction,
  area: LoginArea,
  login: NewSession,
  facts?: LoginFacts,
): Promise<StartedSession> {
  const session = await openSession(tx, area, login, facts)
  const { accountId: userId, origin } = login
  if (area.kind === 'user') await endRecovery(tx, area.actor(origin, userId), { userId }, 'login')
  return session
}

/** Records a failed login. The row of an unknown account differs only in the missing target. */
export function recordLoginFailure(
  db: Db,
  area: LoginArea,
  origin: Origin,
  accountId: string | undefined,
  reason: string,
): Promise<void> {
  return recordAudit(db, origin, 'login_failed', {
    targetId: accountId,
    subSystem: area.name,
    data: { reason, browser: browserName(origin.userAgent) },
  })
}

/** Returns the open session of a cookie, even if its token has just been replaced. */
async function findSessionOfCookie(db: Db, area: LoginArea, token: string | undefined) {
  if (token === undefined) return undefined
  const current = await area.findSession(db, { token })
  if (current) return current
  const id = await findSessionIdByReplacedToken(db, token)
  return id === undefined ? undefined : area.findSession(db, { id })
}

/**
 * Ends the session of a cookie; the session of a user also ends on every platform. Does nothing without an open
 * session.
 */
export async function logOut(
  db: Db,
  area: LoginArea,
  origin: Origin,
  token: string | undefined,
): Promise<void> {
  const session = await findSessionOfCookie(db, area, token)
  if (!session || token === undefined) return
  await transaction(db, async (tx) => {
    if (!(await area.endSession(tx, session.id))) return
    // If a login replaces the session, the page repeats requests that are in flight with the former token.
    await rememberReplacedToken(tx, { id: session.id, token })
    const data = { sessionId: session.id }
    await recordAudit(tx, area.actor(origin, session.accountId), 'logged_out', { data })
  })
}

/**
 * Ends a user's login attempts, links and sessions, except the session with id `exceptId`. Returns the number of
 * sessions ended.
 */
export async function endLoginsAndLinks(
  tx: Transaction,
  userId: string,
  reason?: SessionEnd,
  exceptId?: string,
): Promise<number> {
  await endLoginAttempts(tx, userId)
  await voidLinksOf(tx, userId)
  return endSessionsOf(tx, userId, reason, exceptId)
}
