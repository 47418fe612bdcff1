import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import { findApproval } from '#domain/approvals/approval.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import type { ServiceCaller } from '#server/caller.ts'
import { db } from '#server/db.ts'
import { serve, type Server } from '#server/http.ts'
import { applySentFile, planSentFile } from './apply-sent-file.ts'
import * as contract from './contract.ts'

/** Serves the calls of service accounts that apply configuration files. app/ collects the sections of all features. */
export function configurationRoutes(
  server: Server,
  sections: readonly ConfigurationSection[],
): void {
  serve(server, contract.planConfiguration, async ({ caller, body }) => {
    await limitCalls(caller)
    return planSentFile(db, sections, caller, body)
  })
  serve(server, contract.applyConfiguration, async ({ caller, body }) => {
    await limitCalls(caller)
    return applySentFile(db, sections, caller, body)
  })
  serve(server, contract.getConfigurationRequest, async ({ caller, params: { id } }) => {
    const approval = isId(id) ? await findApproval(db, id) : undefined
    const isOwn = approval?.askedKind === 'service' && approval.askedBy === caller.serviceId
    if (!isOwn) throw new Refusal(commonErrors.notFound)
    const { state, outcome, evidence, expiresAt, doneAt } = approval
    const failure = outcome === 'done' ? null : outcome
    return { id, state, outcome: failure, evidence, expiresAt, doneAt }
  })
}

/** Limits calls, because a plan may compare thousands of items and fetch keys. Throws `tooManyRequests`. */
async function limitCalls({ serviceId }: ServiceCaller): Promise<void> {
  const exceeded = await consumeRateLimit(db, 'configurationCalls', serviceId)
  if (exceeded) throw new Refusal(errorCodes.tooManyRequests, exceeded)
}
