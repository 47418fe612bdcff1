import type { ZodMiniType } from 'zod/mini'
import { CallFailure } from '#contract/call.ts'
import { brokenRules, type PasswordContext } from '#contract/password-rules.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'

/** Finds the words of a key: the feature's own first, then the shared ones. */
export type WordOf = (key: string) => string | undefined

export type Values = Readonly<Record<string, string | boolean>>

/** What is wrong with a form as a whole. */
type GeneralFault = {
  key: string
  untilMs?: number | undefined
  errorCode?: number | undefined
  requestId?: string | undefined
  /** Nobody here knows what to do about it: it goes to the snackbar, too. */
  isUnknown: boolean
}

/** By the keys of their words: the page may change its language while they stand. */
export type Faults = {
  fields: Readonly<Record<string, string>>
  general?: GeneralFault | undefined
}

/** In the words of the page. */
export type SaidFaults = {
  fields: Faults['fields']
  general?: (Omit<GeneralFault, 'key'> & { text: string }) | undefined
}

export function inWords({ fields, general }: Faults, wordOf: WordOf): SaidFaults {
  const said = Object.entries(fields).map(([name, key]) => [name, wordOf(key) ?? key])
  const { key = '', ...about } = general ?? {}
  return {
    fields: Object.fromEntries(said),
    general: general && { ...(about as typeof general), text: wordOf(key) ?? '' },
  }
}

const names = new Map<number, string>(
  Object.entries(errorCodes).map(([name, code]) => [code, name]),
)

/** The first message of each field that the endpoint's schema, or a rule for passwords, does not accept. */
export function faultsOfValues(
  values: Values,
  rules: { body: ZodMiniType | undefined; sent?: unknown; context: PasswordContext | undefined },
): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { name, key } of [
    ...issuesOf(rules.body?.safeParse(rules.sent ?? values).error?.issues ?? [], values),
    ...brokenPasswordRules(values, rules.context),
  ]) {
    fields[name] ??= key
  }
  return fields
}

/** Each fault at its field; what has no field stands over the form. */
export function faultsOfError(error: unknown, values: Values, wordOf: WordOf): Faults {
  if (error instanceof CallFailure) {
    const unknown = error.requestId ? 'unexpected' : 'failed'
    const key = wordOf(error.kind) === undefined ? unknown : error.kind
    const isUnknown = error.kind !== 'aborted'
    return { fields: {}, general: { key, requestId: error.requestId, isUnknown } }
  }
  if (!(error instanceof Refusal)) {
    return { fields: {}, general: { key: 'failed', isUnknown: true } }
  }
  const fields: Record<string, string> = {}
  for (const { code, field, rule } of error.faults) {
    const key = [rule, names.get(code)].find((each) => each !== undefined && wordOf(each))
    if (field !== undefined && Object.hasOwn(values, field) && key) fields[field] ??= key
  }
  return Object.keys(fields).length > 0 ? { fields } : { fields, general: generalOf(error, wordOf) }
}

function generalOf(refusal: Refusal, wordOf: WordOf): GeneralFault {
  const name = names.get(refusal.code)
  const isKnown = name !== undefined && wordOf(name) !== undefined
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
type Broken = { name: string; key: string }

/** Of several possible shapes only the one that the form has fields for speaks. */
function issuesOf(issues: readonly unknown[], values: Values): Broken[] {
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

function brokenPasswordRules(values: Values, context: PasswordContext | undefined): Broken[] {
  const name = 'newPassword' in values ? 'newPassword' : 'password'
  const password = values[name]
  if (!context || typeof password !== 'string' || password === '') return []
  return brokenRules(password, context).map((key) => ({ name, key }))
}
