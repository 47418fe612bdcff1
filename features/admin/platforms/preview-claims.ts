import type { Body, Reply } from '#contract/endpoint.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { findPlatformAccessRefusal } from '#domain/platform-access/platform-access.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { scopesOfLogin } from '#domain/platforms/test-login.ts'
import { findUser } from '#domain/accounts/user.ts'
import type { AdminCaller } from '#server/caller.ts'
import type { Db } from '#server/db.ts'
import type { previewClaims as previewEndpoint } from './test-contract.ts'

type Claims = Record<string, unknown>

/** Returns the claims that the platform would receive about a user at login (features/platforms/single-sign-on). */
export type DescribeUser = (
  userId: string,
  platform: { platformId: string; idTokenClaims: boolean; scope: string },
) => Promise<{ idToken: Claims; userInfo: Claims }>

type PreviewQuery = { platformId: string } & Body<typeof previewEndpoint>

/**
 * Describes a user as the platform would see them, and writes an audit row. Throws 403001 for an admin who may not see
 * users, 404001 for an unknown platform or user, and 400001 for a platform without redirect URIs, which is not an
 * OpenID client.
 */
export async function previewClaims(
  db: Db,
  caller: AdminCaller,
  describe: DescribeUser,
  { platformId, userId }: PreviewQuery,
): Promise<Reply<typeof previewEndpoint>> {
  if (!caller.permissions.includes('manage_regular_user')) throw new Refusal(commonErrors.forbidden)
  const platform = await findSubsystem(db, platformId)
  if (!platform || !(await findUser(db, userId))) throw new Refusal(commonErrors.notFound)
  if (platform.redirectUris.length === 0) throw invalidField('redirectUris', 'required')
  const scope = scopesOfLogin(platform).join(' ')
  const { idTokenClaims } = platform
  const { idToken, userInfo } = await describe(userId, { platformId, idTokenClaims, scope })
  const access = (await findPlatformAccessRefusal(db, userId, platformId)) ?? 'active'
  const data = { subsystem: platformId, access }
  await recordAudit(db, caller, 'platform_claims_previewed', { targetId: userId, data })
  return { access, claims: claimsOf(idToken, userInfo), scope }
}

/** Returns each claim with its values in the ID token and at userinfo, as JSON; null if the claim is absent. */
export function claimsOf(
  idToken: Claims,
  userInfo: Claims,
): Reply<typeof previewEndpoint>['claims'] {
  const names = [...new Set([...Object.keys(idToken), ...Object.keys(userInfo)])]
  return names.map((name) => ({
    name,
    idToken: textOf(idToken[name]),
    userInfo: textOf(userInfo[name]),
  }))
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
