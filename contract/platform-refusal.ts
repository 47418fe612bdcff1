import { platformAccessStates, type PlatformAccessState } from './me.ts'

/**
 * The reason a platform sent the user back. `loop`: it redirected again and again until the portal stopped it.
 * `platform_off`: the platform itself is deactivated.
 */
export type PlatformRefusalReason = Exclude<PlatformAccessState, 'active'> | 'loop' | 'platform_off'

/** Returns the reason for the query parameters `error_type` and `forbidden_subsystem`; undefined without any. */
export function platformRefusalReason(
  errorType: string | undefined,
  platform: string | undefined,
): PlatformRefusalReason | undefined {
  if (errorType === 'loop' || errorType === 'platform_off') return errorType
  const accessState = platformAccessStates.find((state) => state === errorType)
  if (accessState !== undefined && accessState !== 'active') return accessState
  return errorType !== undefined || platform !== undefined ? 'no_access' : undefined
}
