import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configurationSections } from '../../app/registry/apply.ts'
import { applyCommand } from '../../features/admin/apply/command.ts'
import { exportConfiguration } from '../../features/admin/apply/export.ts'
import { db, scalars } from '#server/db.ts'
import { atEnd, type Test } from './at-end.ts'

/** Helpers that apply configuration files and return the command's output. */

export type Outcome = { code: number; text: string }

/** Creates a folder that is deleted with the test. */
export async function newPlace(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-'))
  atEnd(t, () => rm(folder, { recursive: true }))
  return folder
}

/** Applies a configuration text, as the command does. */
export async function applyText(
  t: Test,
  text: string,
  words: readonly string[] = [],
  sections = configurationSections,
): Promise<Outcome> {
  const file = join(await newPlace(t), 'portico.yaml')
  await writeFile(file, text)
  try {
    const outcome = await applyCommand([file, ...words], sections)
    if (Array.isArray(outcome)) throw new Error('it has an exit code')
    return { code: outcome.code, text: outcome.lines.join('\n') }
  } catch (error) {
    return { code: 1, text: (error as Error).message.replaceAll(`${file}:`, '') }
  }
}

export function exportText(): Promise<string> {
  return exportConfiguration(db, configurationSections)
}

/** Returns the system's actions in the audit log, in order. */
export function systemActions(): Promise<string[]> {
  return scalars<string>(db)`
    select action || coalesce(' ' || target_id, '') from audit_log
    where actor_kind = 'system' order by timestamp, id`
}
