import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { UserListQuery } from '#contract/user-list.ts'
import * as domain from '#domain/lists/listed-user.ts'
import { findUnreachable } from '#domain/mail/mail.ts'
import type { UserScope } from '#domain/lists/user-list.ts'
import { findUser, type User } from '#domain/accounts/user.ts'
import type { Db } from '#server/db.ts'
import type { FoundPage, Page } from '#server/paging.ts'
import type { PartnerUser } from './contract.ts'

/** A listed user with the action that the calling admin may take, and whether emails reach the user. */
export type ListedUser = domain.ListedUser & Pick<PartnerUser, 'action' | 'unreachable'>

async function withAdminFields(db: Db, users: readonly domain.ListedUser[]): Promise<ListedUser[]> {
  const ids = users.map(({ id }) => id)
  const unreachable = await findUnreachable(db, ids)
  return users.map((user) => ({
    ...user,
    action: user.active ? 'deactivate' : 'activate',
    unreachable: unreachable.has(user.id),
  }))
}

/** Finds one page of the users of all companies or of one company. */
export async function findUsers(
  db: Db,
  scope: UserScope,
  query: UserListQuery,
  page: Page,
): Promise<FoundPage<ListedUser>> {
  const { rows, ...rest } = await domain.findUsers(db, scope, query, page)
  return { ...rest, rows: await withAdminFields(db, rows) }
}

/** Returns a user as lists show it. Throws if the user does not exist. */
export async function getListedUser(db: Db, id: string): Promise<ListedUser> {
  const user = await domain.findListedUser(db, id)
  const [listedUser] = user ? await withAdminFields(db, [user]) : []
  if (!listedUser) throw new Error(`user ${id} was deleted concurrently`)
  return listedUser
}

/** Finds a user. Throws 404001 for an unknown or malformed id, and for that of an admin. */
export async function requireUser(db: Db, id: string): Promise<User> {
  const user = isId(id) ? await findUser(db, id) : undefined
  if (!user) throw new Refusal(commonErrors.notFound)
  return user
}
