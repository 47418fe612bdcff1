import type { Sql } from 'sql-template-tag'
import type { Query, Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { seesAdmins } from '#domain/audit-entries.ts'
import { isBeingResent, isOfAdmin, isUndelivered } from '#domain/mail.ts'
import { mailFaultOf } from '#domain/mail-fault.ts'
import type { AdminCaller } from '#server/caller.ts'
import { rows, sql, type Db } from '#server/db.ts'
import { countRows, type Page } from '#server/paging.ts'
import type { listUndelivered as endpoint } from './undelivered-contract.ts'

type Mail = Omit<Reply<typeof endpoint>[number], 'createdAt'> & { key: string[]; createdAt: Date }
type Filters = Omit<Query<typeof endpoint>, 'sort' | 'limit' | 'cursor'>

const orders = {
  created: { by: sql`m.created_at`, as: sql`timestamptz` },
  to: { by: sql`m.to_address`, as: sql`text` },
} as const
type Sort = NonNullable<Query<typeof endpoint>['sort']>

const from = sql`
  mails m
  left join users u on u.id = m.user_id
  left join invitations i on i.id = case when m.kind = 'invitation' then (m.data->>'invitationId')::uuid end
  left join partners p on p.id = coalesce(u.partner_id, i.partner_id)
  left join one_time_links l on l.id = (m.data->>'linkId')::uuid`

/** What the overview counts as undelivered, one by one. */
export async function listUndelivered(
  db: Db,
  condition: Sql,
  sort: Sort = '-created',
  { take, after }: Page,
): Promise<Mail[]> {
  const { by, as } = orders[sort.replace('-', '') as keyof typeof orders]
  const [direction, beyond] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const isNext = after
    ? sql`(${by}, m.id) ${beyond} (${after[0]}::${as}, ${after[1]}::uuid)`
    : sql`true`
  const found = await rows<Omit<Mail, 'fault'>>(db)`
    select m.id, array[(${by})::text, m.id::text] as key, m.kind, m.state, m.to_address as to, m.created_at,
           m.last_error, u.id as user_id, ${isOfAdmin} as is_admin, ${isBeingResent} as is_sending,
           case when u.id is null then i.id end as invitation_id,
           case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as company,
           m.state = 'failed' and not ${isBeingResent} and case
             when u.id is not null
               then l.id is null or l.used_at is null and l.voided_at is null and l.expires_at > now()
             else i.id is not null and i.accepted_at is null and i.revoked_at is null end as can_resend
    from ${from} where ${condition} and ${isNext}
    order by ${by} ${direction}, m.id ${direction} limit ${take}`
  return found.map((mail) => ({ ...mail, fault: mailFaultOf(mail.lastError) }))
}

export const countUndelivered = (db: Db, condition: Sql) =>
  countRows(db, sql`1 from ${from} where ${condition}`)

export function meetsFilters(caller: AdminCaller, { q = '', kind, state, company }: Filters): Sql {
  return sql`${isUndelivered} and (${seesAdmins(caller)} or not ${isOfAdmin})
    and strpos(lower(m.to_address), lower(${q.trim()})) > 0
    and ${kind === undefined ? sql`true` : sql`m.kind = any(${kind}::text[])`}
    and ${state === undefined ? sql`true` : sql`m.state = ${state}`}
    and ${company === undefined ? sql`true` : sql`p.id = ${isId(company) ? company : null}`}`
}
