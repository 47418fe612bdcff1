import type { Me } from '#contract/me.ts'
import { offsetOf } from '#contract/time.ts'

const utc = 'UTC'

/**
 * Returns true if the browser's time zone is offered to the user: their times are in UTC, they have not decided, and
 * the two clocks differ now.
 */
export function isZoneOffered(
  { timezone, timezoneSettled }: Pick<Me, 'timezone' | 'timezoneSettled'>,
  browserZone: string,
  now = new Date(),
): boolean {
  // The offer names a city, which these time zones do not have.
  const hasCity = !/^(UTC|GMT|Etc\/)/.test(browserZone)
  const isUndecided = timezone === utc && timezoneSettled === false
  return isUndecided && hasCity && offsetOf(now, browserZone) !== offsetOf(now, utc)
}
