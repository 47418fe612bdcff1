import type { ZodMiniType } from 'zod/mini'
import { CallFailure } from '#contract/call.ts'
import { brokenRules, type PasswordContext } from '#contract/password-rules.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'

/** The text of a key: the feature's own, else the shared one; undefined for an unknown key. */
export type TextOf = (key: string) => string | undefined

export type Values = Readonly<Record<string, string | boolean>>

/** An error of the form as a whole. */
type GeneralFault = {
  key: string
  untilMs?: number | undefined
  errorCode?: number | undefined
  requestId?: string | undefined
  /** The form has no text for it: the snackbar shows it too. */
  isUnknown: boolean
}

/** Faults hold keys, not texts: the page may change its language while they are shown. */
export type Faults = {
  fields: Readonly<Record<string, string>>
  general?: GeneralFault | undefined
}

const names = new Map<number, string>(
  Object.entries(errorCodes).map(([name, code]) => [code, name]),
)

/** The first fault of each field, by the endpoint's schema and the password rules. */
export function faultsOfValues(
  values: Values,
  body: ZodMiniType | undefined,
  sent: unknown,
  context: PasswordContext | undefined,
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { name, key } of [
    ...issuesOf(body?.safeParse(sent ?? values).error?.issues ?? [], values),
    ...brokenPasswordRules(values, context),
  ]) {
    fields[name] ??= key
  }
  return fields
}

/** Each fault at its field; one without a field stands over the form. */
export function faultsOfError(error: unknown, values: Values, textOf: TextOf): Faults {
  if (error instanceof CallFailure) {
    const unknown = error.requestId ? 'unexpected' : 'failed'
    const key = textOf(error.kind) === undefined ? unknown : error.kind
    const isUnknown = error.kind !== 'aborted'
    return { fields: {}, general: { key, requestId: error.requestId, isUnknown } }
  }
  if (!(error instanceof Refusal)) {
    return { fields: {}, general: { key: 'failed', isUnknown: true } }
  }
  const fields: Record<string, string> = {}
  for (const { code, field, rule } of error.faults) {
    const key = [rule, names.get(code)].find((each) => each !== undefined && textOf(each))
    if (field !== undefined && Object.hasOwn(values, field) && key) fields[field] ??= key
  }
  return Object.keys(fields).length > 0 ? { fields } : { fields, general: generalOf(error, textOf) }
}

function generalOf(refusal: Refusal, textOf: TextOf): GeneralFault {
  const name = names.get(refusal.code)
  const isKnown = name !== undefined && textOf(name) !== undefined
  const seconds = refusal.retryAfterSeconds
  return {
    key: isKnown ? name : 'unexpected',
    untilMs: seconds === undefined ? undefined : Date.now() + seconds * 1000,
    errorCode: refusal.code,
    requestId: refusal.requestId,
    isUnknown:
      !isKnown ||
      refusal.code === errorCodes.unexpected ||
      refusal.code === errorCodes.notAvailable,
  }
}

type Issue = { path: PropertyKey[]; message: string; errors?: Issue[][] }
type FieldIssue = { name: string; key: string }

/** Of a union only the branch whose fields the form has is reported. */
function issuesOf(issues: readonly unknown[], values: Values): FieldIssue[] {
  return (issues as readonly Issue[]).flatMap((issue) => {
    if (issue.errors) {
      const ours = issue.errors.find((branch) =>
        branch.every((inner) => Object.hasOwn(values, String(inner.path[0]))),
      )
      return issuesOf(ours ?? [], values)
    }
    return [{ name: String(issue.path[0]), key: issue.message }]
  })
}

function brokenPasswordRules(values: Values, context: PasswordContext | undefined): FieldIssue[] {
  const name = 'newPassword' in values ? 'newPassword' : 'password'
  const password = values[name]
  if (!context || typeof password !== 'string' || password === '') return []
  return brokenRules(password, context).map((key) => ({ name, key }))
}
