import { join, type Sql } from 'sql-template-tag'
import type { Query, Reply } from '#contract/endpoint.ts'
import { platformAccessState } from '#domain/platform-access.ts'
import { rows, run, sql, transaction, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { listUsers } from './contract.ts'

type Row = Reply<typeof listUsers>[number]
type Asked = Query<typeof listUsers>
/** By what the list is sorted: where the next page begins. */
export type Found = Row & { lastnameKey: string; firstnameKey: string }

/** How many letters a part must have to be looked for anywhere (design §4); shorter ones must be a start. */
const anywhere = 3

export function findUsers(db: Db, asked: Asked, { take, after }: Page): Promise<Found[]> {
  const [lastname = '', firstname = '', id = ''] = after ?? []
  const conditions = [
    ...(asked.includeInactive === 'true' ? [] : [sql`u.active`]),
    ...(asked.partner === undefined ? [] : [sql`u.partner_id = ${asked.partner}`]),
    ...searched(asked.q ?? ''),
    ...(after
      ? [
          sql`(lower(u.lastname), lower(u.firstname), u.id) > (${lastname}, ${firstname}, ${id}::uuid)`,
        ]
      : []),
  ]
  const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``
  return transaction(db, async (tx) => {
    // What is rare and what is common want different plans, which one plan for every part would not see.
    await run(tx, sql`set local plan_cache_mode = force_custom_plan`)
    return shown(
      tx,
      sql`${where} order by lower(u.lastname), lower(u.firstname), u.id limit ${take}`,
    )
  })
}

export async function findOne(db: Db, id: string): Promise<Found | undefined> {
  const [found] = await shown(db, sql`where u.id = ${id}`)
  return found
}

/** Each word is found by an index; a short one is looked for together with what stands beside it. */
function searched(typed: string): Sql[] {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (text === '') return []
  if (lengthOf(text) < anywhere) {
    const start = `${escaped(text)}%`
    return [
      sql`(lower(u.firstname) like ${start} or lower(u.lastname) like ${start} or u.email like ${start})`,
    ]
  }
  const words = text.split(' ')
  const parts = words.every((word) => lengthOf(word) >= anywhere) ? words.slice(0, 5) : [text]
  return parts.map((part) => sql`u.search like ${`%${escaped(part)}%`}`)
}

async function shown(db: Db, which: Sql): Promise<Found[]> {
  const found = await rows<Omit<Found, 'lastLogin' | 'action'> & { lastLoginAt: Date | null }>(
    db,
    sql`
    select u.id, u.firstname, u.lastname, u.email, u.active, u.onboarded_at is not null as onboarded,
           u.last_login_at, lower(u.lastname) as lastname_key, lower(u.firstname) as firstname_key,
           case when p.id is null then null
                else json_build_object('id', p.id, 'name', p.name, 'active', p.active) end as partner,
           (select coalesce(json_agg(json_build_object(
                     'id', s.id, 'name', s.name, 'state', ${platformAccessState(undefined)}) order by s.name), '[]')
            from subsystem_accounts a join subsystems s on s.id = a.subsystem_id
            where a.user_id = u.id) as subsystems
    from (
      select u.id, u.partner_id, u.firstname, u.lastname, u.email, u.active, u.onboarded_at, u.last_login_at
      from users u ${which}) u
    left join partners p on p.id = u.partner_id
    order by lower(u.lastname), lower(u.firstname), u.id`,
  )
  return found.map(({ lastLoginAt, ...user }) => ({
    ...user,
    lastLogin: lastLoginAt?.toISOString() ?? null,
    action: user.active ? ('deactivate' as const) : ('activate' as const),
  }))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}

function lengthOf(text: string): number {
  return [...text].length
}
