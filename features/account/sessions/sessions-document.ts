import type { Reply } from '#contract/endpoint.ts'
import { listSessions } from '#domain/sessions/session.ts'
import type { Db } from '#server/db.ts'
import { replyOf } from '#server/http.ts'
import { readPage } from '#server/paging.ts'
import * as contract from './contract.ts'
import { listLogins } from './list-logins.ts'

type Caller = { userId: string; sessionId: string }

/** Returns the open sessions of the caller, the current one first. */
export async function listOwnSessions(
  db: Db,
  { userId, sessionId }: Caller,
): Promise<Reply<typeof contract.listSessions>> {
  const open = await listSessions(db, userId)
  const sessions = open.map((each) => ({ ...each, current: each.id === sessionId }))
  sessions.sort((one, other) => Number(other.current) - Number(one.current))
  return replyOf(contract.listSessions, sessions)
}

/** Returns the first page of the caller's logins, equal to the reply of `GET /users/login/history`. */
export async function listFirstLogins(
  db: Db,
  caller: Caller,
): Promise<{ rows: Reply<typeof contract.listLogins>; next: string | undefined }> {
  const { rows, next } = await readPage(
    { limit: contract.loginsPerPage },
    cursorScopeOf(caller),
    (page) => listLogins(db, caller, page),
  )
  return { rows: replyOf(contract.listLogins, rows), next }
}

/** Returns the scope of the list’s cursors: a cursor continues only the logins of the same user. */
export function cursorScopeOf({ userId }: Pick<Caller, 'userId'>): string {
  return `logins by time of ${userId}`
}
