import { allowedUrlOf } from '#contract/redirect.ts'
import { findSubsystem, type Subsystem } from '#domain/platforms/subsystem.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'

/** A platform behind a proxy. `origin` is the registered one and never comes from a header. */
export type Platform = Pick<
  Subsystem,
  'id' | 'name' | 'active' | 'requiredAcr' | 'maxAgeMinutes'
> & {
  origin: string
}

/** Path prefix on a platform's host that the proxy passes to the portal without authentication. */
export const mount = '/.portico'

/** Maximum length of a URL that is preserved through a login. */
const maxUrlLength = 4096

/** Finds a platform behind a proxy. Returns undefined for an unknown id and for a platform that is not behind one. */
export async function findPlatform(db: Db, id: string): Promise<Platform | undefined> {
  const subsystem = id === '' ? undefined : await findSubsystem(db, id)
  if (!subsystem?.entryOrigin) return undefined
  const { name, active, requiredAcr, maxAgeMinutes, entryOrigin: origin } = subsystem
  return { id, name, active, requiredAcr, maxAgeMinutes, origin }
}

/** Returns path and query of a URL on the platform; undefined for any other URL and for the portal's own paths. */
export function pathOn({ origin }: Platform, target: string): string | undefined {
  const href = target.length <= maxUrlLength ? allowedUrlOf(target, [origin]) : undefined
  if (href === undefined) return undefined
  const { pathname, search } = new URL(href)
  return isMountPath(pathname) ? undefined : pathname + search
}

/** Returns true for a platform's path below /.portico, also with percent-encoded characters or repeated slashes. */
export function isMountPath(pathname: string): boolean {
  const plain = pathname.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return /^\/+\.portico(\/|$)/i.test(plain)
}

/** Returns the URL on the platform's host that sets the state cookie and redirects to the portal. */
export function startOn({ id, origin }: Platform, path: string): string {
  return `${origin}${mount}/start?${new URLSearchParams({ subsystem: id, rd: origin + path })}`
}

export function callbackOn({ origin }: Platform, code: string): string {
  return `${origin}${mount}/callback?${new URLSearchParams({ code })}`
}

/** Returns a path of forward-auth on the portal's own host, outside of /.portico. */
export function portalPath(name: string, search: Record<string, string>): string {
  return `/forward-auth/${name}?${new URLSearchParams(search)}`
}

export function portalUrl(name: string, search: Record<string, string>): string {
  return config.publicUrl + portalPath(name, search)
}
