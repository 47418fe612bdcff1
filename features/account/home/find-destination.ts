import type { Reply } from '#contract/endpoint.ts'
import { findPlatformByUrl } from '#domain/subsystem.ts'
import type { Db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import type { findDestination as endpoint } from './contract.ts'

const maxLength = 2048

/** Logs only the host of a rejected URL: the rest may be confidential. */
export async function findDestination(db: Db, url: string): Promise<Reply<typeof endpoint>> {
  const found = url.length <= maxLength ? await findPlatformByUrl(db, url) : undefined
  if (!found) {
    logger.warn(
      { host: URL.canParse(url) ? new URL(url).host : 'none' },
      'a redirect_url was rejected',
    )
    return { platform: null }
  }
  const { platform, href } = found
  return { platform: { id: platform.id, name: platform.name, url: href } }
}
