import { commonErrors, Refusal } from '#contract/refusal.ts'
import { isId } from '#contract/fields.ts'
import { listInvitations } from '#domain/lists/invitation-list.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import type { PlatformCaller } from '#server/caller.ts'
import { db, sql } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { findPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { invite } from './invite.ts'

/** Registers the API for platforms' servers. Cookies are ignored, so it needs no CSRF protection. */
export async function platformApi(server: Server): Promise<void> {
  server.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })

  serve(server, contract.inviteToPlatform, async ({ caller, headers, body }) => {
    await requireWithinLimit(caller, 'platformInvitations')
    return invite(caller, headers['idempotency-key'], body)
  })

  serve(server, contract.listOwnInvitations, async (call) => {
    await requireWithinLimit(call.caller, 'platformReads')
    const { platformId } = call.caller
    return findPage(call, `invitations of ${platformId}`, (page) =>
      listInvitations(db, sql`i.platform_id = ${platformId}`, page),
    )
  })

  serve(server, contract.getOwnInvitation, async ({ caller, params }) => {
    await requireWithinLimit(caller, 'platformReads')
    if (!isId(params.id)) throw new Refusal(commonErrors.notFound)
    const condition = sql`i.platform_id = ${caller.platformId} and i.id = ${params.id}`
    const [invitation] = await listInvitations(db, condition, { take: 1 })
    if (!invitation) throw new Refusal(commonErrors.notFound)
    return invitation
  })
}

type Limit = 'platformInvitations' | 'platformReads'

/** Throws `tooManyRequests` above the platform's rate limit, which applies regardless of the IP address. */
async function requireWithinLimit({ platformId }: PlatformCaller, limit: Limit): Promise<void> {
  const exceeded = await consumeRateLimit(db, limit, platformId)
  if (exceeded) throw new Refusal(contract.inviteToPlatform.refusals.tooManyRequests, exceeded)
}
