import { allowedUrlOf } from '#contract/redirect.ts'
import { findSubsystem } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'

/** A platform as its registration has it: no address here was ever made from a header. */
export type Platform = { id: string; name: string; origin: string }

/** What of a platform's host belongs to us: the proxy passes it on, and asks nothing before. */
export const mount = '/.portico'

/** Longer addresses are not remembered through a login. */
const longest = 4096

export async function findPlatform(db: Db, id: string): Promise<Platform | undefined> {
  const found = id === '' ? undefined : await findSubsystem(db, id)
  return found?.entryOrigin
    ? { id: found.id, name: found.name, origin: found.entryOrigin }
    : undefined
}

/** An address on the platform, without its origin; undefined for any other, and for what is ours there. */
export function pathOn({ origin }: Platform, target: string): string | undefined {
  const href = target.length <= longest ? allowedUrlOf(target, [origin]) : undefined
  if (href === undefined) return undefined
  const { pathname, search } = new URL(href)
  return isOurs(pathname) ? undefined : pathname + search
}

export function isOurs(pathname: string): boolean {
  const plain = pathname.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return /^\/+\.portico(\/|$)/i.test(plain)
}

/** On the platform's host: makes the browser known there, and goes on to the portal. */
export function startOn({ id, origin }: Platform, path: string): string {
  return `${origin}${mount}/start?${new URLSearchParams({ subsystem: id, rd: origin + path })}`
}

export function callbackOn({ origin }: Platform, code: string): string {
  return `${origin}${mount}/callback?${new URLSearchParams({ code })}`
}

/** Of the portal. */
export function portalPath(name: string, search: Record<string, string>): string {
  return `/forward-auth/${name}?${new URLSearchParams(search)}`
}

export function portalUrl(name: string, search: Record<string, string>): string {
  return config.publicUrl + portalPath(name, search)
}
