import type { Body } from '#contract/endpoint.ts'
import { changeOwnPassword } from '#domain/credentials/password-change.ts'
import { rotateSession, type StartedSession } from '#domain/sessions/session.ts'
import { getUser } from '#domain/accounts/user.ts'
import type { UserCaller } from '#server/caller.ts'
import type { Db, Transaction } from '#server/db.ts'
import type { changePassword as endpoint } from './contract.ts'

/** Session of the user, and the token that the answer replaces. */
type Current = { caller: UserCaller; token: string }

/** Changes the password, ends the user’s other sessions and returns the current one with a new token. */
export async function changePassword(
  db: Db,
  { caller, token }: Current,
  input: Body<typeof endpoint>,
): Promise<StartedSession> {
  const owner = await getUser(db, caller.userId)
  const rotate = (tx: Transaction) => rotateSession(tx, { id: caller.sessionId, token })
  return changeOwnPassword(db, { owner, caller, rotate }, input)
}
