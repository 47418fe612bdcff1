import { brokenRules, type PasswordContext } from '#contract/password-rules.ts'
import type { FieldIssue } from '../ui/form-faults.ts'
import type { Values } from '../unsaved-input.ts'

/** Returns the password rules that the new password of a form breaks; none for an empty password. */
export function newPasswordFaults(values: Values, context: PasswordContext): FieldIssue[] {
  const name = 'newPassword' in values ? 'newPassword' : 'password'
  const password = values[name]
  if (typeof password !== 'string' || password === '') return []
  return brokenRules(password, context).map((key) => ({ name, key }))
}
