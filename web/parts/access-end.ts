import type { PlatformAccessState } from '#contract/me.ts'

type Access = { state: PlatformAccessState; expiresAt: string | null }

/** Returns true if the access has expired. Its state is then `deactivated`, the same as that of deactivated access. */
export function hasEnded({ state, expiresAt }: Access): boolean {
  return state === 'deactivated' && expiresAt !== null && Date.parse(expiresAt) <= Date.now()
}
