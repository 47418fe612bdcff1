import { obsoleteMail } from '#domain/mail/mail.ts'
import type { User } from '#domain/accounts/user.ts'
import { rows, sql, type Db } from '#server/db.ts'
import { mailFaultOf } from './mail-fault-of.ts'
import type { listMails } from './mails-contract.ts'
import type { Reply } from '#contract/endpoint.ts'

type ListedMail = Reply<typeof listMails>[number]
type MailRow = Omit<ListedMail, 'fault' | 'createdAt' | 'sentAt' | 'link' | 'canResend'> & {
  createdAt: Date
  sentAt: Date | null
  isOfUser: boolean
  linkId: string
  isRevocable: boolean
  linkState: NonNullable<ListedMail['link']>['state'] | null
  expiresAt: Date
  openedAt: Date | null
  usedAt: Date | null
}

const linkState = sql`
  case when l.id is null then null when l.used_at is not null then 'used'
       when l.voided_at is not null then 'voided' when l.expires_at <= now() then 'expired'
       when l.opened_at is not null then 'opened' else 'open' end`

/** Finds the latest 50 mails to a user, including those before the user joined, such as the invitation. */
export async function listMailsOf(db: Db, { id, email }: Pick<User, 'id' | 'email'>) {
  const latestFirst = sql`order by created_at desc, id desc limit 50`
  // An obsolete mail is stored as failed with the error `obsoleteMail`, which is no error of the mail server.
  const mailRows = await rows<MailRow>(db)`
    select m.id, m.kind, m.created_at, m.sent_at, m.user_id is not null as is_of_user,
           case when m.last_error = ${obsoleteMail} then 'obsolete' else m.state end as state,
           nullif(m.last_error, ${obsoleteMail}) as last_error,
           l.id as link_id, l.user_id = ${id} and l.kind not in ('log-me-out', 'stop-recovery') as is_revocable,
           ${linkState} as link_state, l.expires_at, l.opened_at, l.used_at
    from ((select * from mails where user_id = ${id} ${latestFirst})
          union all
          (select * from mails where to_address = ${email} and user_id is null ${latestFirst})) m
    left join one_time_links l on l.id = (m.data->>'linkId')::uuid
    order by m.created_at desc, m.id desc limit 50`
  return mailRows.map(({ linkId, linkState: state, isOfUser, isRevocable, ...row }) => {
    const { expiresAt, openedAt, usedAt, ...mail } = row
    const isLinkOpen = state === 'open' || state === 'opened'
    const canRevoke = isLinkOpen && isRevocable
    const isProcessed = mail.state === 'sent' || mail.state === 'failed'
    return {
      ...mail,
      fault: mailFaultOf(mail.lastError),
      link: state && { id: linkId, state, expiresAt, openedAt, usedAt, canRevoke },
      canResend: isOfUser && isProcessed && (state === null || isLinkOpen),
    }
  })
}
