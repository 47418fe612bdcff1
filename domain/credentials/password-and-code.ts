import { Refusal } from '#contract/refusal.ts'
import type { Db } from '#server/db.ts'
import type { Owner } from './failed-check.ts'
import {
  verifyCode,
  verifyPassword,
  type CredentialCheck,
  type CodeInput,
  type VerifiedCode,
} from './verification.ts'

/** Verifies the password, then the code, so that a wrong password uses up no code. Otherwise like `verifyCode`. */
export async function verifyPasswordAndCode<Result>(
  db: Db,
  check: CredentialCheck & { owner: Owner },
  { password, ...code }: CodeInput & { password: string },
  use: (code: VerifiedCode) => Promise<Result>,
): Promise<Result> {
  await verifyPassword(db, { ...check, isPart: true }, { password, accept: 'uncompromised' })
  return verifyCode(db, check, code, use).catch(withoutField)
}

/**
 * Rethrows the error without its field, so that it does not reveal which factor was wrong (RTS (EU) 2018/389, article
 * 4(3)(a)).
 */
function withoutField(error: unknown): never {
  const namesField =
    error instanceof Refusal && error.faults.some(({ field }) => field !== undefined)
  throw namesField ? new Refusal(error.code) : error
}
