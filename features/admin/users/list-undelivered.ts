import type { Sql } from 'sql-template-tag'
import type { Query, Reply } from '#contract/endpoint.ts'
import { isId } from '#contract/fields.ts'
import { seesAdmins } from '#domain/audit/audit-entries.ts'
import { isBeingResent, isOfAdmin, isUndelivered } from '#domain/mail/mail.ts'
import type { AdminCaller } from '#server/caller.ts'
import { databaseNow } from '#server/database-clock.ts'
import { rows, scalar, sql, type Db } from '#server/db.ts'
import { countRows, type Page } from '#server/paging.ts'
import { mailFaultOf } from './mail-fault-of.ts'
import type { listUndelivered as endpoint } from './undelivered-contract.ts'

type Mail = Omit<Reply<typeof endpoint>[number], 'createdAt' | 'triedAt'> & {
  key: string[]
  createdAt: Date
  triedAt: Date | null
}
type MailRow = Omit<Mail, 'fault' | 'canResend' | 'isServerDown'>
type Filters = Omit<Query<typeof endpoint>, 'sort' | 'limit' | 'cursor'>

const orders = {
  created: { column: sql`m.created_at`, type: sql`timestamptz` },
  to: { column: sql`m.to_address`, type: sql`text` },
} as const
type Sort = NonNullable<Query<typeof endpoint>['sort']>

// Each `limit 1` makes the planner look up rows by id, where it would read all invitations and links.
const from = sql`
  mails m
  left join users u on u.id = m.user_id
  left join lateral (
    select * from invitations
    where id = case when m.kind = 'invitation' then (m.data->>'invitationId')::uuid end limit 1) i on true
  left join partners p on p.id = coalesce(u.partner_id, i.partner_id)
  left join lateral (
    select * from one_time_links where id = (m.data->>'linkId')::uuid limit 1) l on true`

/** Lists a page of the mails that the overview counts as undelivered; by default, the latest first. */
export async function listUndelivered(
  db: Db,
  condition: Sql,
  sort: Sort = '-created',
  { take, after }: Page,
): Promise<Mail[]> {
  const { column, type } = orders[sort.replace('-', '') as keyof typeof orders]
  const [direction, comparison] = sort.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const isNext = after
    ? sql`(${column}, m.id) ${comparison} (${after[0]}::${type}, ${after[1]}::uuid)`
    : sql`true`
  const mailRows = await rows<MailRow>(db)`
    select m.id, array[(${column})::text, m.id::text] as key, m.kind, m.state, m.to_address as to, m.created_at,
           m.tries, m.tried_at, m.last_error, u.id as user_id, ${isOfAdmin} as is_admin, ${isBeingResent} as is_sending,
           case when u.id is null then i.id end as invitation_id,
           case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as company,
           case when m.state = 'queued' then 'waiting'
                when ${isBeingResent} then 'sending'
                when u.id is not null then
                  case when l.used_at is not null or l.voided_at is not null or l.expires_at <= now() then 'link' end
                when i.id is null then 'account' end as why_not
    from ${from} where ${condition} and ${isNext}
    order by ${column} ${direction}, m.id ${direction} limit ${take}`
  const mails = mailRows.map((mail) => ({ ...mail, fault: mailFaultOf(mail.lastError) }))
  const isServerDown = await findServerDown(db, mails)
  return mails.map((mail) => ({
    ...mail,
    canResend: mail.whyNot === null,
    isServerDown: isServerDown(mail),
  }))
}

type Attempt = Pick<Mail, 'fault' | 'triedAt'>

/**
 * Returns a predicate that is true for a mail that failed at our mail server within the last 15 minutes, if the server
 * has accepted no other mail since.
 */
async function findServerDown(
  db: Db,
  mails: readonly Attempt[],
): Promise<(mail: Attempt) => boolean> {
  const since = databaseNow() - 15 * 60_000
  const failedRecently = ({ fault, triedAt }: Attempt) =>
    (fault === 'server' || fault === 'login') && Number(triedAt) > since
  if (!mails.some(failedRecently)) return () => false
  // Retries of a mail end after about a day, so that older mails cannot have been sent recently.
  const acceptedAt = await scalar<Date | null>(db)`
    select max(sent_at) from mails where created_at > now() - interval '2 days'`
  return (mail) => failedRecently(mail) && Number(mail.triedAt) > Number(acceptedAt)
}

/** Counts the mails that meet a condition of `meetsFilters`. */
export const countUndelivered = (db: Db, condition: Sql) =>
  countRows(db, sql`1 from ${from} where ${condition}`)

/** Returns the SQL condition that an undelivered mail meets the filters and that the caller may see it. */
export function meetsFilters(caller: AdminCaller, { q = '', kind, state, company }: Filters): Sql {
  return sql`${isUndelivered} and (${seesAdmins(caller)} or not ${isOfAdmin})
    and strpos(lower(m.to_address), lower(${q.trim()})) > 0
    and ${kind === undefined ? sql`true` : sql`m.kind = any(${kind}::text[])`}
    and ${state === undefined ? sql`true` : sql`m.state = ${state}`}
    and ${company === undefined ? sql`true` : sql`p.id = ${isId(company) ? company : null}`}`
}
