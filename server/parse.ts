import type * as z from 'zod/mini'
import { errorCodes, commonErrors, Refusal, type Fault } from '#contract/refusal.ts'

/**
 * Parses input by its schema. Throws a Refusal that lists every invalid field, with the error code of the broken rule
 * or else 400001. Unknown keys of the input itself are invalid, too. `otherFaults` are faults that no schema can find.
 */
export function parse(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  otherFaults: readonly Fault[] = [],
): unknown {
  if (!schema) return undefined
  const parsed = attempt(schema, input)
  const faults = [...(parsed.error?.issues.map(faultOf) ?? []), ...otherFaults]
  if (!parsed.success || faults.length > 0) throw refusalFor(faults)
  const unknown = findUnknownKey(input, parsed.data)
  if (unknown !== undefined) throw refusalFor([{ code: commonErrors.invalidInput, field: unknown }])
  return parsed.data
}

/** Parses input. Throws a Refusal if a check throws because it ran on a value of the wrong type. */
function attempt(schema: z.ZodMiniType, input: unknown) {
  try {
    return schema.safeParse(input)
  } catch {
    throw new Refusal(commonErrors.invalidInput)
  }
}

function faultOf(issue: z.core.$ZodIssue): Fault {
  const rule = issue.message
  const code = Object.hasOwn(errorCodes, rule)
    ? errorCodes[rule as keyof typeof errorCodes]
    : commonErrors.invalidInput
  // Zod's own messages are sentences, not names of rules.
  const isRuleName = /^[a-z][A-Za-z]+$/.test(rule)
  const field = issue.path.join('.')
  return { code, ...(field !== '' && { field }), ...(isRuleName && { rule }) }
}

function refusalFor(faults: readonly Fault[]): Refusal {
  return new Refusal(faults[0]?.code ?? commonErrors.invalidInput, { faults })
}

/** Returns a key that the schema does not declare: zod leaves it out of the parsed object. */
function findUnknownKey(input: unknown, parsed: unknown): string | undefined {
  if (input === parsed || !isRecord(input) || !isRecord(parsed)) return undefined
  return Object.keys(input).find((key) => !Object.hasOwn(parsed, key))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
