import { loginReasons } from '#contract/session.ts'
import { platformRefusalReason } from '#contract/platform-refusal.ts'
import type { LoginFacts } from '#contract/settings.ts'
import { findAwaitedPlatform } from '#domain/sign-in/login-target.ts'
import { findSession } from '#domain/sessions/session.ts'
import { findSubsystemName, type Subsystem } from '#domain/platforms/subsystem.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import { findTarget } from './find-destination.ts'

/**
 * Returns what the login page shows because of its URL: the platform that the login leads to (RT-30), why the last
 * session ended or a platform sent the visitor back, and whether the platform asks a logged-in user to confirm their
 * identity (`prompt=login`). Undefined if there is nothing to show.
 */
export async function findLoginFacts(
  db: Db,
  { search, origin }: { search: string; origin: Origin },
): Promise<LoginFacts | undefined> {
  const query = new URLSearchParams(search)
  const ended = loginReasons.find((each) => each === query.get('ended'))
  const isLoggedOutElsewhere = query.get('logged_out') === 'elsewhere'
  const platform = await findPlatform(db, query, origin)
  const refusal = await findRefusal(db, query)
  if (!platform && !ended && !isLoggedOutElsewhere && !refusal) return undefined
  const isConfirming = query.get('prompt') === 'login' && (await hasSession(db, origin))
  return {
    platform: platform?.name,
    ...(platform?.logo && { platformLogo: platform.logo }),
    ended,
    ...(isLoggedOutElsewhere && { isLoggedOutElsewhere }),
    ...(refusal && { refusal }),
    ...(isConfirming && { isConfirming }),
  }
}

/** Returns the refusal that the query names. Its platform comes from the database, because the URL may hold any text. */
async function findRefusal(db: Db, query: URLSearchParams): Promise<LoginFacts['refusal']> {
  const id = query.get('forbidden_subsystem') ?? undefined
  const reason = platformRefusalReason(query.get('error_type') ?? undefined, id)
  if (reason === undefined) return undefined
  return { reason, platform: (id && (await findSubsystemName(db, id))) || null }
}

async function hasSession(db: Db, { sessionToken: token }: Origin): Promise<boolean> {
  return token !== undefined && (await findSession(db, { token })) !== undefined
}

async function findPlatform(
  db: Db,
  query: URLSearchParams,
  origin: Origin,
): Promise<Pick<Subsystem, 'name' | 'logo'> | undefined> {
  const platform = await findAwaitedPlatform(db, query.get('redirect') ?? '')
  if (platform) return platform
  const url = query.get('redirect_url')
  return url ? (await findTarget(db, { url, origin }))?.platform : undefined
}
