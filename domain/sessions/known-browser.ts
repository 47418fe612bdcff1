import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Origin } from '#server/caller.ts'
import { knownBrowserSeconds } from '#server/cookies.ts'
import {
  affects,
  purgeOf,
  row,
  rows,
  run,
  scalar,
  sql,
  type Db,
  type Transaction,
} from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { createLink } from '../sign-in/link.ts'
import { enqueueMail, type Recipient } from '../mail/mail.ts'
import { clearFailures } from '../credentials/rate-limit.ts'
import { browserName } from './browser-name.ts'

/** Lifetime of a known browser. */
const lifetime = `${knownBrowserSeconds} seconds`

/** A login of a user or an admin. */
type Login = { accountId: string; origin: Origin }

/** Returns the SQL expression for the id of the call's browser; null if the user has not logged in with it before. */
export function knownBrowserOf(userId: Sql, { browserToken }: Origin): Sql {
  if (browserToken === undefined) return sql`null::uuid`
  return sql`(
    select b.id from known_browsers b
    where b.user_id = ${userId} and b.token_hash = ${tokenHash(browserToken)} and b.expires_at > now())`
}

/**
 * Returns the id of the call's browser; undefined if the user has not logged in with it before. An undefined `userId`
 * runs the same statement (constant work for unknown accounts).
 */
export async function findKnownBrowser(
  db: Db,
  userId: string | undefined,
  origin: Origin,
): Promise<string | undefined> {
  if (origin.browserToken === undefined) return undefined
  const id = await scalar<string | null>(db)`
    select ${knownBrowserOf(sql`${userId ?? null}`, origin)}`
  return id ?? undefined
}

/**
 * Remembers the browser after a login, resets the failure counts of account and browser, and emails the user about a
 * new browser. Returns the new token of the browser. The token is replaced for all users of the browser, so that a
 * planted or copied cookie becomes useless.
 */
export async function rememberBrowser(tx: Transaction, login: Login): Promise<string> {
  const { accountId } = login
  const token = randomToken()
  const knownId = await replaceToken(tx, login, token)
  const id = knownId ?? randomUUIDv7()
  await clearFailures(tx, accountId, id)
  if (knownId !== undefined) return token
  const account = await addBrowser(tx, accountId, { id, token })
  if (account) await sendNewBrowserMail(tx, login, account)
  return token
}

type NotifiedAccount = Recipient & { isAdmin: boolean; now: Date }

/** Adds a known browser. Returns its account, except in the login that completes a sign-up or the set-up of an admin. */
function addBrowser(
  tx: Transaction,
  accountId: string,
  { id, token }: { id: string; token: string },
): Promise<NotifiedAccount | undefined> {
  return row<NotifiedAccount>(tx)`
    with added as (
      insert into known_browsers (id, user_id, token_hash, expires_at)
      values (${id}, ${accountId}, ${tokenHash(token)}, now() + ${lifetime}::interval))
    select id, email, preferred_language, false as is_admin, now() from users
    where id = ${accountId} and onboarded_at is not null
    union all
    select id, email, preferred_language, true, now() from admins
    where id = ${accountId} and last_login_at is not null`
}

/** Forgets a known browser. Returns false if it was already forgotten. */
export function deleteKnownBrowser(db: Db, id: string): Promise<boolean> {
  return affects(db)`delete from known_browsers where id = ${id}`
}

/** Forgets all known browsers of a user, except the browser of `except`. */
export async function deleteKnownBrowsersOf(
  db: Db,
  userId: string,
  except?: Origin,
): Promise<void> {
  const exceptHash = except?.browserToken === undefined ? null : tokenHash(except.browserToken)
  await run(db)`
    delete from known_browsers
    where user_id = ${userId} and token_hash is distinct from ${exceptHash}::bytea`
}

export const deleteExpiredKnownBrowsers = purgeOf('known_browsers', sql`expires_at <= now()`)

/** Queues the email about a new browser. */
async function sendNewBrowserMail(
  tx: Transaction,
  { accountId, origin }: Login,
  account: NotifiedAccount,
): Promise<void> {
  const { email, isAdmin } = account
  const link = { kind: 'log-me-out', email, userId: accountId, createdBy: 'system' } as const
  await enqueueMail(tx, isAdmin ? 'admin-new-sign-in' : 'new-sign-in', account, {
    ...(!isAdmin && { userId: accountId, linkId: await createLink(tx, link) }),
    at: account.now.toISOString(),
    browser: browserName(origin.userAgent),
    ipAddress: origin.ipAddress,
  })
}

/**
 * Replaces the token for all users of the browser. Returns the id of the user's known browser, or undefined if the
 * browser is new to the user.
 */
async function replaceToken(
  tx: Transaction,
  { accountId, origin }: Login,
  newToken: string,
): Promise<string | undefined> {
  if (origin.browserToken === undefined) return undefined
  const replaced = await rows<{ id: string; userId: string }>(tx)`
    update known_browsers
    set token_hash = ${tokenHash(newToken)},
        expires_at = case when user_id = ${accountId} then now() + ${lifetime}::interval else expires_at end
    where id in (select id from known_browsers
                 where token_hash = ${tokenHash(origin.browserToken)} and expires_at > now()
                 order by id for update)
    returning id, user_id`
  return replaced.find(({ userId }) => userId === accountId)?.id
}
