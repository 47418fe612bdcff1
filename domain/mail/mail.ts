import { randomUUIDv7 } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Locale } from '#contract/locale.ts'
import type { MailKind } from '#contract/mail-kind.ts'
import { purgeOf, row, run, scalars, sql, type Db, type Transaction } from '#server/db.ts'
import { enqueueJob, enqueueJobs } from '../jobs/job.ts'
import { currentContext } from '#server/request-context.ts'

/** Error of a mail that was dropped because its content no longer holds, for example because its link was voided. */
export const obsoleteMail = 'no longer needed'

/** Returns the SQL condition on an alias of `mails`: queued for more than 15 minutes. */
const isLate = (mail: Sql) =>
  sql`(${mail}.state = 'queued' and ${mail}.created_at < now() - interval '15 minutes')`
/** Returns the SQL condition on an alias of `mails`: the mail server rejected it, or all retries failed. */
const isRefused = (mail: Sql) =>
  sql`${mail}.state = 'failed' and ${mail}.last_error is distinct from ${obsoleteMail}`

/** SQL condition on `mails m`: an invitation that was accepted or revoked. */
const isOfEndedInvitation = sql`
  (m.kind = 'invitation' and exists (
     select from invitations i where i.id = (m.data->>'invitationId')::uuid
       and (i.accepted_at is not null or i.revoked_at is not null)))`

/**
 * SQL condition on `mails m`: the mail server rejected the mail within the last seven days, or the mail has been queued
 * for 15 minutes. Excludes mails of accepted or revoked invitations. Excludes mails that a newer one of their kind to
 * their address replaces, unless that one is queued and not late yet.
 */
export const isUndelivered = sql`
  (not ${isOfEndedInvitation}
   and (${isLate(sql`m`)} or (${isRefused(sql`m`)} and m.created_at > now() - interval '7 days'))
   and not exists (select from mails n
                   where n.to_address = m.to_address and n.kind = m.kind and n.created_at > m.created_at
                     and (n.state <> 'queued' or ${isLate(sql`n`)})))`

/** SQL condition on `mails m`: the mail was queued again, and the new copy is not sent yet. */
export const isBeingResent = sql`
  exists (select from mails n where n.to_address = m.to_address and n.kind = m.kind
          and n.created_at > m.created_at and n.state = 'queued')`

/**
 * Returns the ids of the users whose current address rejected a mail in the last seven days, with no mail of that kind
 * sent to it since. Reads the index of mails by user.
 */
export async function findUnreachable(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const unreachable = await scalars<string>(db)`
    select u.id from users u where u.id = any(${ids}::uuid[]) and exists (
      select from mails m
      where m.user_id = u.id and m.created_at > now() - interval '7 days'
        and m.state = 'failed' and m.last_error is distinct from ${obsoleteMail} and m.to_address = u.email
        and not exists (select from mails n
                        where n.user_id = u.id and n.created_at > m.created_at and n.kind = m.kind
                          and n.to_address = m.to_address and n.state = 'sent'))`
  return new Set(unreachable)
}

/** SQL condition on `mails m`: the recipient is an admin. Only some admins may read about other admins. */
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

/** A user or an admin as the recipient of a mail. */
export type Recipient = { id: string; email: string; preferredLanguage: Locale }
/** A mail address, with or without an account. */
type Address = { id?: string | undefined; email: string; preferredLanguage?: Locale | undefined }

/**
 * Queues a mail in the caller's transaction, so the mail is sent if and only if the transaction commits. `data` holds
 * ids and values for the text, never a token: the mail job derives tokens from ids of links. Returns the mail's id.
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
  // Mails of a bulk job wait, so that they do not delay others.
  await enqueueJob(tx, 'mail', { mailId: id }, currentContext()?.mailsAfter)
  return id
}

type MailToAddress = {
  /** Account of the recipient; an unknown id is ignored. */
  id?: string
  email: string
  preferredLanguage: Locale
  data: Mail['data']
}

/** Queues mails of one kind with two statements, regardless of their number. */
export async function enqueueMails(
  tx: Transaction,
  kind: MailKind,
  inputs: readonly MailToAddress[],
): Promise<void> {
  if (inputs.length === 0) return
  const mails = inputs.map((mail) => ({ ...mail, mailId: randomUUIDv7() }))
  await run(tx)`
    insert into mails (id, kind, to_address, user_id, language, data)
    select m.id, ${kind}, m.email, a.id, m.language, m.data
    from unnest(${mails.map(({ mailId }) => mailId)}::uuid[], ${mails.map(({ email }) => email)}::text[],
                ${mails.map(({ id }) => id ?? null)}::uuid[],
                ${mails.map(({ preferredLanguage }) => preferredLanguage)}::text[],
                ${mails.map(({ data }) => JSON.stringify(data))}::jsonb[])
      as m (id, email, account_id, language, data)
    left join accounts a on a.id = m.account_id`
  await enqueueJobs(
    tx,
    'mail',
    mails.map(({ mailId }) => ({ mailId })),
  )
}

/** Queues a mail to a user or an admin, adds the recipient's id to its data and returns the mail's id. */
export function mailUser(
  tx: Transaction,
  kind: MailKind,
  user: Recipient,
  data?: Mail['data'],
): Promise<string> {
  return enqueueMail(tx, kind, user, { userId: user.id, ...data })
}

/** Returns a mail that is not sent yet; undefined if it was sent or does not exist. */
export function findUnsentMail(db: Db, id: string): Promise<Mail | undefined> {
  return row<Mail>(db)`
    select id, kind, to_address, user_id, language, data from mails
    where id = ${id} and state <> 'sent'`
}

export async function markMailSent(db: Db, id: string): Promise<void> {
  await run(db)`
    update mails set state = 'sent', sent_at = now(), tries = tries + 1, last_error = null where id = ${id}`
}

/** Records a failed attempt. The mail stays queued for a retry. Does nothing if another server has sent the mail. */
export async function recordMailFailure(db: Db, id: string, error: string): Promise<void> {
  await run(db)`
    update mails set tries = tries + 1, tried_at = now(), last_error = ${error.slice(0, 500)}
    where id = ${id} and state <> 'sent'`
}

/** Marks a mail as failed after a permanent rejection, for example because the mailbox does not exist. */
export async function markMailRefused(db: Db, id: string, error: string): Promise<void> {
  await run(db)`
    update mails set state = 'failed', tries = tries + 1, tried_at = now(), last_error = ${error.slice(0, 500)}
    where id = ${id} and state <> 'sent'`
}

/** Marks a queued mail as failed after its last retry; keeps the error of that retry. */
export async function markMailGivenUp(db: Db, id: string): Promise<void> {
  await run(db)`update mails set state = 'failed' where id = ${id} and state = 'queued'`
}

/** Marks an unsent mail as failed because its content no longer holds (`obsoleteMail`). */
export async function markMailObsolete(db: Db, id: string): Promise<void> {
  await run(db)`
    update mails set state = 'failed', last_error = ${obsoleteMail}
    where id = ${id} and state <> 'sent'`
}

/** Saves values that were created while sending a mail, so that a retry sends identical content. */
export async function addMailData(db: Db, id: string, data: Mail['data']): Promise<void> {
  await run(db)`update mails set data = data || ${JSON.stringify(data)}::jsonb where id = ${id}`
}

type MailToUser = { userId: string; kind: MailKind }

/**
 * Sends a user's mail again with a new Message-ID, because mailboxes drop duplicates. Does not duplicate a mail that is
 * still queued. Returns the mail's user and kind; undefined if no mail to a user has this id.
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

/** Deletes mails after 90 days, and failed ones to addresses without an account after 7. */
export const deleteExpiredMails = purgeOf(
  'mails',
  sql`
  created_at < now() - interval '90 days'
  or (created_at < now() - interval '7 days'
      and user_id is null and state = 'failed')`,
)

export async function deleteMailsTo(tx: Transaction, email: string): Promise<void> {
  await run(tx)`delete from mails where to_address = ${email}`
}
