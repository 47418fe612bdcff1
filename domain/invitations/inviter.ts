import { fullNameIn } from '../accounts/full-name.ts'
import { scalar, sql, type Db } from '#server/db.ts'
import { findSubsystem } from '../platforms/subsystem.ts'
import type { Invitation } from './invitation.ts'

/**
 * The sender of an invitation as shown to the invited user, with the name: a user of the company, a platform, or
 * (`other`) the company if an admin sent the invitation.
 */
export type Inviter = { by: 'colleague' | 'platform' | 'other'; inviter: string }

/** Returns the sender of an invitation: the colleague who last sent a link of it, the platform, or else the company. */
export async function findInviter(
  db: Db,
  { id, partnerName, platformId }: Pick<Invitation, 'id' | 'partnerName' | 'platformId'>,
): Promise<Inviter> {
  const colleague = await scalar<string>(db)`
    select ${fullNameIn(sql`u`)}
    from one_time_links l
      join users u on u.id = case when starts_with(l.created_by, 'user:') then substr(l.created_by, 6)::uuid end
    where l.invitation_id = ${id} order by l.created_at desc limit 1`
  if (colleague !== undefined) return { by: 'colleague', inviter: colleague }
  const platform = platformId === null ? undefined : await findSubsystem(db, platformId)
  if (platform) return { by: 'platform', inviter: platform.name }
  return { by: 'other', inviter: partnerName }
}
