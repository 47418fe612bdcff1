import type { ListedUser as WireUser } from '#contract/listed-user.ts'
import type { StoredProfile } from '#contract/profile-fields.ts'
import type { UserListQuery } from '#contract/user-list.ts'
import { byName } from '#server/collation.ts'
import { rows, transaction, type Db } from '#server/db.ts'
import type { FoundPage, Page } from '#server/paging.ts'
import { profileColumns } from '../accounts/profile.ts'
import { usersWithLogin } from '../accounts/user-login.ts'
import { platformAccessState } from '../platform-access/platform-access.ts'
import { rolesOfAccount } from '../platforms/platform-role.ts'
import { factorsOf, statusOf } from './user-conditions.ts'
import { listUserIds, type UserScope } from './user-list.ts'
import { orderOf } from './user-order.ts'

/** A user in a list, with the whole profile. `key` is the position from which the next page continues. */
export type ListedUser = Omit<WireUser, 'lastLogin'> &
  StoredProfile & {
    key: string[]
    lastLogin: Date | null
    partner: { id: string; name: string; active: boolean } | null
  }

/**
 * Returns one page of the users of all companies or of one. Reads their rows outside of the transaction, whose statements
 * are planned at each use.
 */
export async function findUsers(
  db: Db,
  scope: UserScope,
  query: UserListQuery,
  page: Page,
): Promise<FoundPage<ListedUser>> {
  const { ids, total, bound, key } = await transaction(db, (tx) =>
    listUserIds(tx, scope, query, page),
  )
  return { rows: await selectUsers(db, ids, key), total, bound }
}

export async function findListedUser(db: Db, id: string): Promise<ListedUser | undefined> {
  const [user] = await selectUsers(db, [id])
  return user
}

/** Lists users in the order of the ids, each with its `key` in the order of the list. Without `offset 0`, the planner would read all platforms for each user. */
function selectUsers(db: Db, ids: readonly string[], key = orderOf().key): Promise<ListedUser[]> {
  return rows<ListedUser>(db)`
    select u.id, ${profileColumns}, u.email, u.active, u.onboarded_at is not null as onboarded,
           ${statusOf} as status,
           ${factorsOf} as second_factors,
           nullif(u.last_login, '-infinity') as last_login, ${key} as key,
           case when p.id is null then null
                else json_build_object('id', p.id, 'name', p.name, 'active', p.active) end as partner,
           (select coalesce(json_agg(json_build_object(
                     'id', s.id, 'name', s.name, 'state', ${platformAccessState()},
                     'roles', ${rolesOfAccount}) order by s.name ${byName}), '[]')
            from subsystem_accounts a,
                 lateral (select * from subsystems where id = a.subsystem_id offset 0) s
            where a.user_id = u.id) as subsystems
    from unnest(${ids}::uuid[]) with ordinality listed (id, position)
    join ${usersWithLogin()} on u.id = listed.id
    left join partners p on p.id = u.partner_id
    order by listed.position`
}
