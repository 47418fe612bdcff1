import { createLink, mailedToken } from '#domain/sign-in/link.ts'
import { db } from '#server/db.ts'
import type { Visitor } from './people.ts'
import { confirmPasswordReset } from '../../features/account/password/contract.ts'

export const second = 'Second-Harbour-2'

export async function linkFor({ id, email }: { id: string; email: string }): Promise<string> {
  const link = { kind: 'reset-password', userId: id, email, createdBy: 'user' } as const
  return (await mailedToken(db, await createLink(db, link))) ?? ''
}

export function confirm(
  browser: Visitor,
  token: string,
  password = second,
  confirmPassword = password,
) {
  return browser.call(confirmPasswordReset, { body: { token, password, confirmPassword } })
}
