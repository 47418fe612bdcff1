import type { Reply } from '#contract/endpoint.ts'
import { findPlatformByUrl } from '#domain/subsystem.ts'
import type { Db } from '#server/db.ts'
import { logger } from '#server/log.ts'
import type { findDestination as endpoint } from './contract.ts'

const longest = 2048

/** Only the host of what is dropped is logged: the rest may hold what was meant for that platform alone. */
export async function findDestination(db: Db, url: string): Promise<Reply<typeof endpoint>> {
  const found = url.length <= longest ? await findPlatformByUrl(db, url) : undefined
  if (!found) {
    logger.warn(
      { host: URL.canParse(url) ? new URL(url).host : 'none' },
      'a redirect_url was dropped',
    )
    return { platform: null }
  }
  const { platform, href } = found
  return { platform: { id: platform.id, name: platform.name, url: href } }
}
