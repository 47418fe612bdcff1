import type { Body, Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/id.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { runOncePerKey } from '#domain/idempotency-key.ts'
import { createInvitation } from '#domain/invitation.ts'
import { findPlatformByUrl } from '#domain/subsystem.ts'
import { findUserByEmail } from '#domain/user.ts'
import type { PlatformCaller } from '#server/caller.ts'
import { row, sql, type Db, type Transaction } from '#server/db.ts'
import { inviteToPlatform as endpoint } from './contract.ts'

type Sent = Body<typeof endpoint>
type Answer = Reply<typeof endpoint>

/** Of any number of calls with one key one invites; all are answered alike. */
export async function invite(
  db: Db,
  caller: PlatformCaller,
  { key, sent }: { key: string; sent: Sent },
): Promise<Answer> {
  const owner = `invitations of ${caller.platformId}`
  // What a call is refused for is looked at inside: one that was answered before is answered so again.
  const done = await runOncePerKey(db, { owner, key, body: sent }, async (tx): Promise<Answer> => {
    const partnerId = await requireCompany(tx, caller, sent.partnerId)
    const redirectUrl = await requireOwn(tx, caller, sent)
    await requireNoAccount(tx, sent.email)
    const guest = { ...sent, partnerId, redirectUrl, subsystems: [caller.platformId] }
    return { id: (await createInvitation(tx, caller, guest)).invitationId, state: 'open' }
  })
  if (!done) throw new Refusal(endpoint.refusals.idempotencyKeyReused)
  return done.answer
}

/** A company that uses the platform. Of any other it is not told whether it exists. */
async function requireCompany(
  tx: Transaction,
  { platformId }: PlatformCaller,
  partnerId: string,
): Promise<string> {
  const found = await row<{ id: string; active: boolean }>(
    tx,
    sql`
    select p.id, p.active from partners p
    where p.id = ${isId(partnerId) ? partnerId : null}
      and (${platformId} = any(p.subsystems) or (p.subsystems is null and exists (
        select from users u join subsystem_accounts a on a.user_id = u.id
        where u.partner_id = p.id and a.subsystem_id = ${platformId})))`,
  )
  if (!found) throw wrong('partnerId', 'unknownPartner')
  if (!found.active) throw new Refusal(endpoint.refusals.partnerInactive)
  return found.id
}

/** A platform invites to itself alone, and leads nobody elsewhere. */
async function requireOwn(
  tx: Transaction,
  { platformId }: PlatformCaller,
  { subsystems = [platformId], redirectUrl }: Sent,
): Promise<string | undefined> {
  const isItself = subsystems.length > 0 && subsystems.every((id) => id === platformId)
  if (!isItself) throw wrong('subsystems', 'unknownPlatform')
  if (!redirectUrl) return undefined
  const target = await findPlatformByUrl(tx, redirectUrl)
  if (target?.platform.id !== platformId) throw wrong('redirectUrl', 'notOfAPlatform')
  return target.href
}

async function requireNoAccount(tx: Transaction, email: string): Promise<void> {
  if (!(await findUserByEmail(tx, email))) return
  const code = endpoint.refusals.unableToProcess
  throw new Refusal(code, { faults: [{ code, field: 'email', rule: 'hasAccount' }] })
}

function wrong(field: string, rule: string): Refusal {
  const code = commonErrors.invalidInput
  return new Refusal(code, { faults: [{ code, field, rule }] })
}
