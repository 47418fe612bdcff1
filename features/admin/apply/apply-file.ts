import { randomUUIDv7 } from 'node:crypto'
import type { AllowedApi } from '#contract/api.ts'
import { adminArea } from '#domain/audit/audit.ts'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import { config } from '#server/config.ts'
import { scalar, type Db, type Transaction } from '#server/db.ts'
import { RunsElsewhere, runAlone } from '#server/run-lock.ts'
import { carryOut, prepareAll, type PreparedSection } from './carry-out.ts'
import { checkFile, type FileSections } from './check-file.ts'
import { throwFaults, type ConfigurationFile, type FileFault } from './configuration-file.ts'
import { makePlan, type Plan } from './plan.ts'
import { openSecretsFile, type ReadSecret } from './secrets.ts'

// An advisory lock that nothing else in this database uses.
const lockNumber = 7_067_846
const busy = 'A configuration file is being applied by another process. Nothing was changed.'

export type FileOptions = {
  /** Deactivates, revokes or removes items that are missing from the file, in the sections that it contains. */
  isPruning?: boolean
  /** Confirms changes that end open sessions. */
  isConfirmed?: boolean
  readSecret: ReadSecret
}

export type ApplyOptions = FileOptions & {
  isDryRun?: boolean
  /** Path of the file that receives generated secrets. */
  secretsTo?: string | undefined
}

export type ApplyResult = {
  plan: Plan
  /** Request ID of the audit rows; undefined if nothing changed. */
  requestId: string | undefined
}

/**
 * Applies a configuration file to the database. Throws a FileError before any change if the file is invalid, and an
 * Error if another process is applying a file. Each section is one transaction, so the next run continues after an
 * interruption.
 */
export function applyFile(
  db: Db,
  sections: readonly ConfigurationSection[],
  file: ConfigurationFile,
  options: ApplyOptions,
): Promise<ApplyResult> {
  const fileSections = checkFile(file, sections)
  return whileAlone(async () => {
    const { isDryRun = false, secretsTo } = options
    const mayGenerateSecrets = isDryRun || secretsTo !== undefined
    const { plan, prepared } = await prepareFile(db, sections, {
      file,
      fileSections,
      options,
      ...(!mayGenerateSecrets && { secretInstruction: 'add --secrets-to <file>' }),
    })
    if (isDryRun || prepared.length === 0) return { plan, requestId: undefined }
    const secrets = secretsTo === undefined ? undefined : await openSecretsFile(secretsTo)
    const requestId = randomUUIDv7()
    const actor = { kind: 'system', area: adminArea, requestId }
    await carryOut(db, prepared, { actor, secrets }).finally(() => secrets?.close())
    return { plan, requestId }
  })
}

/** Runs `work` while no other process applies a file. Throws RunsElsewhere. */
export function whileAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  return runAlone(config.databaseUrl, lockNumber, busy, work)
}

/** Keeps other processes from applying a file until the transaction ends. Throws RunsElsewhere if one does. */
export async function lockApplying(tx: Transaction): Promise<void> {
  const isLocked = await scalar<boolean>(tx)`select pg_try_advisory_xact_lock(${lockNumber})`
  if (!isLocked) throw new RunsElsewhere(busy)
}

type CheckedFile = {
  file: ConfigurationFile
  fileSections: FileSections
  options: FileOptions
  /** Instruction for an item without a secret in the file; undefined if a secret may be generated for it. */
  secretInstruction?: string
}
export type PreparedFile = { plan: Plan; prepared: PreparedSection[] }

/** Plans a file and checks every change, outside of a transaction. Throws a FileError. */
export async function prepareFile(
  db: Db,
  sections: readonly ConfigurationSection[],
  { file, fileSections, options, secretInstruction }: CheckedFile,
): Promise<PreparedFile> {
  const plan = await makePlan(db, sections, fileSections, { isPruning: false, ...options })
  throwFaults(file, plan.faults)
  const { prepared, faults } = await prepareAll(db, plan, {
    platforms: await platformsOf(db, fileSections),
    apis: apisOf(fileSections),
    isConfirmed: options.isConfirmed ?? false,
  })
  const unstored =
    secretInstruction === undefined ? [] : faultsOfGeneratedSecrets(plan, secretInstruction)
  throwFaults(file, [...faults, ...unstored])
  return { plan, prepared }
}

async function platformsOf(db: Db, fileSections: FileSections): Promise<Set<string>> {
  const ids = (await listSubsystems(db)).map(({ id }) => id)
  return new Set([...ids, ...(fileSections.get('platforms') ?? []).map(({ id }) => String(id))])
}

function apisOf(fileSections: FileSections): AllowedApi[] {
  return (fileSections.get('apis') ?? []).flatMap(({ id, scopes }) =>
    scopes === undefined ? [] : [{ id: String(id), scopes: scopes as string[] }],
  )
}

/** Returns a fault with the instruction for each secret that the plan generated. */
function faultsOfGeneratedSecrets({ sections }: Plan, instruction: string): FileFault[] {
  const changes = sections.flatMap((each) => each.changes.filter((change) => change.isGenerated))
  return changes.map(({ key, path }) => ({
    path,
    sentence: `${key} gets a new secret: ${instruction}, or write secret: env:NAME or file:path.`,
  }))
}
