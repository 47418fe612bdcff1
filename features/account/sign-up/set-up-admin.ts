import type { Body, Reply } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { endAdminSessionsOf } from '#domain/sessions/admin-session.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { clearPasswordFailures } from '#domain/credentials/rate-limit.ts'
import { consumeLink, voidLinksOf } from '#domain/sign-in/link.ts'
import { openAccountLink } from '#domain/sign-in/login.ts'
import { endLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { mailUser } from '#domain/mail/mail.ts'
import { requireValidPassword } from '#domain/credentials/new-password.ts'
import { hashPassword, setPassword } from '#domain/credentials/password.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db } from '#server/db.ts'
import type { checkSetUpLink, setUpAdmin as endpoint } from './contract.ts'

/** Returns the admin of a set-up link, so that the page reports an expired link before the form is filled in. */
export async function describeSetUpLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<Reply<typeof checkSetUpLink>> {
  const { account } = await openAccountLink(db, origin, 'admin-set-up', token)
  return { email: account.email, firstname: account.firstname, lastname: account.lastname }
}

/** Sets the password of a new or reset admin. Starts no session: the authenticator is not set up yet. */
export async function setUpAdmin(
  db: Db,
  origin: Origin,
  input: Body<typeof endpoint>,
): Promise<void> {
  const { link, account: admin } = await openAccountLink(db, origin, 'admin-set-up', input.token)
  const { id } = admin
  await requireValidPassword(db, id, {
    password: input.password,
    context: { person: admin, isSignUp: false },
    field: 'password',
  })
  const hash = await hashPassword(input.password)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, link.id))) throw new Refusal(errorCodes.invalidLink)
    await voidLinksOf(tx, id)
    await endLoginAttempts(tx, id)
    const endedSessions = await endAdminSessionsOf(tx, id, 'endedPassword')
    await setPassword(tx, id, hash)
    await clearPasswordFailures(tx, id)
    const at = new Date().toISOString()
    await mailUser(tx, 'admin-password-set', admin, { at, ipAddress: origin.ipAddress })
    await recordAudit(tx, { ...origin, adminId: id }, 'admin_set_up', {
      targetId: id,
      data: { linkId: link.id, endedSessions },
    })
  })
}
