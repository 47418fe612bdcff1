import type { Reply } from '#contract/endpoint.ts'
import { findPlatformByUrl } from '#domain/platforms/subsystem.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import { logDroppedRedirect } from '#server/log.ts'
import type { findDestination as endpoint } from './contract.ts'

const maxUrlLength = 2048

type Visit = { url: string; origin: Origin }

/** Returns the active platform that a URL leads to, and the normalized URL. Logs the URL if it leads to none. */
export async function findTarget(db: Db, { url, origin }: Visit) {
  const target = url.length <= maxUrlLength ? await findPlatformByUrl(db, url) : undefined
  if (!target) logDroppedRedirect('redirect_url', url, origin)
  return target
}

export async function findDestination(db: Db, visit: Visit): Promise<Reply<typeof endpoint>> {
  const target = await findTarget(db, visit)
  if (!target) return { platform: null }
  const { platform, href } = target
  return { platform: { id: platform.id, name: platform.name, url: href } }
}
