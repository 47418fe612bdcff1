import { parseArgs } from 'node:util'
import { reportLines, sentences, verifyExport } from './verify-export.ts'

/** Verifies an export from its files alone: no database, no configuration. */
export async function verifyExportCommand(words: readonly string[]): Promise<string[]> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...words], options: { export: text, heads: text } })
  const { faults, ...report } = await verifyExport(values.export ?? '', values.heads)
  if (faults.length > 0) throw new Error(sentences(faults).join('\n'))
  return reportLines(report)
}
