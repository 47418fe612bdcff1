import type { ZodMiniType } from 'zod/mini'
import { Refusal } from '#contract/refusal.ts'
import { describeError, nameOfCode, type ErrorFacts, type TextOf } from './error-facts.ts'

export type Values = Readonly<Record<string, string | boolean>>

/** An error of the form as a whole. */
type GeneralFault = ErrorFacts & {
  /** The form has no text for it: the snackbar shows it too. */
  isUnknown: boolean
}

/** Faults hold keys, not texts: the page may change its language while they are shown. */
export type Faults = {
  fields: Readonly<Record<string, string>>
  general?: GeneralFault | undefined
  /** How many attempts are left after the fault with this key. */
  attempts?: { key: string; left: number } | undefined
}

/** The first fault of each field, by the endpoint's schema and the form's own rules. */
export function faultsOfValues(
  values: Values,
  body: ZodMiniType | undefined,
  sent: unknown,
  own: readonly FieldIssue[],
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { name, key } of [
    ...issuesOf(body?.safeParse(sent ?? values).error?.issues ?? [], values),
    ...own,
  ]) {
    fields[name] ??= key
  }
  return fields
}

/** The fields at which a form shows errors that have none, by error code. */
export type Places = Readonly<Partial<Record<number, string>>>

/** Each fault at its field; one without a field stands over the form. */
export function faultsOfError(
  error: unknown,
  values: Values,
  textOf: TextOf,
  places: Places = {},
): Faults {
  const fields: Record<string, string> = {}
  let attempts: Faults['attempts']
  for (const { code, rule, attemptsLeft: left, field = places[code] } of error instanceof Refusal
    ? error.faults
    : []) {
    const key = [rule, nameOfCode(code)].find((each) => each !== undefined && textOf(each))
    if (field === undefined || !Object.hasOwn(values, field) || !key) continue
    fields[field] ??= key
    if (left !== undefined) attempts = { key, left }
  }
  if (Object.keys(fields).length > 0) return { fields, attempts }
  const facts = describeError(error, textOf)
  const isUnknown =
    facts.key === 'unexpected' || (facts.remedy === 'try again' && facts.key !== 'aborted')
  return { fields, general: { ...facts, isUnknown } }
}

type Issue = { path: PropertyKey[]; message: string; errors?: Issue[][] }
export type FieldIssue = { name: string; key: string }

/** Of a union only the branch whose fields the form has is reported. */
function issuesOf(issues: readonly unknown[], values: Values): FieldIssue[] {
  return (issues as readonly Issue[]).flatMap((issue) => {
    if (issue.errors) {
      const ours = issue.errors.find((branch) =>
        branch.every((inner) => Object.hasOwn(values, String(inner.path[0]))),
      )
      return issuesOf(ours ?? [], values)
    }
    // A field of a group has the whole path as its name.
    const whole = issue.path.join('.')
    const name = Object.hasOwn(values, whole) ? whole : String(issue.path[0])
    return [{ name, key: issue.message }]
  })
}
