import type { Reply } from '#contract/endpoint.ts'
import { findPlatformByUrl } from '#domain/subsystem.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import { logDroppedRedirect } from '#server/log.ts'
import type { findDestination as endpoint } from './contract.ts'

const maxLength = 2048

export async function findDestination(
  db: Db,
  { url, origin }: { url: string; origin: Origin },
): Promise<Reply<typeof endpoint>> {
  const found = url.length <= maxLength ? await findPlatformByUrl(db, url) : undefined
  if (!found) {
    logDroppedRedirect('redirect_url', url, origin)
    return { platform: null }
  }
  const { platform, href } = found
  return { platform: { id: platform.id, name: platform.name, url: href } }
}
