import { byteOrderMark, csvLine } from '#server/csv.ts'
import { exportRequirements, type MeasuredRequirement } from './contract.ts'

const columns = Object.keys(
  exportRequirements.csvColumns,
) as (keyof typeof exportRequirements.csvColumns)[]

/** Yields the CSV file line by line. */
export function* csvOf(results: readonly MeasuredRequirement[]): Generator<string> {
  yield `${byteOrderMark}${csvLine(columns)}`
  for (const { found, evidence, ...row } of results) {
    const text = {
      ...row,
      secondHand: String(row.secondHand),
      found: found.map(({ what, count }) => `${what}: ${count}`).join('; '),
      auditQuery: evidence.auditQuery,
    }
    yield csvLine(columns.map((name) => text[name]))
  }
}
