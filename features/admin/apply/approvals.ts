import { randomUUIDv7 } from 'node:crypto'
import * as z from 'zod/mini'
import type { ApprovalOutcome } from '#contract/approval.ts'
import type { CarryOut, ApprovalExecutor } from '#domain/approvals/carry-out.ts'
import type { Actor } from '#domain/audit/audit.ts'
import { findContent } from '#domain/settings/configuration-request.ts'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { savepoint, type Db, type Transaction } from '#server/db.ts'
import { lockApplying } from './apply-file.ts'
import { ApplyConflict, carryOutSection, type PreparedSection } from './carry-out.ts'
import { checkFile } from './check-file.ts'
import { fingerprintOf } from './fingerprint.ts'
import { FileError } from './configuration-file.ts'
import { makePlan } from './plan.ts'
import { fileOf, optionsOf, prepareSentFile, type SentFile } from './sent-file.ts'

const proposalSchema = z.object({ name: z.string(), sha256: z.string(), planHash: z.string() })

/**
 * Applies the approved file in one transaction, if its plan is still the one that was approved. The plan is compared
 * before the transaction, where the checks may fetch keys, and again in the transaction, because admins may have saved
 * changes meanwhile.
 */
export function configurationApproval(sections: readonly ConfigurationSection[]): ApprovalExecutor {
  return {
    prepare: async (db, { id, proposal }) => {
      const { planHash, ...file } = proposalSchema.parse(proposal)
      const sent = (await findContent(db, id)) as SentFile | undefined
      if (!sent) return end('not possible')
      const isApproved = async (current: Db) =>
        (await currentHash(current, sections, sent)) === planHash
      if (!(await isApproved(db))) return end('changed meanwhile')
      const prepared = await prepareSentFile(db, sections, sent).catch((error: unknown) => {
        if (error instanceof FileError) return undefined
        throw error
      })
      if (!prepared) return end('not possible')
      return async (tx, _, actor) => {
        await lockApplying(tx)
        if (!(await isApproved(tx))) return 'changed meanwhile'
        return makeAll(tx, prepared.prepared, { ...actor, requestId: randomUUIDv7() }, file)
      }
    },
  }
}

function end(outcome: ApprovalOutcome): CarryOut {
  return () => Promise.resolve(outcome)
}

/** Returns the fingerprint of the plan that the file has now; undefined for a file that is no longer valid. */
async function currentHash(
  db: Db,
  sections: readonly ConfigurationSection[],
  sent: SentFile,
): Promise<string | undefined> {
  try {
    const plan = await makePlan(db, sections, checkFile(fileOf(sent), sections), optionsOf(sent))
    return plan.faults.length > 0 ? undefined : await fingerprintOf(db, plan)
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

async function makeAll(
  tx: Transaction,
  prepared: readonly PreparedSection[],
  actor: Actor,
  file: { name: string; sha256: string },
): Promise<ApprovalOutcome | undefined> {
  try {
    await savepoint(tx, async () => {
      for (const section of prepared) await carryOutSection(tx, section, { actor, file })
    })
    return undefined
  } catch (error) {
    if (error instanceof ApplyConflict) return 'changed meanwhile'
    throw error
  }
}
