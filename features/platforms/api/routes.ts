import { commonErrors, Refusal } from '#contract/refusal.ts'
import { consumeRateLimit } from '#domain/rate-limit.ts'
import type { PlatformCaller } from '#server/caller.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { readPage, setNextPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { invite } from './invite.ts'
import { findInvitationOf, listInvitationsOf } from './list.ts'

/** What platforms ask of their own accord. No cookie counts here, so no page can make a browser ask it. */
export async function platformApi(server: Server): Promise<void> {
  server.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  })

  serve(server, contract.inviteToPlatform, async ({ caller, headers, body }) => {
    await requireWithinLimit(caller, 'platformInvitations')
    return invite(db, caller, { key: headers['idempotency-key'], sent: body })
  })

  serve(server, contract.listOwnInvitations, async ({ caller, query, request, reply }) => {
    await requireWithinLimit(caller, 'platformReads')
    const owner = `invitations of ${caller.platformId}`
    const page = readPage(owner, query)
    const found = await listInvitationsOf(db, caller.platformId, page)
    return setNextPage({ request, reply }, { owner, page, found }, ({ id }) => [id])
  })

  serve(server, contract.getOwnInvitation, async ({ caller, params }) => {
    await requireWithinLimit(caller, 'platformReads')
    const found = await findInvitationOf(db, caller.platformId, params.id)
    if (!found) throw new Refusal(commonErrors.notFound)
    return found
  })
}

type Limit = 'platformInvitations' | 'platformReads'

/** Each platform has tries of its own, from wherever it calls. */
async function requireWithinLimit({ platformId }: PlatformCaller, limit: Limit): Promise<void> {
  const held = await consumeRateLimit(db, limit, platformId)
  if (held) throw new Refusal(contract.inviteToPlatform.refusals.tooManyRequests, held)
}
