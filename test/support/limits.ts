import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import type { loadLimits } from '#server/load-limits.ts'

type RateLimits = Config['limits']
export type LimitChanges = {
  /** Maximum of each rate limit whose usual maximum is more than one. */
  every?: number
  rate?: { [N in keyof RateLimits]?: Partial<RateLimits[N]> }
  load?: Partial<typeof loadLimits>
}

/** Variable with the changes, as JSON. Only change-limits.ts reads it. */
export const changesVariable = 'CHANGED_LIMITS'
const preload = pathToFileURL(join(import.meta.dirname, 'change-limits.ts')).href

/** Returns the environment of a server with other limits, because the product has no settings for them. */
export function withLimits(changes: LimitChanges): Record<string, string> {
  return {
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${preload}`.trim(),
    [changesVariable]: JSON.stringify(changes),
  }
}
