import './node-lts.ts' // before oidc-provider
import type { PlatformAccessState } from '#contract/me.ts'
import {
  errors,
  interactionPolicy,
  type Account,
  type Client,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { reaches } from '#domain/platforms/assurance.ts'
import {
  findPlatformAccessRefusal,
  recordPlatformAccessRefusal,
  type PlatformAccessRefusal,
} from '#domain/platform-access/platform-access.ts'
import { findIdleSince } from '#domain/platforms/platform-session.ts'
import { findTestedPlatform } from '#domain/platforms/test-login.ts'
import { db } from '#server/db.ts'
import { addApiScopes, isTokenForApi } from './apis.ts'
import { createStepUpPrompt, requiredAcrOf } from './assurance.ts'
import { findClaims } from './claims.ts'
import { currentRequest } from './oidc-request.ts'
import { recordUse, revokeGrant } from './token-writes.ts'

const { base, Check, Prompt } = interactionPolicy

/**
 * Creates the checks before a request gets a code: login, platform access, then assurance of the login. Platforms
 * belong to the operator, so users give no consent; `prompt=consent` is accepted without a page.
 */
export function createInteractionPolicy() {
  const policy = base()
  policy.remove('consent')
  // The step-up prompt replaces these checks.
  for (const reason of ['max_age', 'essential_acr', 'essential_acrs'])
    policy.get('login')?.checks.remove(reason)
  policy.add(new Prompt({ name: 'select_account', requestable: true }))
  policy.add(new Prompt({ name: 'platform-access' }, platformAccessCheck))
  policy.add(createStepUpPrompt())
  policy.add(new Prompt({ name: 'consent', requestable: true }))
  // The value is registered only so that it is rejected with its own error code.
  policy.add(new Prompt({ name: 'create', requestable: true }))
  return policy
}

/** Values of `prompt` that the discovery document lists. */
export const promptValues = ['none', 'login', 'select_account', 'consent']

/** Throws for `prompt=create` (Initiating User Registration 1.0), because users sign up by invitation only. */
export function refuseRegistration(_: unknown, prompt?: string): void {
  if (!prompt?.split(' ').includes('create')) return
  throw new errors.RegistrationNotSupported('prompt=create: users sign up by invitation only')
}

/** Interrupts the request if `findOrCreateGrant`, which the library calls first, has found a refusal. */
const platformAccessCheck = new Check(
  'platform_access_refused',
  'the user has no access to this platform',
  'access_denied',
  async ({ state, oidc }) => {
    const refusal = state['refused'] as PlatformAccessRefusal | undefined
    if (refusal) await recordRefusal(oidc.session?.accountId, oidc.client?.clientId, refusal)
    return refusal !== undefined
  },
  ({ state }) => ({ refused: state['refused'] }),
)

/**
 * Finds or creates the grant of a platform in this session, and adds the requested scopes and claims. Returns undefined
 * without a login. Also returns undefined without access, and stores the refusal in `ctx.state` for
 * `platformAccessCheck`.
 */
export async function findOrCreateGrant(ctx: KoaContextWithOIDC) {
  const { account, client, session, provider } = ctx.oidc
  const { requestParamOIDCScopes, requestParamClaims } = ctx.oidc
  if (!account || !client || !session) return undefined
  const { accountId } = account
  const { clientId } = client
  const refusal = await findAccessRefusal(accountId, clientId)
  if (refusal) {
    ctx.state['refused'] = refusal
    return undefined
  }
  const grantId = session.grantIdFor(clientId)
  const { session: portal } = currentRequest()
  const hasIdleTime = Boolean(client['has_idle_time'])
  const idleSince =
    portal && hasIdleTime ? await findIdleSince(db, { sessionId: portal.id, clientId }) : undefined
  // Tokens issued before the idle timeout must not become valid again.
  if (grantId && idleSince) await revokeGrant(grantId)
  const storedGrant = grantId && !idleSince ? await provider.Grant.find(grantId) : undefined
  const grant = storedGrant ?? new provider.Grant({ accountId, clientId })
  const granted = [...grant.getOIDCScope().split(' '), ...grant.getOIDCClaims()]
  const requested = [...requestParamOIDCScopes, ...requestParamClaims]
  const hasNewApiScopes = await addApiScopes(ctx, client, grant)
  if (!hasNewApiScopes && requested.every((each) => granted.includes(each))) return grant
  grant.addOIDCScope(requestParamOIDCScopes)
  grant.addOIDCClaims(requestParamClaims)
  await grant.save()
  return grant
}

/**
 * Returns the reason why access is refused, as read when the request began; queries again if the user or client
 * differs.
 */
async function findAccessRefusal(userId: string, clientId: string) {
  const { browser, origin } = currentRequest()
  const isAlreadyRead = browser?.session.userId === userId && browser.key.clientId === clientId
  if (isAlreadyRead) return refusalOf(browser.access)
  const platformId = (await findTestedPlatform(db, clientId)) ?? clientId
  return findPlatformAccessRefusal(db, userId, platformId, origin.ipAddress)
}

/** Returns the reason of a state that refuses access. An unknown state refuses like deactivated access. */
function refusalOf(access?: PlatformAccessState | null): PlatformAccessRefusal | undefined {
  if (access === 'active') return undefined
  return access ?? 'deactivated'
}

type Token = {
  accountId?: string | undefined
  clientId?: string | undefined
  grantId?: string | undefined
  /** `acr` of a code or refresh token; access tokens have it in `extra`. */
  acr?: string | undefined
  extra?: { acr?: string; roles?: unknown } | undefined
}

/** Finds the account of a user. With a token (at exchange, refresh and userinfo), checks platform access again. */
export async function findAccount(
  ctx: KoaContextWithOIDC,
  userId: string,
  token?: Token,
): Promise<Account | undefined> {
  const refusal = token && findTokenRefusal(token)
  if (refusal) {
    if (ctx.oidc.route === 'token') await recordRefusal(userId, token.clientId, refusal)
    return undefined
  }
  const { client } = ctx.oidc
  if (token && !isLoginSufficient(token, client)) return undefined
  const user = token && currentRequest().facts?.token
  return {
    accountId: userId,
    claims: (use, scope, requested) =>
      client ? findClaims(userId, client, { use, scope, requested, user }) : { sub: userId },
  }
}

/**
 * Returns true if the client may introspect the token and the user still has access. A platform may introspect only its
 * own tokens, an API only access tokens for itself.
 */
export async function canIntrospect(
  { oidc }: KoaContextWithOIDC,
  client: Client,
  token: Token,
): Promise<boolean> {
  const { clientId, api_id: apiId } = client
  const { accountId, clientId: platformId = '' } = token
  const isOwn =
    typeof apiId === 'string' ? await isTokenForApi(apiId, token) : platformId === clientId
  if (!isOwn || accountId === undefined) return false
  const platform = platformId === clientId ? client : await oidc.provider.Client.find(platformId)
  if (findTokenRefusal(token) || !isLoginSufficient(token, platform)) return false
  await recordUse()
  return true
}

/**
 * Returns true if the login behind a token has the class that the platform now requires, and the platform's idle
 * timeout has not expired.
 */
function isLoginSufficient({ grantId, acr, extra }: Token, client: Client | undefined): boolean {
  const { token } = currentRequest().facts ?? {}
  const isIdle = token?.payload.grantId === grantId && token?.idleSince !== null
  return !isIdle && reaches(acr ?? extra?.acr, requiredAcrOf(client))
}

/** Returns the class and time of the login, as claims of access tokens (RFC 9470 §6). */
export function loginClaimsOfToken({ oidc }: KoaContextWithOIDC) {
  const { AuthorizationCode: code, RefreshToken: refresh } = oidc.entities
  const { acr, authTime } = refresh ?? code ?? {}
  return acr === undefined ? undefined : { acr, auth_time: authTime }
}

/** Returns the reason why access is refused, as read with the token when the call began. */
function findTokenRefusal({ grantId }: Token): PlatformAccessRefusal | undefined {
  const { token } = currentRequest().facts ?? {}
  const isTokenOfCall = token?.payload.grantId === grantId
  return refusalOf(isTokenOfCall ? token?.access : undefined)
}

async function recordRefusal(userId = '', clientId = '', reason: PlatformAccessRefusal) {
  const platformId = (await findTestedPlatform(db, clientId)) ?? clientId
  const actor = { ...currentRequest().origin, userId }
  return recordPlatformAccessRefusal(db, actor, platformId, reason)
}
