import type { Visitor } from './people.ts'
import { changePassword } from '../../features/account/password/contract.ts'

export const first = 'First-Harbour-1'

export const second = 'Second-Harbour-2'

export function change(
  browser: Visitor,
  oldPassword: string,
  newPassword: string,
  confirmPassword = newPassword,
) {
  return browser.call(changePassword, { body: { oldPassword, newPassword, confirmPassword } })
}
