import { parseArgs } from 'node:util'
import { isId } from '#contract/fields.ts'
import { Refusal } from '#contract/refusal.ts'
import { listSuperAdmins } from '#domain/accounts/admin.ts'
import { findApproval, getApproval } from '#domain/approvals/approval.ts'
import type { ApprovalExecutors } from '#domain/approvals/carry-out.ts'
import { breakGlass } from '#domain/approvals/second-person.ts'
import { db } from '#server/db.ts'
import { UsageError } from '#server/command-options.ts'
import { kindMessages, outcomeMessages } from './texts/messages.ts'

/**
 * Approves an undecided request without checking permissions, for requests that no admin can approve. An operator who
 * can run commands could also change the database, but this command leaves a trace: audit rows and an email to every
 * super admin.
 */
export async function approveCommand(
  words: readonly string[],
  executors: ApprovalExecutors,
): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: [...words],
    options: { 'break-glass': { type: 'string' } },
    allowPositionals: true,
  })
  const [id = '', ...others] = positionals
  const reason = values['break-glass']?.trim() ?? ''
  if (id === '' || others.length > 0) throw new UsageError('Say the id of one request.')
  if (reason === '') throw new UsageError('--break-glass with the reason is missing')
  if (reason.length > 2000) throw new UsageError('--break-glass is too long')
  const request = isId(id) ? await findApproval(db, id) : undefined
  if (!request)
    throw new Error(
      `There is no request ${id}. The page of a request in the admin area shows its id.`,
    )
  const superAdmins = await listSuperAdmins(db)
  const input = { reason, executors, superAdmins }
  const approval = await breakGlass(db, id, input).catch(async (cause: unknown) => {
    if (!(cause instanceof Refusal)) throw cause
    const { state } = await getApproval(db, id)
    throw new Error(`Nothing was done: the request is ${state} already.`, { cause })
  })
  const { kind, outcome, state, notBefore } = approval
  const lines = [`Approved by break glass: ${kindMessages.en[kind]}.`]
  if (state === 'done') lines.push('It is done.')
  if (state === 'open') lines.push('A worker carries it out within ten seconds.')
  if (state === 'waiting') lines.push(`It is done at ${notBefore.toISOString()}.`)
  if (outcome !== null && outcome !== 'done')
    lines.push(`Nothing was done. ${outcomeMessages.en[outcome]}`)
  return [
    ...lines,
    `${superAdmins.length} super admins are notified by email. The approval is in the audit log, and on the overview for 30 days.`,
  ]
}
