import type { Body, Reply } from '#contract/endpoint.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { findAdmin, type Admin } from '#domain/admin.ts'
import { endAdminSessionsOf } from '#domain/admin-session.ts'
import { adminArea, recordAudit } from '#domain/audit.ts'
import { consumeLink, openLink, voidLinksOf } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { enqueueMail } from '#domain/mail.ts'
import { requireValidPassword } from '#domain/new-password.ts'
import { hashPassword, setPassword } from '#domain/password.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { checkSetUpLink, setUpAdmin as endpoint } from './contract.ts'

/** For the page, which reports an expired link before the admin fills in the form. */
export async function describeSetUpLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<Reply<typeof checkSetUpLink>> {
  const { admin } = await requireLink(db, origin, token)
  return { email: admin.email, firstname: admin.firstname, lastname: admin.lastname }
}

/** Sets the password of a new or reset admin. Starts no session: the authenticator is not set up yet. */
export async function setUpAdmin(
  db: Db,
  origin: Origin,
  sent: Body<typeof endpoint>,
): Promise<void> {
  const { linkId, admin } = await requireLink(db, origin, sent.token)
  await requireValidPassword(db, admin.id, {
    password: sent.password,
    context: { person: admin, isSignUp: false },
    field: 'password',
  })
  const hash = await hashPassword(sent.password)
  await transaction(db, async (tx) => {
    if (!(await consumeLink(tx, linkId))) throw new Refusal(errorCodes.invalidLink)
    const endedSessions = await replacePassword(tx, origin, admin, hash)
    await recordAudit(tx, { ...origin, adminId: admin.id }, 'admin_set_up', {
      targetId: admin.id,
      data: { linkId, endedSessions },
    })
  })
}

async function requireLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<{ linkId: string; admin: Admin }> {
  const link = await openLink(db, origin, token)
  const admin =
    link.kind === 'admin-set-up' && link.userId ? await findAdmin(db, link.userId) : undefined
  if (!admin) throw new Refusal(errorCodes.invalidLink)
  if (admin.active) return { linkId: link.id, admin }
  await recordAudit(db, origin, 'admin_set_up_refused', {
    targetId: admin.id,
    subSystem: adminArea,
    data: { reason: 'admin inactive' },
  })
  throw new Refusal(errorCodes.userInactive)
}

/** Ends everything that an old password opened; returns how many sessions ended. */
async function replacePassword(
  tx: Transaction,
  origin: Origin,
  { id, email, preferredLanguage }: Admin,
  hash: string,
): Promise<number> {
  await voidLinksOf(tx, id)
  await endLoginAttempts(tx, id)
  const endedSessions = await endAdminSessionsOf(tx, id)
  await setPassword(tx, id, hash)
  await enqueueMail(tx, {
    kind: 'admin-password-set',
    to: email,
    language: preferredLanguage,
    userId: id,
    data: { at: new Date().toISOString(), ipAddress: origin.ipAddress },
  })
  return endedSessions
}
