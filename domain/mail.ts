import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { MailKind } from '#contract/mail-kind.ts'
import { config } from '#server/config.ts'
import { purgeOf, row, run, scalars, sql, type Db, type Transaction } from '#server/db.ts'
import { enqueueJob, enqueueJobs } from './job.ts'
import { currentContext } from '#server/request-context.ts'

/** The error of a mail that was no longer true, such as one with a voided link. */
export const obsoleteMail = 'no longer needed'

const isLate = (mail: Sql) =>
  sql`${mail}.state = 'queued' and ${mail}.created_at < now() - interval '15 minutes'`
const isRefused = (mail: Sql) =>
  sql`${mail}.state = 'failed' and ${mail}.last_error is distinct from ${obsoleteMail}`

const isOfEndedInvitation = sql`
  (m.kind = 'invitation' and exists (
     select from invitations i where i.id = (m.data->>'invitationId')::uuid
       and (i.accepted_at is not null or i.revoked_at is not null)))`

/**
 * A mail `m` that the mail server has not taken: refused in the last seven days, or waiting for a quarter of an hour. Of
 * one kind to one address only the latest, none that was sent or found no longer needed since, and no invitation that
 * was accepted or revoked.
 */
export const isUndelivered = sql`
  (not ${isOfEndedInvitation}
   and (${isLate(sql`m`)} or ${isRefused(sql`m`)} and m.created_at > now() - interval '7 days')
   and not exists (select from mails n
                   where n.to_address = m.to_address and n.kind = m.kind and n.created_at > m.created_at
                     and (n.state <> 'queued' or ${isLate(sql`n`)})))`

/** For statements about `mails m`: it was queued again, and the mail server has not answered yet. */
export const isBeingResent = sql`
  exists (select from mails n where n.to_address = m.to_address and n.kind = m.kind
          and n.created_at > m.created_at and n.state = 'queued')`

/**
 * Of these users, the ids of those to whose present address a mail of the last seven days was refused, and none of its
 * kind was sent since. By the index of the mails of each user.
 */
export async function findUnreachable(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await scalars<string>(db)`
    select u.id from users u where u.id = any(${ids}::uuid[]) and exists (
      select from mails m
      where m.user_id = u.id and m.created_at > now() - interval '7 days'
        and m.state = 'failed' and m.last_error is distinct from ${obsoleteMail} and m.to_address = u.email
        and not exists (select from mails n
                        where n.user_id = u.id and n.created_at > m.created_at and n.kind = m.kind
                          and n.to_address = m.to_address and n.state = 'sent'))`
  return new Set(found)
}

/** Whether a mail `m` went to an admin: only some admins may read about them. */
export const isOfAdmin = sql`exists (select from admins a where a.id = m.user_id)`

export type Mail = {
  id: string
  kind: MailKind
  toAddress: string
  /** Account of the recipient: a user or an admin. */
  userId: string | null
  language: Locale
  data: Record<string, string>
}

/** A user or an admin. */
export type Recipient = { id: string; email: string; preferredLanguage: Locale }
/** An address that may have no account. */
type Address = { id?: string | undefined; email: string; preferredLanguage?: Locale | undefined }

/**
 * Queues a mail in the caller's transaction: it is sent if and only if that is committed. `data` holds ids and
 * values for the text; the link itself is created when the mail is sent.
 */
export async function enqueueMail(
  tx: Transaction,
  kind: MailKind,
  to: Address,
  data: Mail['data'] = {},
): Promise<string> {
  const id = randomUUIDv7()
  await run(tx)`
    insert into mails (id, kind, to_address, user_id, language, data)
    values (${id}, ${kind}, ${to.email}, ${to.id ?? null}, ${to.preferredLanguage ?? 'en'},
            ${JSON.stringify(data)})`
  await enqueueJob(tx, 'mail', { mailId: id }, currentContext()?.mailsAfter)
  return id
}

type MailToAddress = {
  /** Account of the recipient; an unknown one counts as none. */
  id?: string
  email: string
  preferredLanguage: Locale
  data: Mail['data']
}

/** Queues mails of one kind, by two statements. */
export async function enqueueMails(
  tx: Transaction,
  kind: MailKind,
  all: readonly MailToAddress[],
): Promise<void> {
  if (all.length === 0) return
  const mails = all.map((mail) => ({ ...mail, mailId: randomUUIDv7() }))
  await run(tx)`
    insert into mails (id, kind, to_address, user_id, language, data)
    select one.id, ${kind}, one.email, a.id, one.language, one.data
    from unnest(${mails.map(({ mailId }) => mailId)}::uuid[], ${mails.map(({ email }) => email)}::text[],
                ${mails.map(({ id }) => id ?? null)}::uuid[],
                ${mails.map(({ preferredLanguage }) => preferredLanguage)}::text[],
                ${mails.map(({ data }) => JSON.stringify(data))}::jsonb[])
      as one (id, email, account_id, language, data)
    left join accounts a on a.id = one.account_id`
  await enqueueJobs(
    tx,
    'mail',
    mails.map(({ mailId }) => ({ mailId })),
  )
}

/** Queues a mail to a user; its data holds their id, too. */
export function mailUser(
  tx: Transaction,
  kind: MailKind,
  user: Recipient,
  data?: Mail['data'],
): Promise<string> {
  return enqueueMail(tx, kind, user, { userId: user.id, ...data })
}

/** Undefined when it was sent already. */
export function findUnsentMail(db: Db, id: string): Promise<Mail | undefined> {
  return row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where id = ${id} and state <> 'sent'`
}

export async function markMailSent(db: Db, id: string): Promise<void> {
  await run(db)`
    update mails set state = 'sent', sent_at = now(), tries = tries + 1, last_error = null where id = ${id}`
}

/** The mail stays queued for a retry, unless another server has sent it since. */
export async function recordMailFailure(db: Db, id: string, error: string): Promise<void> {
  await run(db)`
    update mails set tries = tries + 1, tried_at = now(), last_error = ${error.slice(0, 500)}
    where id = ${id} and state <> 'sent'`
}

/** For a mail that the mail server will never take, such as one to a mailbox that does not exist. */
export async function markMailRefused(db: Db, id: string, error: string): Promise<void> {
  await run(db)`
    update mails set state = 'failed', tries = tries + 1, tried_at = now(), last_error = ${error.slice(0, 500)}
    where id = ${id} and state <> 'sent'`
}

/** For a mail that was tried for long enough; what the last try said stays. */
export async function markMailGivenUp(db: Db, id: string): Promise<void> {
  await run(db)`update mails set state = 'failed' where id = ${id} and state = 'queued'`
}

/** For a mail that is no longer true, such as one with a voided link. */
export async function markMailObsolete(db: Db, id: string): Promise<void> {
  await run(db)`
    update mails set state = 'failed', last_error = ${obsoleteMail}
    where id = ${id} and state <> 'sent'`
}

/** Keeps values that were created for a mail, so that another try sends the same. */
export async function addMailData(db: Db, id: string, data: Mail['data']): Promise<void> {
  await run(db)`update mails set data = data || ${JSON.stringify(data)}::jsonb where id = ${id}`
}

/**
 * Sends a user's mail again, under a new Message-ID, because mailboxes drop duplicates. A mail that is still
 * queued is left alone. Undefined when there is no such mail to a user.
 */
export async function requeueMail(tx: Transaction, id: string): Promise<MailToUser | undefined> {
  const mail = await row<Mail & { userId: string; state: string }>(tx)`
    select m.id, m.kind, m.to_address, m.language, m.data, m.user_id, m.state
    from mails m join users u on u.id = m.user_id
    where m.id = ${id} for update of m`
  if (!mail) return undefined
  const { kind, toAddress: email, language: preferredLanguage, userId, data, state } = mail
  if (state !== 'queued')
    await enqueueMail(tx, kind, { id: userId, email, preferredLanguage }, data)
  return { userId, kind }
}

/** Those to unknown addresses, which were never sent, are deleted earlier. */
export const deleteExpiredMails = purgeOf(
  'mails',
  sql`
  created_at < now() - ${config.retention.mails}::interval
  or (created_at < now() - ${config.retention.unknownMails}::interval
      and user_id is null and state = 'failed')`,
)

type MailToUser = { userId: string; kind: MailKind }

export async function deleteMailsTo(tx: Transaction, email: string): Promise<void> {
  await run(tx)`delete from mails where to_address = ${email}`
}
