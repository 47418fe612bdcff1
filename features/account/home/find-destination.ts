import type { Reply } from '#contract/endpoint.ts'
import { findPlatformByUrl } from '#domain/platforms/subsystem.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import { logDroppedRedirect } from '#server/log.ts'
import type { findDestination as endpoint } from './contract.ts'

const maxLength = 2048

type Visit = { url: string; origin: Origin }

/** Returns the active platform that a URL leads to. Logs the URL if there is none. */
export async function findTarget(db: Db, { url, origin }: Visit) {
  const found = url.length <= maxLength ? await findPlatformByUrl(db, url) : undefined
  if (!found) logDroppedRedirect('redirect_url', url, origin)
  return found
}

export async function findDestination(db: Db, visit: Visit): Promise<Reply<typeof endpoint>> {
  const found = await findTarget(db, visit)
  if (!found) return { platform: null }
  const { platform, href } = found
  return { platform: { id: platform.id, name: platform.name, url: href } }
}
