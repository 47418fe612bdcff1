import { join, type Sql } from 'sql-template-tag'
import type { UserListQuery, UserSort } from '#contract/user-list.ts'
import { byName } from '#server/collation.ts'
import { sql } from '#server/db.ts'
import { fullNameIn } from '../accounts/full-name.ts'

type Order = { by: readonly Sql[]; casts: readonly Sql[]; key: Sql }

const orders: Record<UserSort, Order> = {
  name: {
    by: [sql`u.lastname ${byName}`, sql`u.firstname ${byName}`, sql`u.id`],
    casts: [sql`text`, sql`text`, sql`uuid`],
    key: sql`array[u.lastname, u.firstname, u.id::text]`,
  },
  lastLogin: {
    by: [sql`u.last_login`, sql`u.user_id`],
    casts: [sql`timestamptz`, sql`uuid`],
    key: sql`array[u.last_login::text, u.user_id::text]`,
  },
  created: {
    by: [sql`u.created_at`, sql`u.id`],
    casts: [sql`timestamptz`, sql`uuid`],
    key: sql`array[u.created_at::text, u.id::text]`,
  },
}

/**
 * The order by the names as they are shown, for the users of one company. Its key has the shape of `orders.name`. No
 * index has it, so only a set that is collected is in this order; the list of a larger company is by last name.
 */
const shownName = sql`${fullNameIn(sql`u`)} ${byName}`
const shownNameOrder: Order = {
  ...orders.name,
  by: [shownName, sql`u.lastname ${byName}`, sql`u.id`],
  key: sql`array[${fullNameIn(sql`u`)}, u.lastname, u.id::text]`,
}

/** Returns the order of a list: its SQL, the key of a row, and the condition for rows after a key. */
export function orderOf(sort: UserListQuery['sort'] = 'name') {
  const isDescending = sort.startsWith('-')
  const name = sort.replace('-', '') as UserSort
  return { name, ...sqlOf(orders[name], isDescending) }
}

/** Returns the SQL of an order in one direction. */
function sqlOf({ by, casts, key }: Order, isDescending: boolean) {
  const direction = isDescending ? sql`desc` : sql`asc`
  const after = (values: readonly string[] | undefined) => {
    if (!values) return sql`true`
    const start = join(casts.map((cast, at) => sql`${values[at]}::${cast}`))
    return isDescending ? sql`(${join(by)}) < (${start})` : sql`(${join(by)}) > (${start})`
  }
  return { by: join(by.map((column) => sql`${column} ${direction}`)), key, after }
}

export type ListOrder = ReturnType<typeof orderOf>

/** Returns the order of a set that is collected: in one company, names are in the order in which they are shown. */
export function orderOfSet(sort: UserListQuery['sort'], isCompany: boolean): ListOrder {
  const order = orderOf(sort)
  if (!isCompany || order.name !== 'name') return order
  return { ...order, ...sqlOf(shownNameOrder, sort === '-name') }
}
