import { isDeepStrictEqual } from 'node:util'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { Body, ReplyInput } from '#contract/endpoint.ts'
import { hasDecider, requiresTwoPeopleForAny } from '#domain/approvals/approval-rights.ts'
import { findOpenApprovals } from '#domain/approvals/approval.ts'
import { askForService, cancelApproval, replyFor } from '#domain/approvals/second-person.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { addContent, findContent } from '#domain/settings/configuration-request.ts'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import type { ServiceCaller } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { whileAlone } from './apply-file.ts'
import { carryOut } from './carry-out.ts'
import { hashOfContent } from './content-hash.ts'
import type { applyConfiguration, ConfigurationPlan } from './contract.ts'
import { countChanges, describePlan, listChanges } from './describe-plan.ts'
import { fingerprintOf } from './fingerprint.ts'
import { FileError } from './configuration-file.ts'
import type { Plan } from './plan.ts'
import { prepareSentFile, withPointers, type SentFile } from './sent-file.ts'

const kind = 'configuration-apply'

/** Maximum number of lines that an approver has to read. */
const maxLines = 1000

/** Plans a file for a service account and records the call. Throws 400001 with JSON Pointers for a faulty file. */
export async function planSentFile(
  db: Db,
  sections: readonly ConfigurationSection[],
  caller: ServiceCaller,
  sent: SentFile,
): Promise<ConfigurationPlan> {
  const { plan } = await withPointers(() => prepareSentFile(db, sections, sent))
  const data = { ...factsOf(sent), total: listChanges(plan).changes.length }
  await recordAudit(db, caller, 'configuration_planned', { data })
  return listChanges(plan)
}

/**
 * Applies a file for a service account, or returns the approval request if it contains a change that takes two people.
 * Throws 400001 with JSON Pointers for a faulty file, 409001 while another process applies a file or if an item has
 * just been changed, and `approvalPending` while another file of the account is approved but not yet applied.
 */
export function applySentFile(
  db: Db,
  sections: readonly ConfigurationSection[],
  caller: ServiceCaller,
  { reason = '', ...sent }: Body<typeof applyConfiguration>,
): Promise<ReplyInput<typeof applyConfiguration>> {
  return withPointers(() =>
    whileAlone(async () => {
      const { plan, prepared } = await prepareSentFile(db, sections, sent)
      const listed = listChanges(plan)
      if (prepared.length === 0) return { ...listed, requestId: null }
      if (listed.changes.some(({ takesTwo }) => takesTwo)) {
        const asked = await transaction(db, (tx) => askForFile(tx, caller, { sent, plan, reason }))
        if (asked) return asked
      }
      await carryOut(db, prepared, { actor: caller, file: factsOf(sent) })
      return { ...listed, requestId: caller.requestId }
    }),
  )
}

type FileRequest = { sent: SentFile; plan: Plan; reason: string }

/**
 * Requests an approval for a file. Returns undefined if two-person approval is not in force. An open request of the
 * account is returned again if it is for the same file and plan, and replaced otherwise unless it is approved.
 */
async function askForFile(
  tx: Transaction,
  caller: ServiceCaller,
  { sent, plan, reason }: FileRequest,
): Promise<AskedApprovalReply | undefined> {
  if (!(await requiresTwoPeopleForAny(tx, kind))) return undefined
  const planHash = await fingerprintOf(tx, plan)
  const target = { kind, targetId: caller.serviceId } as const
  for (const open of await findOpenApprovals(tx, target.targetId, kind)) {
    const isSamePlan = open.proposal['planHash'] === planHash
    if (isSamePlan && isDeepStrictEqual(await findContent(tx, open.id), sent)) {
      const isStuck = open.state === 'asked' && !(await hasDecider(tx, open))
      return { ...replyFor(open), isStuck }
    }
    // An approved request is about to be carried out; `askForService` below then throws `approvalPending`.
    if (open.state !== 'asked') continue
    const person = { kind: 'service', id: caller.serviceId } as const
    await cancelApproval(tx, caller, person, { id: open.id, reason: 'replaced by another file' })
  }
  const proposal = { ...factsOf(sent), ...proposalOf(plan), planHash }
  const asked = await askForService(tx, caller, {
    ...target,
    targetVersion: null,
    before: {},
    proposal,
    reason,
  })
  await addContent(tx, asked.approval.id, sent)
  return asked
}

/** Returns the lines of the plan for the approver, and the number of changes. Throws a FileError for a long plan. */
function proposalOf(plan: Plan): { lines: string[]; total: number } {
  const listed = listChanges(plan)
  const lines = describePlan(listed)
  if (lines.length <= maxLines) return { lines, total: listed.changes.length }
  const sentence = `${countChanges(listed)}: an approver reads at most ${maxLines} lines. Apply the file in parts.`
  throw new FileError([sentence], [{ path: [], sentence }])
}

function factsOf({ name, configuration }: SentFile) {
  return { name, sha256: hashOfContent(configuration) }
}
