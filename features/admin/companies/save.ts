import { isDeepStrictEqual } from 'node:util'
import type { AskedApprovalReply } from '#contract/approval.ts'
import type { Body } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, invalidField, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import {
  addPartner,
  updatePartner,
  findPartner,
  isNameTaken,
  type Partner,
  type PartnerFacts,
} from '#domain/companies/partner.ts'
import { enqueueAccessEnd } from '#domain/platform-access/platform-access-end.ts'
import { askSecondPerson } from '#domain/approvals/second-person.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import type { AdminCaller } from '#server/caller.ts'
import { config } from '#server/config.ts'
import { scalar, transaction, type Db, type Transaction } from '#server/db.ts'
import { enqueueJob } from '#domain/jobs/job.ts'
import type { addPartner as endpoint } from './contract.ts'
import { countSessions, hasRecentUsers } from './list.ts'

export type Company = Body<typeof endpoint>

/** Actions that increase the version of a company. */
export const companyChanges = ['partner_changed', 'company_delegation_changed'] as const

/** Adds a company and returns its id. Throws 400001 for an unknown platform or a name that is already in use. */
export async function addCompany(db: Db, caller: Actor, company: Company): Promise<string> {
  await requirePlatforms(db, company)
  return withFreeName(
    transaction(db, async (tx) => {
      const id = await addPartner(tx, company)
      await recordAudit(tx, caller, 'partner_added', { targetId: id, data: { after: company } })
      return id
    }),
  )
}

type Change = { id: string; version: number; after: Company }

/**
 * Changes a company, or requests two-person approval of a deactivation with many sessions or recent users, and returns
 * the request. Throws 404001 for an unknown company, 400001 for an unknown platform or a name that is already in use,
 * and 409001 with the name of the other admin if the company has changed since `version`.
 */
export async function changeCompany(
  db: Db,
  caller: AdminCaller,
  { id, version, after }: Change,
): Promise<AskedApprovalReply | undefined> {
  const before = isId(id) ? await findPartner(db, id) : undefined
  if (!before) throw new Refusal(commonErrors.notFound)
  // Without this check, a `version` newer than `before` would be saved with outdated values in the audit row.
  if (before.version !== version) throw await changedMeanwhile(db, companyChanges, id)
  await requirePlatforms(db, after)
  const { isDone, approval } = await transaction(db, async (tx) => {
    const approval = await requestDeactivation(tx, caller, before, after)
    if (approval) return { isDone: true, approval }
    return { isDone: await saveCompany(tx, caller, before, after, version) }
  })
  if (!isDone) throw await changedMeanwhile(db, companyChanges, id)
  return approval
}

/** Requests two-person approval of a deactivation with many sessions or recent users; undefined for other changes. */
async function requestDeactivation(
  tx: Transaction,
  caller: AdminCaller,
  before: Partner,
  after: Company,
): Promise<AskedApprovalReply | undefined> {
  if (!before.active || after.active) return undefined
  const { massSessions } = config
  const isLarge =
    (await countSessions(tx, before.id)) > massSessions ||
    (await hasRecentUsers(tx, before.id, massSessions))
  if (!isLarge) return undefined
  const oldFacts: Record<string, unknown> = factsOf(before)
  const changes = Object.entries(after).filter(
    ([name, value]) => !isDeepStrictEqual(value, oldFacts[name]),
  )
  return askSecondPerson(tx, caller, {
    kind: 'company-deactivate',
    targetId: before.id,
    targetVersion: before.version,
    before: Object.fromEntries(changes.map(([name]) => [name, oldFacts[name]])),
    proposal: Object.fromEntries(changes),
    reason: '',
  })
}

/** Saves a company. Returns false if it has changed since `version`. Throws 400001 if the name is already in use. */
export async function saveCompany(
  tx: Transaction,
  actor: Actor,
  before: Partner,
  after: Company,
  version: number,
): Promise<boolean> {
  const { id } = before
  if (!(await withFreeName(updatePartner(tx, { id, version }, after)))) return false
  await recordAudit(tx, actor, 'partner_changed', {
    targetId: id,
    data: { before: factsOf(before), after },
  })
  if (before.active !== after.active) await enqueueSessionEnd(tx, id)
  for (const subsystemId of await findRevokedPlatforms(tx, before, after)) {
    await enqueueAccessEnd(tx, { subsystemId, partnerId: id })
  }
  return true
}

/**
 * Enqueues the end of the company's earlier sessions, which are already invalid. Called for an activation, too, because
 * a login that ran during the deactivation may have left a session.
 */
async function enqueueSessionEnd(tx: Transaction, partnerId: string): Promise<void> {
  const now = await scalar<Date>(tx)`select clock_timestamp()`
  const until = now?.toISOString() ?? ''
  await enqueueJob(tx, 'end-company-sessions', { partnerId, until })
}

async function findRevokedPlatforms(
  tx: Transaction,
  before: Partner,
  { subsystems: after }: Company,
): Promise<string[]> {
  if (after === null) return []
  const oldPlatforms = before.subsystems ?? (await listSubsystems(tx)).map(({ id }) => id)
  return oldPlatforms.filter((id) => !after.includes(id))
}

/** Throws 400001 for an unknown platform. */
export async function requirePlatforms(
  db: Db,
  { subsystems, ipAllowRules }: Pick<Company, 'ipAllowRules'> & Partial<Company>,
): Promise<void> {
  const platformIds = (await listSubsystems(db)).map(({ id }) => id)
  const isUnknown = (id: string | null) => id !== null && !platformIds.includes(id)
  if (subsystems?.some(isUnknown)) throw invalidField('subsystems', 'unknownPlatform')
  if (ipAllowRules.some(({ subsystem }) => isUnknown(subsystem))) {
    throw invalidField('ipAllowRules', 'unknownPlatform')
  }
}

/** Returns the result of a save. Throws 400001 if the name is already in use. */
async function withFreeName<Result>(saving: Promise<Result>): Promise<Result> {
  try {
    return await saving
  } catch (error) {
    throw isNameTaken(error) ? invalidField('name', 'nameTaken') : error
  }
}

export function factsOf({ name, active, subsystems, ipAllowRules }: Partner) {
  return { name, active, subsystems, ipAllowRules } satisfies Record<keyof PartnerFacts, unknown>
}
