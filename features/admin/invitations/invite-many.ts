import { randomUUID } from 'node:crypto'
import type { Body, Reply } from '#contract/endpoint.ts'
import type { CheckedRow, GuestRow } from '#contract/guest-row.ts'
import { invalidField, Refusal } from '#contract/refusal.ts'
import { checkRows, requireValidRows } from '#domain/invitations/guest-check.ts'
import { runOncePerKey } from '#domain/service-accounts/idempotency-key.ts'
import { createInvitations, findInvitation } from '#domain/invitations/invitation.ts'
import { requireInvitedRoles } from '#domain/platforms/platform-role.ts'
import { callerIdOf, type AdminOrService } from '#server/caller.ts'
import { run, type Db, type Transaction } from '#server/db.ts'
import { addInvitations, type resendInvitations } from './contract.ts'
import { change, type Changes } from './change.ts'
import { inviteOrGrant, requireCompany, requireRedirectUrl, resend, revoke } from './invite.ts'

type List = Body<typeof addInvitations>
type Answer = Reply<typeof addInvitations>
type Keyed<Input> = { key: string; input: Input }
type Row = GuestRow & { index: number; outcome: CheckedRow['outcome'] }

const { idempotencyKeyReused } = addInvitations.refusals

/**
 * Invites all users of a list in one transaction, once per key. Throws 400001 that lists each invalid row,
 * partnerInactive, and idempotencyKeyReused if the key was used with another list.
 */
export async function inviteMany(
  db: Db,
  caller: AdminOrService,
  { key, input }: Keyed<List>,
): Promise<Answer> {
  const request = { owner: ownerOf(caller), key, body: input }
  const result = await runOncePerKey(db, request, (tx) => inviteAll(tx, caller, input))
  if (!result) throw new Refusal(idempotencyKeyReused)
  return result.answer
}

const ownerOf = (caller: AdminOrService) => `invitations of the admin ${callerIdOf(caller)}`

async function inviteAll(tx: Transaction, caller: AdminOrService, input: List): Promise<Answer> {
  const { companyId, subsystems, platformRoles } = input
  const partnerId = await requireCompany(tx, companyId, subsystems, 'companyId')
  await requireInvitedRoles(tx, input)
  const redirectUrl = await requireRedirectUrl(tx, input.redirectUrl)
  const accessExpiresAt = await requireAccessEnd(tx, input.replaces)
  // The lock serializes lists for one company, so that the second list sees the invitations of the first.
  await run(tx)`select pg_advisory_xact_lock(hashtextextended(${`invitations of ${partnerId}`}, 0))`
  const checkedRows = await checkRows(tx, {
    companyId: partnerId,
    subsystems,
    platformRoles,
    rows: input.rows,
    scope: 'all',
  })
  requireValidRows(checkedRows)
  const id = randomUUID()
  const rows = input.rows.map((row, index): Row => {
    const outcome = checkedRows[index]?.outcome ?? null
    return { ...row, index, outcome }
  })
  const common = { partnerId, subsystems, platformRoles, redirectUrl, accessExpiresAt, batchId: id }
  const guests = rows.filter(({ outcome }) => outcome === 'invite')
  const invitationIds = await createInvitations(tx, caller, { ...common, guests })
  const results = new Map(
    guests.map(({ index }, position) => [
      index,
      { id: invitationIds[position] ?? '', added: null as string[] | null },
    ]),
  )
  const users = rows.filter(({ outcome }) => outcome === 'give')
  // A fixed order prevents deadlocks between concurrent changes of many users.
  for (const { index, outcome: _, ...guest } of users.toSorted(byEmail)) {
    const { invitationId, added } = await inviteOrGrant(tx, caller, { ...guest, ...common })
    results.set(index, { id: invitationId, added })
  }
  return { id, rows: rows.flatMap(({ index }) => results.get(index) ?? []) }
}

/** Returns the end of the access that a pending invitation grants. Throws 400001 if the invitation is not pending. */
async function requireAccessEnd(tx: Transaction, replaces: string | undefined) {
  if (replaces === undefined) return null
  const invitation = await findInvitation(tx, replaces)
  if (!invitation) throw invalidField('replaces', 'changedMeanwhile')
  return invitation.accessExpiresAt
}

function byEmail(one: GuestRow, other: GuestRow): number {
  return one.email < other.email ? -1 : 1
}

type Results = Reply<typeof resendInvitations>

type Work = { action: 'resend' | 'revoke' } | { action: 'change'; changes: Changes }

async function runWork(tx: Transaction, caller: AdminOrService, id: string, work: Work) {
  if (work.action === 'change') return change(tx, caller, id, work.changes)
  await (work.action === 'resend' ? resend : revoke)(tx, caller, id)
}

/**
 * Applies an action to each invitation in a separate transaction. A retry with the same key repeats no action that
 * succeeded. Returns the error code of each `Refusal` instead of throwing it.
 */
export async function forEachInvitation(
  db: Db,
  caller: AdminOrService,
  { key, input }: Keyed<Work & { ids: readonly string[] }>,
): Promise<Results> {
  const { ids, ...work } = input
  const results: Results['results'] = []
  const body = work.action === 'change' ? work : work.action
  for (const id of ids) {
    const request = { owner: ownerOf(caller), key: `${key} ${id}`, body }
    try {
      const result = await runOncePerKey(db, request, async (tx) => {
        await runWork(tx, caller, id, work)
      })
      if (!result) throw new Refusal(idempotencyKeyReused)
      results.push({ id, code: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const company = error.faults[0]?.company
      results.push({ id, code: error.code, ...(company !== undefined && { company }) })
    }
  }
  return { results }
}
