import { csvOfList, type CsvTexts } from '#server/csv.ts'
import { exportRequirements, type MeasuredRequirement } from './contract.ts'

const texts: CsvTexts<MeasuredRequirement, keyof typeof exportRequirements.csvColumns> = {
  found: ({ found }) => found.map(({ what, count }) => `${what}: ${count}`).join('; '),
  secondHand: ({ secondHand }) => String(secondHand),
  auditQuery: ({ evidence }) => evidence.auditQuery,
}

/** Yields the CSV file. All results are in one page, so the key, from which a next page would start, is not read. */
export function csvOf(results: readonly MeasuredRequirement[]): AsyncGenerator<string> {
  const rows = results.map((result) => ({ ...result, key: [] }))
  return csvOfList(exportRequirements.csvColumns, texts, async () => ({ rows }))
}
