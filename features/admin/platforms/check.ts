import type { AllowedApi } from '#contract/api.ts'
import { invalidField } from '#contract/refusal.ts'
import { requireKeys } from '#domain/keys/public-keys.ts'
import { looksLike, requireFreeName } from '#domain/platforms/platform-name.ts'
import type { Registration, Subsystem } from '#domain/platforms/subsystem.ts'
import { requireApis } from '#domain/service-accounts/api.ts'
import type { Db } from '#server/db.ts'
import { isCallable } from '#server/outbound.ts'

type Facts = Pick<Registration, 'name' | 'postLogoutUris' | 'backchannelLogoutUri' | 'apis'> &
  Pick<Subsystem, 'id' | 'jwks' | 'jwksUri'>

type Context = {
  /** The platform before the change; its unchanged values are not checked again. Undefined for a new platform. */
  stored?: Subsystem
  /** APIs that will be saved before the platform. */
  comingApis?: readonly AllowedApi[] | undefined
}

/**
 * Throws 400001 for keys, APIs, logout URIs or a name that a platform may not have. Calls other servers, so never call
 * it inside a transaction.
 */
export async function requireValid(
  db: Db,
  after: Facts,
  { stored, comingApis = [] }: Context = {},
): Promise<void> {
  const hasSameKeys = JSON.stringify(stored?.jwks) === JSON.stringify(after.jwks)
  // Unchanged keys are not fetched: an admin must be able to deactivate a platform that does not respond.
  if (!hasSameKeys || stored?.jwksUri !== after.jwksUri) await requireKeys(after)
  const before = stored?.apis ?? []
  await requireApis(db, { listed: after.apis ?? [], before, addedApis: comingApis })
  await requireCallableUris(after, stored)
  if (isNewName(after, stored)) await requireFreeName(db, after)
}

/** Returns true for the name of a new platform, and for a name that users can distinguish from the stored name. */
export function isNewName({ name }: Pick<Facts, 'name'>, stored: Subsystem | undefined): boolean {
  return !stored || !looksLike(name, stored.name)
}

/** Throws 400001 for a logout URI of an inner network, by the rule for addresses that the server calls. */
async function requireCallableUris(
  { postLogoutUris, backchannelLogoutUri }: Facts,
  stored: Subsystem | undefined,
): Promise<void> {
  const storedUris = [...(stored?.postLogoutUris ?? []), stored?.backchannelLogoutUri]
  const requireCallable = async (field: 'postLogoutUris' | 'backchannelLogoutUri', uri: string) => {
    if (storedUris.includes(uri) || (await isCallable(uri))) return
    throw invalidField(field, 'notCallable')
  }
  await Promise.all([
    ...postLogoutUris.map((uri) => requireCallable('postLogoutUris', uri)),
    ...(backchannelLogoutUri === null
      ? []
      : [requireCallable('backchannelLogoutUri', backchannelLogoutUri)]),
  ])
}
