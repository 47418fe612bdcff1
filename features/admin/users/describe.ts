import type { Locale } from '#contract/locale.ts'
import type { Reply } from '#contract/endpoint.ts'
import { findInvitationOf } from '#domain/invitation.ts'
import { listSessions } from '#domain/session.ts'
import { row, type Db } from '#server/db.ts'
import type { getUser } from './contract.ts'
import { findListedUser, requireUser } from './list.ts'

type Details = {
  jobTitle: string
  phone: string
  timezone: string
  preferredLanguage: Locale
  createdAt: Date
  secondFactor: 'none' | 'set' | 'disabled'
}

/** All that an admin sees of a user. */
export async function describeUser(db: Db, id: string): Promise<Reply<typeof getUser>> {
  const { email } = await requireUser(db, id)
  const [listed, details, open, invitation] = await Promise.all([
    findListedUser(db, id),
    detailsOf(db, id),
    listSessions(db, id),
    findInvitationOf(db, email),
  ])
  if (!listed || !details) throw new Error(`user ${id} was deleted while it was read`)
  return {
    ...listed,
    ...details,
    createdAt: details.createdAt.toISOString(),
    platforms: listed.subsystems,
    sessions: open.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      loginTime: createdAt.toISOString(),
      lastSeen: lastSeenAt.toISOString(),
    })),
    effect: { openSessions: open.length },
    invitation: invitation
      ? {
          id: invitation.id,
          createdAt: invitation.createdAt.toISOString(),
          acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
        }
      : null,
  }
}

function detailsOf(db: Db, id: string): Promise<Details | undefined> {
  return row<Details>(db)`
    select u.job_title, u.phone, u.timezone, u.preferred_language, u.created_at,
           case when f.id is null then 'none' when f.disabled_at is not null then 'disabled'
                else 'set' end as second_factor
    from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where u.id = ${id}`
}
