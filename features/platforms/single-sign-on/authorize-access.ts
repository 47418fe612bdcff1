import './node-lts.ts'
import { interactionPolicy, type Account, type KoaContextWithOIDC } from 'oidc-provider'
import type { Sql } from 'sql-template-tag'
import { recordAudit } from '#domain/audit.ts'
import { findPlatformAccessRefusal, type PlatformAccessRefusal } from '#domain/platform-access.ts'
import { getMe } from '#domain/me.ts'
import { db, sql } from '#server/db.ts'
import { recordIdOf } from './records.ts'
import { currentRequest } from './oidc-request.ts'

const { base, Check, Prompt } = interactionPolicy

/**
 * What stands between a request and its code: being logged in, and being let into that platform. The platforms
 * are the provider's own, so nobody is asked for consent; `prompt=consent` is understood and answered at once.
 */
export function createInteractionPolicy() {
  const policy = base()
  policy.remove('consent')
  policy.add(new Prompt({ name: 'platform-access' }, canAccessPlatform))
  policy.add(new Prompt({ name: 'consent', requestable: true }))
  return policy
}

const canAccessPlatform = new Check(
  'platform_access_refused',
  'this person may not enter this platform',
  'access_denied',
  async ({ state, oidc }) => {
    const refused = state['refused'] as PlatformAccessRefusal | undefined
    if (refused) await recordRefusal(oidc.session?.accountId, oidc.client?.clientId, refused)
    return refused !== undefined
  },
  ({ state }) => ({ refused: state['refused'] }),
)

/** The grant of a platform in this session: found, or made for whoever may enter. */
export async function findOrCreateGrant(ctx: KoaContextWithOIDC) {
  const { account, client, session, provider } = ctx.oidc
  const { requestParamOIDCScopes, requestParamClaims } = ctx.oidc
  if (!account || !client || !session) return undefined
  const { ipAddress } = currentRequest().origin
  const refused = await findPlatformAccessRefusal(db, account.accountId, client.clientId, ipAddress)
  if (refused) {
    ctx.state['refused'] = refused
    return undefined
  }
  const about = { accountId: account.accountId, clientId: client.clientId }
  const known = session.grantIdFor(client.clientId)
  const grant = (known && (await provider.Grant.find(known))) || new provider.Grant(about)
  const granted = [...grant.getOIDCScope().split(' '), ...grant.getOIDCClaims()]
  const asked = [...requestParamOIDCScopes, ...requestParamClaims]
  if (asked.every((each) => granted.includes(each))) return grant
  grant.addOIDCScope(requestParamOIDCScopes)
  grant.addOIDCClaims(requestParamClaims)
  await grant.save()
  return grant
}

/** With a token, entry is decided anew: at the exchange, at each refresh, and when claims are read. */
export async function findAccount(
  ctx: KoaContextWithOIDC,
  userId: string,
  token?: { clientId?: string | undefined; grantId?: string | undefined },
): Promise<Account | undefined> {
  const refused = token && (await refusalOfToken(userId, token))
  if (refused) {
    if (ctx.oidc.route === 'token') await recordRefusal(userId, token.clientId, refused)
    return undefined
  }
  return {
    accountId: userId,
    // OpenID Connect Core §5.4: what a scope brings is read at the userinfo endpoint, not in the ID token.
    claims: (use, _, asked) =>
      use === 'id_token' && !namesClaims(asked) ? { sub: userId } : claimsOf(userId),
  }
}

/** Whether more is asked for by name than what the library knows itself. */
function namesClaims(asked: object): boolean {
  return Object.keys(asked).some((name) => !['sub', 'auth_time', 'acr', 'amr'].includes(name))
}

/** A platform may ask about its own tokens only, and hears of a live one while its person may enter. */
export async function canIntrospect(
  _: KoaContextWithOIDC,
  client: { clientId: string },
  token: { clientId?: string | undefined; accountId?: string; grantId?: string | undefined },
): Promise<boolean> {
  if (token.clientId !== client.clientId || token.accountId === undefined) return false
  return (await refusalOfToken(token.accountId, token)) === undefined
}

/** RFC 7009 §2.1. */
export async function canRevoke(
  _: KoaContextWithOIDC,
  client: { clientId: string },
  token: { clientId?: string | undefined },
): Promise<boolean> {
  return token.clientId === client.clientId
}

async function refusalOfToken(
  userId: string,
  { clientId = '', grantId }: { clientId?: string | undefined; grantId?: string | undefined },
): Promise<PlatformAccessRefusal | undefined> {
  return findPlatformAccessRefusal(db, userId, clientId, enteredFrom(grantId))
}

/** From where the person of a grant came: what a platform asks about it comes from the platform's own address. */
function enteredFrom(grantId: string | undefined): Sql {
  return sql`(
    select ps.ip_address from oidc_records g
    join platform_sessions ps
      on ps.session_id = g.session_id and ps.client_id = g.payload->>'clientId'
    where g.model = 'Grant' and g.id = ${recordIdOf(grantId ?? '')}
    order by ps.id desc limit 1)`
}

async function recordRefusal(
  userId = '',
  platform = '',
  refused: PlatformAccessRefusal,
): Promise<void> {
  const { origin } = currentRequest()
  const about = { subSystem: platform, data: { reason: refused } }
  await recordAudit(db, { ...origin, userId }, 'platform_access_refused', about)
}

async function claimsOf(userId: string) {
  const me = await getMe(db, { ...currentRequest().origin, userId })
  return {
    sub: me.id,
    name: `${me.firstname} ${me.lastname}`.trim(),
    given_name: me.firstname,
    family_name: me.lastname,
    email: me.email,
    locale: me.preferredLanguage,
    zoneinfo: me.timezone,
    partner: me.partner,
  }
}
