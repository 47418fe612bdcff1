import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, errorCodes, invalidField, Refusal } from '#contract/refusal.ts'
import { findLastAdmin, recordAudit } from '#domain/audit.ts'
import {
  addPartner,
  updatePartner,
  findPartner,
  isNameTaken,
  type Partner,
  type PartnerFacts,
} from '#domain/partner.ts'
import { enqueueAccessEnd } from '#domain/platform-access-end.ts'
import { listSubsystems } from '#domain/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import { enqueue } from '#server/jobs.ts'
import type { addPartner as endpoint } from './contract.ts'

type Company = Body<typeof endpoint>

export async function addCompany(db: Db, caller: AdminCaller, sent: Company): Promise<string> {
  await requirePlatforms(db, sent)
  return withFreeName(
    transaction(db, async (tx) => {
      const id = await addPartner(tx, sent)
      await recordAudit(tx, caller, 'partner_added', { targetId: id, data: { after: sent } })
      return id
    }),
  )
}

type Change = { id: string; version: number; sent: Company }

/** Throws 409001 with the name of the other admin when the company has changed since `version`. */
export async function changeCompany(
  db: Db,
  caller: AdminCaller,
  { id, version, sent }: Change,
): Promise<void> {
  const before = isId(id) ? await findPartner(db, id) : undefined
  if (!before) throw new Refusal(commonErrors.notFound)
  await requirePlatforms(db, sent)
  const isChanged = await withFreeName(
    transaction(db, async (tx) => {
      if (!(await updatePartner(tx, { id, version }, sent))) return false
      await recordAudit(tx, caller, 'partner_changed', {
        targetId: id,
        data: { before: factsOf(before), after: sent },
      })
      if (before.active !== sent.active) await enqueueSessionEnd(tx, id)
      for (const subsystemId of await platformsTaken(tx, before, sent)) {
        await enqueueAccessEnd(tx, { subsystemId, partnerId: id })
      }
      return true
    }),
  )
  if (isChanged) return
  const code = errorCodes.changedMeanwhile
  throw new Refusal(code, {
    faults: [{ code, by: await findLastAdmin(db, ['partner_changed'], id) }],
  })
}

/** Also on activation: no session from before may become valid again. */
async function enqueueSessionEnd(tx: Transaction, partnerId: string): Promise<void> {
  const now = await scalar<Date>(tx)`select clock_timestamp()`
  const until = now?.toISOString() ?? ''
  await enqueue(tx, 'end-company-sessions', { partnerId, until })
}

async function platformsTaken(tx: Transaction, before: Partner, { subsystems: after }: Company) {
  if (after === null) return []
  const had = before.subsystems ?? (await listSubsystems(tx)).map(({ id }) => id)
  return had.filter((id) => !after.includes(id))
}

/** Throws 400001 for a platform that does not exist. */
export async function requirePlatforms(
  db: Db,
  { subsystems, ipAllowRules }: Pick<Company, 'ipAllowRules'> & Partial<Company>,
): Promise<void> {
  const known = (await listSubsystems(db)).map(({ id }) => id)
  if (subsystems?.some((id) => !known.includes(id)))
    throw invalidField('subsystems', 'unknownPlatform')
  if (!ipAllowRules.every(({ subsystem }) => subsystem === null || known.includes(subsystem))) {
    throw invalidField('ipAllowRules', 'unknownPlatform')
  }
}

async function withFreeName<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving
  } catch (error) {
    throw isNameTaken(error) ? invalidField('name', 'nameTaken') : error
  }
}

function factsOf({ name, active, subsystems, ipAllowRules }: Partner) {
  return { name, active, subsystems, ipAllowRules } satisfies Record<keyof PartnerFacts, unknown>
}
