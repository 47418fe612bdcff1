import type { PlatformAccessState } from '#contract/me.ts'

type Access = { state: PlatformAccessState; expiresAt: string | null }

/** Returns true if access is refused because its end date has passed: it has the state of deactivated access. */
export function hasEnded({ state, expiresAt }: Access): boolean {
  return state === 'deactivated' && expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
