import type { Body, Reply } from '#contract/endpoint.ts'
import { etagOf, isId, versionOf } from '#contract/fields.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import { changedMeanwhile } from '#domain/audit/changed-meanwhile.ts'
import { isOfCompany } from '#domain/platforms/offered-platform.ts'
import {
  accountActions,
  lockPlatformAccounts,
  setPlatformAccounts,
  withDate,
} from '#domain/platform-access/platform-account.ts'
import { platformAccessState } from '#domain/platform-access/platform-access.ts'
import type { AdminOrService } from '#server/caller.ts'
import { byName } from '#server/collation.ts'
import { row, transaction, type Db } from '#server/db.ts'
import type { setPlatforms as endpoint } from './contract.ts'
import { requireUser } from './list.ts'

type Accounts = Reply<typeof endpoint>

/**
 * Returns the platforms of a user and the other platforms of the user's company, by one statement so that list and etag
 * match. Throws 404001 for an unknown user.
 */
export async function findPlatformAccounts(db: Db, id: string): Promise<Accounts> {
  const userRow =
    isId(id) &&
    (await row<{ version: number; platforms: Accounts['platforms'] }>(db)`
      select u.platforms_version as version, (
        select coalesce(json_agg(json_build_object(
                 'id', s.id, 'name', s.name, 'given', a.user_id is not null,
                 'active', coalesce(a.active, false), 'state', ${platformAccessState()},
                 'expiresAt', to_char(a.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 'roles', coalesce(a.roles, '{}'), 'offeredRoles', s.roles)
               order by s.name ${byName}, s.id), '[]')
        from subsystems s
        left join subsystem_accounts a on a.user_id = u.id and a.subsystem_id = s.id
        where a.user_id is not null or ${isOfCompany}) as platforms
      from users u left join partners p on p.id = u.partner_id
      where u.id = ${id}`)
  if (!userRow) throw new Refusal(commonErrors.notFound)
  return { platforms: userRow.platforms, etag: etagOf(userRow.version) }
}

type Change = Body<typeof endpoint> & { id: string; etag: string | undefined }

/**
 * Replaces the platform access of a user. Throws 409001, with the name of the admin who made the latest change, if the
 * access has changed since `etag`; undefined skips this check.
 */
export async function setPlatforms(
  db: Db,
  caller: AdminOrService,
  { id, etag, subsystems, reason }: Change,
): Promise<Accounts> {
  const user = await requireUser(db, id)
  const isSaved = await transaction(db, async (tx) => {
    const userAccounts = await lockPlatformAccounts(tx, user.id)
    if (!userAccounts) throw new Refusal(commonErrors.notFound)
    if (etag !== undefined && versionOf(etag) !== userAccounts.version) return false
    const wanted = subsystems.map(withDate)
    await setPlatformAccounts(tx, caller, userAccounts, { wanted, reason })
    return true
  })
  if (!isSaved) throw await changedMeanwhile(db, accountActions, user.id)
  return findPlatformAccounts(db, user.id)
}
