import type { ZodMiniType } from 'zod/mini'
import { Refusal } from '#contract/refusal.ts'
import type { Values } from '../unsaved-input.ts'
import { describeError, nameOfCode, type ErrorFacts, type TextOf } from './error-facts.ts'

/** The errors of a form. Contains keys, because the language may change while they are shown. */
export type Faults = {
  fields: Readonly<Record<string, string>>
  /** An error that concerns the whole form. */
  general?: ErrorFacts | undefined
  /** The number of attempts left, and the key of the error that reported it. */
  attempts?: { key: string; left: number } | undefined
}

/**
 * Returns the first error of each field. Errors by the endpoint's schema, which checks `input` (by default the values),
 * take precedence over those of the form.
 */
export function faultsOfValues(
  values: Values,
  schema: ZodMiniType | undefined,
  input: unknown,
  formIssues: readonly FieldIssue[],
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { name, key } of [
    ...issuesOf(schema?.safeParse(input ?? values).error?.issues ?? [], values),
    ...formIssues,
  ]) {
    fields[name] ??= key
  }
  return fields
}

/** The fields at which a form shows errors that name no field, by error code. */
export type Places = Readonly<Partial<Record<number, string>>>

/** Returns the error of each field, or one general error if no field of the form is affected. */
export function faultsOfError(
  error: unknown,
  values: Values,
  textOf: TextOf,
  places: Places = {},
): Faults {
  const fields: Record<string, string> = {}
  let attempts: Faults['attempts']
  const faults = error instanceof Refusal ? error.faults : []
  for (const { code, rule, attemptsLeft: left, field = places[code] } of faults) {
    const key = [rule, nameOfCode(code)].find((each) => each !== undefined && textOf(each))
    if (field === undefined || !Object.hasOwn(values, field) || !key) continue
    fields[field] ??= key
    if (left !== undefined) attempts = { key, left }
  }
  if (Object.keys(fields).length > 0) return { fields, attempts }
  return { fields, general: describeError(error, textOf) }
}

type Issue = { path: PropertyKey[]; message: string; errors?: Issue[][] }
/** An error of the field `name`; `key` is that of its text. */
export type FieldIssue = { name: string; key: string }

/** Returns the error of an empty reason: every dialog that asks for a reason requires one. */
export function missingReason({ reason }: { readonly reason: unknown }): FieldIssue[] {
  const isMissing = typeof reason !== 'string' || reason.trim() === ''
  return isMissing ? [{ name: 'reason', key: 'required' }] : []
}

/** Returns the issues by field. For a union, returns only those of the branch that matches the form's fields. */
function issuesOf(issues: readonly unknown[], values: Values): FieldIssue[] {
  return (issues as readonly Issue[]).flatMap((issue) => {
    if (issue.errors) {
      const matchingBranch = issue.errors.find((branch) =>
        branch.every((inner) => Object.hasOwn(values, String(inner.path[0]))),
      )
      return issuesOf(matchingBranch ?? [], values)
    }
    // A field in a group is named by its whole path.
    const path = issue.path.join('.')
    const name = Object.hasOwn(values, path) ? path : String(issue.path[0])
    return [{ name, key: issue.message }]
  })
}
