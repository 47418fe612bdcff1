import type { Body, Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { findAdmin, type Admin } from '#domain/admin.ts'
import { endAdminSessionsOf } from '#domain/admin-session.ts'
import { adminArea, recordAudit } from '#domain/audit.ts'
import { openLink, consumeLink, voidLinksOf } from '#domain/link.ts'
import { endLoginAttempts } from '#domain/login-attempt.ts'
import { enqueueMail } from '#domain/mail.ts'
import { faultsOfNewPassword } from '#domain/new-password.ts'
import { hashPassword, setPassword } from '#domain/password.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import { setUpAdmin as endpoint, type checkSetUpLink } from './contract.ts'

const { refusals } = endpoint

/** For the page, which shows an expired link before the admin fills in the form. */
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
  const faults = await faultsOfNewPassword(db, admin.id, {
    password: sent.password,
    context: { person: admin, isSignUp: false },
    field: 'password',
  })
  if (faults[0]) throw new Refusal(faults[0].code, { faults })
  const hash = await hashPassword(sent.password)
  await transaction(db, (tx) => setFirst(tx, { linkId, admin, hash, origin }))
}

type Found = { linkId: string; admin: Admin }

async function requireLink(db: Db, origin: Origin, token: string): Promise<Found> {
  const { link, held } = await openLink(db, origin, token)
  if (held) throw new Refusal(refusals.tooManyRequests, held)
  const admin =
    link?.kind === 'admin-set-up' && link.userId ? await findAdmin(db, link.userId) : undefined
  if (!link || !admin) throw new Refusal(refusals.invalidLink)
  if (admin.active) return { linkId: link.id, admin }
  await recordAudit(db, origin, 'admin_set_up_refused', {
    targetId: admin.id,
    subSystem: adminArea,
    data: { reason: 'admin inactive' },
  })
  throw new Refusal(refusals.userInactive)
}

type First = Found & { hash: string; origin: Origin }

async function setFirst(tx: Transaction, { linkId, admin, hash, origin }: First): Promise<void> {
  if (!(await consumeLink(tx, linkId))) throw new Refusal(refusals.invalidLink)
  await voidLinksOf(tx, admin.id)
  await endLoginAttempts(tx, admin.id)
  const endedSessions = await endAdminSessionsOf(tx, admin.id)
  await setPassword(tx, admin.id, hash)
  await enqueueMail(tx, {
    kind: 'admin-password-set',
    to: admin.email,
    language: admin.preferredLanguage,
    userId: admin.id,
    data: { at: new Date().toISOString(), ipAddress: origin.ipAddress },
  })
  await recordAudit(tx, { ...origin, adminId: admin.id }, 'admin_set_up', {
    targetId: admin.id,
    data: { linkId, endedSessions },
  })
}
