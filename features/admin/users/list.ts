import { join, type Sql } from 'sql-template-tag'
import type { Query } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { findInvitationOf } from '#domain/invitation.ts'
import { platformAccessState } from '#domain/platform-access.ts'
import { listSessions } from '#domain/session.ts'
import { findUser, type User } from '#domain/user.ts'
import { rows, run, sql, transaction, row, type Db } from '#server/db.ts'
import type { Page } from '#server/paging.ts'
import type { Details, listUsers, PartnerUser } from './contract.ts'

/** A user with the sort key of the list, where the next page begins. */
export type ListedUser = Omit<PartnerUser, 'lastLogin'> & { key: string[]; lastLogin: Date | null }

/** Shortest part of a name that is found anywhere in it (design §4); a shorter one is found at the beginning only. */
const minPartLength = 3

export function findUsers(
  db: Db,
  query: Query<typeof listUsers>,
  { take, after }: Page,
): Promise<ListedUser[]> {
  const [lastname = '', firstname = '', id = ''] = after ?? []
  const conditions = [
    ...(query.includeInactive === 'true' ? [] : [sql`u.active`]),
    ...(query.partner === undefined ? [] : [sql`u.partner_id = ${query.partner}`]),
    ...conditionsOf(query.q ?? ''),
    ...(after
      ? [
          sql`(lower(u.lastname), lower(u.firstname), u.id) > (${lastname}, ${firstname}, ${id}::uuid)`,
        ]
      : []),
  ]
  const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``
  return transaction(db, async (tx) => {
    // Rare and common names need different plans; a generic plan would be slow for one of them.
    await run(tx)`set local plan_cache_mode = force_custom_plan`
    return selectUsers(
      tx,
      sql`${where} order by lower(u.lastname), lower(u.firstname), u.id limit ${take}`,
    )
  })
}

export async function findListedUser(db: Db, id: string): Promise<ListedUser | undefined> {
  const [found] = await selectUsers(db, sql`where u.id = ${id}`)
  return found
}

/** Every part is found by an index; a word that is too short for it is searched with its neighbours. */
function conditionsOf(typed: string): Sql[] {
  const text = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (text === '') return []
  if (lengthOf(text) < minPartLength) {
    const start = `${escaped(text)}%`
    return [
      sql`(lower(u.firstname) like ${start} or lower(u.lastname) like ${start} or u.email like ${start})`,
    ]
  }
  const words = text.split(' ')
  const parts = words.every((word) => lengthOf(word) >= minPartLength) ? words.slice(0, 5) : [text]
  return parts.map((part) => sql`u.search like ${`%${escaped(part)}%`}`)
}

function selectUsers(db: Db, which: Sql): Promise<ListedUser[]> {
  return rows<ListedUser>(db)`
    select u.id, u.firstname, u.lastname, u.email, u.active, u.onboarded_at is not null as onboarded,
           case when u.active then 'deactivate' else 'activate' end as action,
           u.last_login_at as last_login, array[lower(u.lastname), lower(u.firstname), u.id::text] as key,
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
    order by lower(u.lastname), lower(u.firstname), u.id`
}

/** Throws 404001 for an unknown id, an admin's id and text that is not an id. */
export async function requireUser(db: Db, id: string): Promise<User> {
  const user = isId(id) ? await findUser(db, id) : undefined
  if (!user) throw new Refusal(commonErrors.notFound)
  return user
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}

function lengthOf(text: string): number {
  return [...text].length
}

type Column = 'jobTitle' | 'phone' | 'timezone' | 'preferredLanguage' | 'secondFactor'
type DetailsRow = Pick<Details, Column> & { createdAt: Date }

/** All that an admin sees of a user. */
export async function describeUser(db: Db, id: string) {
  const { email } = await requireUser(db, id)
  const [listed, details, open, invitation] = await Promise.all([
    findListedUser(db, id),
    row<DetailsRow>(db)`
      select u.job_title, u.phone, u.timezone, u.preferred_language, u.created_at,
             case when f.id is null then 'none' when f.disabled_at is not null then 'disabled'
                  else 'set' end as second_factor
      from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
      where u.id = ${id}`,
    listSessions(db, id),
    findInvitationOf(db, email),
  ])
  if (!listed || !details) throw new Error(`user ${id} was deleted while it was read`)
  return {
    ...listed,
    ...details,
    platforms: listed.subsystems,
    sessions: open,
    effect: { openSessions: open.length },
    invitation: invitation ?? null,
  }
}
