import type { AllowedApi } from '#contract/api.ts'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import { listSubsystems } from '#domain/platforms/subsystem.ts'
import { config } from '#server/config.ts'
import type { Db } from '#server/db.ts'
import { runAlone } from '#server/run-lock.ts'
import { carryOut, prepareAll } from './carry-out.ts'
import { checkFile, throwFaults, type FileSections } from './check-file.ts'
import type { ConfigurationFile, FileFault } from './parse-file.ts'
import { makePlan, type Plan } from './plan.ts'
import { openSecretsFile, type ReadSecret } from './secrets.ts'

// An advisory lock that nothing else in this database uses.
const lockNumber = 7_067_846

export type ApplyOptions = {
  isDryRun?: boolean
  /** Deactivates, revokes or removes items that are missing from the file, in the sections that it contains. */
  isPruning?: boolean
  /** Confirms changes that end open sessions. */
  isConfirmed?: boolean
  /** Path of the file that receives generated secrets. */
  secretsTo?: string | undefined
  readSecret: ReadSecret
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
  const busy = 'A configuration file is being applied by another process. Nothing was changed.'
  return runAlone(config.databaseUrl, lockNumber, busy, async () => {
    const plan = await makePlan(db, sections, fileSections, { isPruning: false, ...options })
    throwFaults(file, plan.faults)
    const { prepared, faults } = await prepareAll(db, plan, {
      platforms: await platformsOf(db, fileSections),
      apis: apisOf(fileSections),
      isConfirmed: options.isConfirmed ?? false,
    })
    throwFaults(file, [...faults, ...findUnstoredSecrets(plan, options)])
    if (options.isDryRun || prepared.length === 0) return { plan, requestId: undefined }
    const { secretsTo } = options
    const secrets = secretsTo === undefined ? undefined : await openSecretsFile(secretsTo)
    const requestId = await carryOut(db, prepared, secrets).finally(() => secrets?.close())
    return { plan, requestId }
  })
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

/**
 * Returns a fault for each secret that would be generated without a file to write it to: it is not shown anywhere else.
 */
function findUnstoredSecrets(
  { sections }: Plan,
  { isDryRun, secretsTo }: ApplyOptions,
): FileFault[] {
  if (isDryRun || secretsTo !== undefined) return []
  const generated = sections.flatMap(({ changes }) => changes.filter((each) => each.isGenerated))
  return generated.map(({ key, path }) => ({
    path,
    sentence: `${key} gets a new secret: add --secrets-to <file>, or write secret: env:NAME or file:path.`,
  }))
}
