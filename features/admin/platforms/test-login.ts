import { hash } from 'node:crypto'
import type { Body, Reply } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import { findSubsystem, markTested } from '#domain/platforms/subsystem.ts'
import {
  consumeTestLogin,
  createTestLogin,
  deleteTestLogin,
  scopesOfLogin,
  secretsOfTest,
  testRedirectUri,
} from '#domain/platforms/test-login.ts'
import type { AdminCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { transaction, type Db } from '#server/db.ts'
import { claimsOf } from './preview-claims.ts'
import type {
  beginTestLogin as beginEndpoint,
  finishTestLogin as finishEndpoint,
} from './test-contract.ts'

/** Exchanges the code of a test at the OpenID provider (features/platforms/single-sign-on). */
export type RedeemCode = (test: {
  clientId: string
  code: string
  redirectUri: string
  verifier: string
  nonce: string
}) => Promise<
  | { idToken: Record<string, unknown>; userInfo: Record<string, unknown>; scope: string }
  | { error: string; description: string }
>

/**
 * Begins a test login with a separate OpenID client, which lasts ten minutes and is bound to this session of the admin.
 * Returns the URL of the authorization request. Throws 404001 for an unknown platform, 400001 for one without redirect
 * URIs, which is not an OpenID client, and `tooManyRequests` if the admin has begun too many tests.
 */
export async function beginTestLogin(
  db: Db,
  caller: AdminCaller,
  platformId: string,
): Promise<Reply<typeof beginEndpoint>> {
  const platform = await findSubsystem(db, platformId)
  if (!platform) throw new Refusal(commonErrors.notFound)
  if (platform.redirectUris.length === 0) throw invalidField('redirectUris', 'required')
  const limit = await consumeRateLimit(db, 'testLogins', caller.adminId)
  if (limit) throw new Refusal(errorCodes.tooManyRequests, limit)
  const { clientId, expiresAt } = await transaction(db, async (tx) => {
    const test = await createTestLogin(tx, { platformId, sessionId: caller.sessionId })
    await recordAudit(tx, caller, 'platform_test_begun', { targetId: platformId })
    return test
  })
  const { state, nonce, verifier } = secretsOfTest(clientId)
  const request = new URLSearchParams({
    client_id: clientId,
    redirect_uri: testRedirectUri(platformId),
    response_type: 'code',
    scope: scopesOfLogin(platform).join(' '),
    state,
    nonce,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    // The admin must be able to select the user even if one is logged in to the portal in this browser.
    prompt: 'select_account',
  })
  return { url: `${config.publicUrl}/oidc/auth?${request}`, expiresAt: expiresAt.toISOString() }
}

type TestResponse = { platformId: string } & Body<typeof finishEndpoint>

/**
 * Ends a test login with the authorization response that reached the admin area. Throws 400301 if the response belongs
 * to no test of this session, was used before, or arrives too late.
 */
export async function finishTestLogin(
  db: Db,
  caller: AdminCaller,
  redeem: RedeemCode,
  { platformId, state, code, error, description }: TestResponse,
): Promise<Reply<typeof finishEndpoint>> {
  const { sessionId } = caller
  const clientId = await consumeTestLogin(db, { platformId, sessionId, state })
  if (clientId === undefined) throw new Refusal(errorCodes.invalidLink)
  const { nonce, verifier } = secretsOfTest(clientId)
  const redirectUri = testRedirectUri(platformId)
  const result =
    code === undefined
      ? { error: error ?? '', description: description ?? '' }
      : await redeem({ clientId, code, redirectUri, verifier, nonce })
  const isPassed = 'idToken' in result
  await transaction(db, async (tx) => {
    await deleteTestLogin(tx, clientId)
    if (isPassed) await markTested(tx, platformId)
    const data = isPassed
      ? { outcome: 'passed', userId: result.idToken['sub'] }
      : { outcome: 'failed', reason: result.error }
    await recordAudit(tx, caller, 'platform_tested', { targetId: platformId, data })
  })
  if (!isPassed) return { isPassed, ...result, claims: [], scope: '' }
  const { idToken, userInfo, scope } = result
  return { isPassed, error: '', description: '', claims: claimsOf(idToken, userInfo), scope }
}
