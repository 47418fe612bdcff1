import { readTexts } from '#server/command-options.ts'
import { faultLines, reportLines, verifyExport } from './verify-export.ts'

/** Verifies an export from its files alone. Needs no database and no configuration. */
export async function verifyExportCommand(args: readonly string[]): Promise<string[]> {
  const { export: file = '', heads } = readTexts(args, 'export', 'heads')
  const { faults, ...report } = await verifyExport(file, heads)
  if (faults.length > 0) throw new Error(faultLines(faults).join('\n'))
  return reportLines(report)
}
