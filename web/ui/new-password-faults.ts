import { brokenRules, type PasswordContext } from '#contract/password-rules.ts'
import type { FieldIssue, Values } from './form-faults.ts'

/** The password rules that a form's new password breaks. */
export function newPasswordFaults(values: Values, context: PasswordContext): FieldIssue[] {
  const name = 'newPassword' in values ? 'newPassword' : 'password'
  const password = values[name]
  if (typeof password !== 'string' || password === '') return []
  return brokenRules(password, context).map((key) => ({ name, key }))
}
