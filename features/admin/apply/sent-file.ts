import type { Body } from '#contract/endpoint.ts'
import { commonErrors, errorCodes, Refusal } from '#contract/refusal.ts'
import type { ConfigurationSection } from '#domain/settings/configuration-section.ts'
import type { Db } from '#server/db.ts'
import { RunsElsewhere } from '#server/run-lock.ts'
import { prepareFile, type FileOptions, type PreparedFile } from './apply-file.ts'
import { ApplyConflict } from './carry-out.ts'
import { checkFile } from './check-file.ts'
import type { planConfiguration } from './contract.ts'
import {
  FileError,
  pointerOf,
  type ConfigurationFile,
  type FileFault,
} from './configuration-file.ts'
import type { ReadSecret } from './secrets.ts'

/** A configuration file as a call contains it: parsed, and with the secrets that it refers to. */
export type SentFile = Body<typeof planConfiguration>

/** Plans a file and checks every change. Throws a FileError, also for a secret that would have to be generated. */
export function prepareSentFile(
  db: Db,
  sections: readonly ConfigurationSection[],
  sent: SentFile,
): Promise<PreparedFile> {
  const file = fileOf(sent)
  const fileSections = checkFile(file, sections)
  // A generated secret would be stored unencrypted until the approval, and the reply that contains it could get lost.
  const secretInstruction = 'none is generated over HTTP: draw one'
  const options = optionsOf(sent)
  return prepareFile(db, sections, { file, fileSections, options, secretInstruction })
}

export function fileOf({ name, configuration }: SentFile): ConfigurationFile {
  return { name, value: configuration, describe }
}

function describe({ path, sentence }: FileFault): string {
  return `${pointerOf(path)} ${sentence}`
}

export function optionsOf({ prune, confirm, secrets = {} }: SentFile): Required<FileOptions> {
  const readSecret: ReadSecret = (source) => {
    const value = Object.hasOwn(secrets, source) ? secrets[source] : undefined
    const fault = `The call contains no value of ${source}.`
    return Promise.resolve(value ? { value } : { fault })
  }
  return { isPruning: prune ?? false, isConfirmed: confirm ?? false, readSecret }
}

/**
 * Runs `work`. Converts a FileError to a Refusal 400001 whose fields are JSON Pointers, and an ApplyConflict or
 * RunsElsewhere to 409001.
 */
export async function withPointers<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof FileError) {
    const code = commonErrors.invalidInput
    const faults = error.faults.map(({ path, sentence }) => ({
      code,
      field: pointerOf(path),
      detail: sentence,
    }))
    return new Refusal(code, { faults })
  }
  if (!(error instanceof RunsElsewhere || error instanceof ApplyConflict)) return error
  const code = errorCodes.changedMeanwhile
  return new Refusal(code, { faults: [{ code, detail: error.message }] })
}
