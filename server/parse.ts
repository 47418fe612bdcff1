import type * as z from 'zod/mini'
import { errorCodes, commonErrors, Refusal, type Fault } from '#contract/refusal.ts'

/**
 * What was sent, as its schema wants it. Throws a Refusal that names every wrong field: by the code of the
 * broken rule where it has one, else 400001. Keys that the schema does not know are wrong too.
 */
export function parse(schema: z.ZodMiniType | undefined, sent: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw refusalFor(parsed.error.issues.flatMap(faultsOf))
  const unknown = unknownKey(sent, parsed.data)
  if (unknown !== undefined) throw refusalFor([{ code: commonErrors.invalidInput, field: unknown }])
  return parsed.data
}

function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const rule = issue.message
  const code = Object.hasOwn(errorCodes, rule)
    ? errorCodes[rule as keyof typeof errorCodes]
    : commonErrors.invalidInput
  const isNamed = /^[a-z][A-Za-z]+$/.test(rule)
  return [{ code, field: issue.path.join('.'), ...(isNamed && { rule }) }]
}

function refusalFor(faults: Fault[]): Refusal {
  return new Refusal(faults[0]?.code ?? commonErrors.invalidInput, { faults })
}

function unknownKey(sent: unknown, parsed: unknown): string | undefined {
  if (!isRecord(sent) || !isRecord(parsed)) return undefined
  return Object.keys(sent).find((key) => !Object.hasOwn(parsed, key))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
