import type { Db } from '#server/db.ts'
import { findWaitingPlatform } from '../platforms/oidc-record.ts'
import { findSubsystem, type Subsystem } from '../platforms/subsystem.ts'

/**
 * Returns the platform to which a login leads, if `redirect` is a path of single sign-on or of forward authentication;
 * otherwise undefined.
 */
export async function findAwaitedPlatform(
  db: Db,
  redirect: string,
): Promise<Pick<Subsystem, 'name' | 'url' | 'logo'> | undefined> {
  const [, uid] = /^\/sign-on\/([\w-]{1,64})$/.exec(redirect) ?? []
  if (uid !== undefined) return findWaitingPlatform(db, uid)
  if (!redirect.startsWith('/forward-auth/start?')) return undefined
  const id = new URLSearchParams(redirect.slice(redirect.indexOf('?'))).get('subsystem') ?? ''
  const platform = await findSubsystem(db, id)
  return platform?.active ? platform : undefined
}
