import { isDeepStrictEqual } from 'node:util'
import {
  ItemFault,
  type ChangeContext,
  type MakeChange,
} from '#domain/settings/configuration-section.ts'
import { listSuperAdmins } from '#domain/accounts/admin.ts'
import { recordAudit, type Actor } from '#domain/audit/audit.ts'
import { enqueueMails } from '#domain/mail/mail.ts'
import { Refusal } from '#contract/refusal.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { faultOf, identityOf } from './check-file.ts'
import { summarize } from './describe-plan.ts'
import type { FileFault } from './configuration-file.ts'
import type { Plan, PlannedChange, SectionPlan } from './plan.ts'
import type { SecretsFile } from './secrets.ts'
import { sentenceOfRule, withFullStop } from './sentences.ts'

/** Maximum number of lines in an email; the audit log contains all of them. */
const maxLines = 40

export type PreparedSection = {
  plan: SectionPlan
  steps: { change: PlannedChange; make: MakeChange }[]
}

/**
 * Maximum time of the checks of a file. They call other servers, one after the other, and no other file can be applied
 * meanwhile.
 */
const maxCheckMs = 60_000

/** Checks every change of every section before the first one is made. */
export async function prepareAll(
  db: Db,
  { sections }: Plan,
  context: ChangeContext,
): Promise<{ prepared: PreparedSection[]; faults: FileFault[] }> {
  const faults: FileFault[] = []
  const prepared: PreparedSection[] = []
  const deadline = performance.now() + maxCheckMs
  for (const plan of sections) {
    const steps: PreparedSection['steps'] = []
    for (const change of plan.changes) {
      if (performance.now() > deadline) {
        const sentence = 'The servers of key sets answer too slowly: apply the file in parts.'
        return { prepared, faults: [...faults, { path: change.path, sentence }] }
      }
      const result = await prepareOne(db, plan, change, context)
      if (typeof result === 'function') steps.push({ change, make: result })
      else faults.push(...result)
    }
    faults.push(...(await findConcurrentChanges(db, plan)))
    if (steps.length > 0) prepared.push({ plan, steps })
  }
  return { prepared, faults }
}

/** Returns a fault for each item that has changed since the plan was made. */
async function findConcurrentChanges(
  db: Db,
  { section, changes }: SectionPlan,
): Promise<FileFault[]> {
  if (changes.length === 0) return []
  const items = await section.list(db)
  const currentItems = new Map(items.map((item) => [identityOf(section, item), item]))
  const isOutdated = ({ item, before }: PlannedChange) =>
    !isDeepStrictEqual(currentItems.get(identityOf(section, item)), before)
  return changes.filter(isOutdated).map(({ key, path }) => ({
    path,
    sentence: `${nameOf(section, key)} has just been changed: run the command again.`,
  }))
}

async function prepareOne(
  db: Db,
  { section }: SectionPlan,
  change: PlannedChange,
  context: ChangeContext,
): Promise<MakeChange | FileFault[]> {
  const { item, kind, path } = change
  const parsed = kind === 'remove' ? undefined : section.complete?.safeParse(item)
  if (parsed?.success === false)
    return parsed.error.issues.map((issue) => faultOf(section, issue, item, path))
  try {
    return await section.prepare(db, change, context)
  } catch (error) {
    return faultsIn(error, change, section)
  }
}

/** Returns the faults of an expected error. Throws any other error again. */
function faultsIn(
  error: unknown,
  { path }: PlannedChange,
  { texts, fieldOf = {} }: SectionPlan['section'],
): FileFault[] {
  if (error instanceof ItemFault)
    return [{ path: [...path, error.field], sentence: withFullStop(error.message) }]
  if (!(error instanceof Refusal) || error.faults.length === 0) throw error
  return error.faults.map(({ field = '', rule = String(error.code) }) => {
    const name = fieldOf[field] ?? field
    return { path: [...path, ...name.split('.')], sentence: sentenceOfRule(name, rule, texts.en) }
  })
}

/** Conflict with a concurrent change. The message names the item; `carryOut` adds the sections applied before. */
export class ApplyConflict extends Error {}

/** The actor, whose `requestId` the emails mention, and the file of a call. A command on the server has no `file`. */
type Origin = { actor: Actor; file?: { name: string; sha256: string } }

/** Makes the changes and queues their emails, one transaction per section. Throws an ApplyConflict. */
export async function carryOut(
  db: Db,
  sections: readonly PreparedSection[],
  { secrets, ...origin }: Origin & { secrets?: SecretsFile | undefined },
): Promise<void> {
  const finished: string[] = []
  for (const { plan, steps } of sections) {
    // The secret must be on disk before the change is committed; otherwise a crash could lose a working secret.
    for (const { change } of steps)
      if (change.isGenerated) await secrets?.add(plan.section.name, change.key, change.secret ?? '')
    await transaction(db, (tx) => carryOutSection(tx, { plan, steps }, origin)).catch(
      (error: unknown) => {
        if (!(error instanceof ApplyConflict)) throw error
        const before = finished.length > 0 ? ` Done before: ${finished.join(', ')}.` : ''
        throw new ApplyConflict(`${error.message} Nothing of this section was changed.${before}`, {
          cause: error.cause,
        })
      },
    )
    finished.push(plan.section.name)
  }
}

/** Makes the changes of a section and queues their emails in the caller's transaction. Throws an ApplyConflict. */
export async function carryOutSection(
  tx: Transaction,
  { plan, steps }: PreparedSection,
  { actor, file }: Origin,
): Promise<void> {
  // Read before the changes, so that a super admin who loses the role is notified, too.
  const admins = await listSuperAdmins(tx)
  for (const { change, make } of steps) {
    await make(tx, actor).catch((error: unknown) => {
      throw conflictOf(error, plan, change)
    })
  }
  const lines = summarize(plan)
  const data = {
    section: plan.section.name,
    lines: JSON.stringify(lines.slice(0, maxLines)),
    more: String(Math.max(0, lines.length - maxLines)),
    at: new Date().toISOString(),
    requestId: actor.requestId ?? '',
    by: actor.serviceId ?? '',
    isApproved: actor.approvalId === undefined ? '' : 'true',
  }
  const mails = admins.map((admin) => ({ ...admin, data }))
  await enqueueMails(tx, 'configuration-applied', mails)
  if (file) {
    const facts = { ...file, section: plan.section.name }
    await recordAudit(tx, actor, 'configuration_applied', { data: facts })
  }
}

function conflictOf(error: unknown, { section }: SectionPlan, { key }: PlannedChange): unknown {
  const reason = reasonOf(error, section)
  if (reason === undefined) return error
  return new ApplyConflict(`${nameOf(section, key)}: ${reason}`, { cause: error })
}

/** Returns the section and the key of an item as readable text; a section with a single item has no key. */
function nameOf({ name }: SectionPlan['section'], key: string): string {
  return [name, key].filter(Boolean).join(' ')
}

function reasonOf(error: unknown, { texts }: SectionPlan['section']): string | undefined {
  if (error instanceof ItemFault) return withFullStop(error.message)
  if (!(error instanceof Refusal)) return undefined
  const [{ field = '', rule } = {}] = error.faults
  return rule === undefined
    ? 'It has just been changed: run the command again.'
    : sentenceOfRule(field, rule, texts.en)
}
