import { randomUUID } from 'node:crypto'
import { Refusal, commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit.ts'
import { findMethods } from '#domain/session.ts'
import { getMe } from '#domain/me.ts'
import type { UserCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'
import { refusals } from './contract.ts'
import { signToken, type SandboxClaims } from './token.ts'

/** The way into the sandbox, for somebody who has shown a code: the sandbox asks for none. */
export async function makeToken(
  db: Db,
  caller: UserCaller,
): Promise<{ token: string; url: string }> {
  const { publicUrl, sandboxSsoUrl, sandboxBusinessHubUrl } = config
  if (!sandboxSsoUrl) throw new Refusal(commonErrors.notFound)
  const amr = (await findMethods(db, caller.sessionId)) as SandboxClaims['amr']
  if (!amr.some((method) => method !== 'pwd')) throw new Refusal(refusals.forbidden)
  const passenger = await passengerOf(db, caller, amr)
  const token = await signToken(db, { issuer: publicUrl, audience: sandboxSsoUrl }, passenger)
  await recordAudit(db, caller, 'sandbox_token_created', { data: { tokenId: passenger.jti } })
  const url = new URL('/login', sandboxSsoUrl)
  if (sandboxBusinessHubUrl) url.searchParams.set('redirect_url', `${sandboxBusinessHubUrl}/`)
  return { token, url: url.href }
}

async function passengerOf(
  db: Db,
  caller: UserCaller,
  amr: SandboxClaims['amr'],
): Promise<SandboxClaims> {
  const me = await getMe(db, caller)
  return {
    sub: me.id,
    jti: randomUUID(),
    email: me.email,
    given_name: me.firstname,
    family_name: me.lastname,
    locale: me.preferredLanguage,
    partner: me.partner?.name ?? null,
    subsystems: me.subsystems.filter(({ state }) => state === 'active').map(({ id }) => id),
    amr,
  }
}
