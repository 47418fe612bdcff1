import { randomUUIDv7 } from 'node:crypto'
import Bowser from 'bowser'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { Origin } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { purgeOf, row, rows, run, sql, type Db, type Transaction } from '#server/db.ts'
import { randomToken, tokenHash } from '#server/secret.ts'
import { createLink } from './link.ts'
import { enqueueMail } from './mail.ts'

/** As long as the browser keeps its cookie. */
const lifetime = '180 days'

type Login = { userId: string; origin: Origin }
export type KnownBrowser = { id: string; token: string; isNew: boolean }

/** The browser of a call, if the user has logged in with it before; for statements here and elsewhere. */
export function knownBrowserOf(userId: Sql, { browserToken }: Origin): Sql {
  if (browserToken === undefined) return sql`null::uuid`
  return sql`(
    select b.id from known_browsers b
    where b.user_id = ${userId} and b.token_hash = ${tokenHash(browserToken)} and b.expires_at > now())`
}

export async function findKnownBrowser(
  db: Db,
  userId: string | undefined,
  origin: Origin,
): Promise<string | undefined> {
  if (origin.browserToken === undefined) return undefined
  const found = await row<{ id: string | null }>(db)`
    select ${knownBrowserOf(sql`${userId ?? null}`, origin)} as id`
  return found?.id ?? undefined
}

/**
 * Makes the browser known for the user. Replaces its token for every user who is known in it, so that a
 * planted or copied cookie becomes useless.
 */
export async function rememberBrowser(tx: Transaction, login: Login): Promise<KnownBrowser> {
  const token = randomToken()
  const known = await replaceToken(tx, login, token)
  if (known !== undefined) return { id: known, token, isNew: false }
  const id = randomUUIDv7()
  await run(tx)`
    insert into known_browsers (id, user_id, token_hash, expires_at)
    values (${id}, ${login.userId}, ${tokenHash(token)}, now() + ${lifetime}::interval)`
  return { id, token, isNew: true }
}

/** Forgets all browsers of the user, except that of the given origin. */
export async function deleteKnownBrowsersOf(
  db: Db,
  userId: string,
  except?: Origin,
): Promise<void> {
  const kept = except?.browserToken === undefined ? null : tokenHash(except.browserToken)
  await run(db)`
    delete from known_browsers
    where user_id = ${userId} and token_hash is distinct from ${kept}::bytea`
}

export const deleteExpiredKnownBrowsers = purgeOf(
  'known_browsers',
  sql`expires_at <= now() - ${config.retention.expired}::interval`,
)

/** Mails the user about a login in a new browser; not about the login that completes the sign-up. */
export async function sendNewBrowserMail(
  tx: Transaction,
  { userId, origin }: Login,
): Promise<void> {
  const user = await row<{ email: string; preferredLanguage: Locale; now: Date }>(tx)`
    select email, preferred_language, now() from users
    where id = ${userId} and onboarded_at is not null`
  if (!user) return
  const { email } = user
  const linkId = await createLink(tx, { kind: 'log-me-out', email, userId, createdBy: 'system' })
  await enqueueMail(tx, {
    kind: 'new-sign-in',
    to: email,
    language: user.preferredLanguage,
    userId,
    data: {
      userId,
      linkId,
      at: user.now.toISOString(),
      browser: browserName(origin.userAgent),
      ipAddress: origin.ipAddress,
    },
  })
}

/** Such as "Chrome on Windows"; never the raw User-Agent header, which may contain anything. */
export function browserName(userAgent: string): string {
  if (!userAgent) return 'Unknown'
  const { browser, os } = Bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return names.join(' on ').slice(0, 100) || 'Unknown'
}

/** Replaces the token for all users of the browser; returns the row of the given user. */
async function replaceToken(
  tx: Transaction,
  { userId, origin }: Login,
  fresh: string,
): Promise<string | undefined> {
  if (origin.browserToken === undefined) return undefined
  const replaced = await rows<{ id: string; userId: string }>(tx)`
    update known_browsers
    set token_hash = ${tokenHash(fresh)},
        expires_at = case when user_id = ${userId} then now() + ${lifetime}::interval else expires_at end
    where id in (select id from known_browsers
                 where token_hash = ${tokenHash(origin.browserToken)} and expires_at > now()
                 order by id for update)
    returning id, user_id`
  return replaced.find((known) => known.userId === userId)?.id
}
