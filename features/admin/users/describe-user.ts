import { findStreak, maxStreak } from '#domain/credentials/failure-streak.ts'
import { findInvitationOf } from '#domain/invitations/invitation-state.ts'
import { listOpenLinks } from '#domain/sign-in/sent-link.ts'
import { hasUsablePasskey, listPasskeys } from '#domain/passkeys/passkey.ts'
import { isPasswordFromMail } from '#domain/credentials/password.ts'
import { countRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { hasFactor } from '#domain/credentials/second-factor.ts'
import { listSessions } from '#domain/sessions/session.ts'
import { config } from '#server/config.ts'
import { row, sql, type Db } from '#server/db.ts'
import type { Details } from './contract.ts'
import { getListedUser, requireUser } from './list.ts'

type Column = 'hasAuthenticator' | 'passkeys' | 'secondFactor'
type DetailsRow = Pick<Details, Column> & { createdAt: Date; lockedByOwnerAt: Date | null }

/** Describes a user for admins. Throws 404001 for an unknown id. */
export async function describeUser(db: Db, id: string) {
  const { email } = await requireUser(db, id)
  const [listedUser, details, security, sessions, invitation, failuresInARow] = await Promise.all([
    getListedUser(db, id),
    findDetails(db, id),
    findSecurity(db, id),
    listSessions(db, id),
    findInvitationOf(db, email),
    findStreak(db, id),
  ])
  if (!details) throw new Error(`user ${id} was deleted concurrently`)
  return {
    ...listedUser,
    ...details,
    ...security,
    platforms: listedUser.subsystems,
    failuresInARow,
    newBrowsersRefused: failuresInARow >= maxStreak,
    sessions,
    effect: { openSessions: sessions.length },
    invitation: invitation ?? null,
  }
}

/** Finds facts about the user's credentials, and the open links, which could replace credentials. */
async function findSecurity(db: Db, id: string) {
  const [passwordFromMail, recoveryCodes, openLinks, workingPasskeys] = await Promise.all([
    isPasswordFromMail(db, id),
    countRecoveryCodes(db, id),
    listOpenLinks(db, id),
    listWorkingPasskeys(db, id),
  ])
  return { passwordFromMail, recoveryCodes, openLinks, workingPasskeys }
}

async function listWorkingPasskeys(db: Db, id: string) {
  const { mode, rpId } = config.passkeys.users
  if (mode === 'off') return []
  const passkeys = await listPasskeys(db, id)
  return passkeys.filter((passkey) => passkey.rpId === rpId && !passkey.isDisabled)
}

function findDetails(db: Db, id: string): Promise<DetailsRow | undefined> {
  const { mode, rpId } = config.passkeys.users
  const userId = sql`u.id`
  const hasUsable = mode === 'off' ? sql`false` : hasUsablePasskey(userId, rpId)
  return row<DetailsRow>(db)`
    select u.created_at,
           case when not u.active then u.locked_by_owner_at end as locked_by_owner_at,
           f.id is not null as has_authenticator,
           (select count(*)::int from passkeys k
            where k.user_id = u.id and k.rp_id = ${rpId} and k.disabled_at is null and ${mode !== 'off'}) as passkeys,
           case when (f.id is not null and f.disabled_at is null) or ${hasUsable} then 'set'
                when ${hasFactor(userId)} then 'disabled' else 'none' end as second_factor
    from users u left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where u.id = ${id}`
}
