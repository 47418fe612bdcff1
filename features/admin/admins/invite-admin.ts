import { endAdminSessionsOf } from '#domain/sessions/admin-session.ts'
import { addAdmin, unlinkAdminIdentity, type Admin } from '#domain/accounts/admin.ts'
import { adminArea, recordAudit, type Actor } from '#domain/audit/audit.ts'
import { deleteKnownBrowsersOf } from '#domain/sessions/known-browser.ts'
import { createLink, voidLinksOf } from '#domain/sign-in/link.ts'
import { endLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { enqueueMail } from '#domain/mail/mail.ts'
import { removePasskeysOf } from '#domain/passkeys/passkey.ts'
import { markCompromised } from '#domain/credentials/password.ts'
import { setRecoveryCodes } from '#domain/credentials/recovery-code.ts'
import { removeSecondFactor } from '#domain/credentials/second-factor.ts'
import { config } from '#server/config.ts'
import type { Transaction } from '#server/db.ts'

type NewAdmin = Parameters<typeof addAdmin>[1]
/** `linkId` is undefined if admins log in through the company's identity provider. */
type InvitedAdmin = { adminId: string; linkId: string | undefined }

/** Adds an admin and mails a set-up link. Returns undefined if an admin already has the email address. */
export async function inviteAdmin(
  tx: Transaction,
  actor: Actor,
  admin: NewAdmin,
): Promise<InvitedAdmin | undefined> {
  const adminId = await addAdmin(tx, admin)
  if (adminId === undefined) return undefined
  await recordAudit(tx, actor, 'admin_added', {
    targetId: adminId,
    subSystem: adminArea,
    data: { after: { email: admin.email, roles: admin.roles } },
  })
  const linkId = await mailSetUp(tx, actor, { ...admin, id: adminId }, { isReset: false })
  return { adminId, linkId }
}

/** Removes an admin's password, second factors, sessions and links, and mails a link to set up the account again. */
export async function resetAdmin(
  tx: Transaction,
  actor: Actor,
  admin: Admin,
  reason?: string,
): Promise<InvitedAdmin> {
  await voidLinksOf(tx, admin.id)
  await endLoginAttempts(tx, admin.id)
  const endedSessions = await endAdminSessionsOf(tx, admin.id, 'endedBySupport')
  // A compromised password no longer opens a login; its row stays, so that it cannot be set again.
  await markCompromised(tx, admin.id)
  await removeSecondFactor(tx, admin.id)
  await removePasskeysOf(tx, admin.id)
  await setRecoveryCodes(tx, admin.id, [])
  await deleteKnownBrowsersOf(tx, admin.id)
  await unlinkAdminIdentity(tx, admin.id)
  await recordAudit(tx, actor, 'admin_reset', {
    targetId: admin.id,
    subSystem: adminArea,
    data: { endedSessions, ...(reason && { reason }) },
  })
  return { adminId: admin.id, linkId: await mailSetUp(tx, actor, admin, { isReset: true }) }
}

/**
 * Mails a set-up link and returns its id. With the company's identity provider, mails a notice and returns undefined.
 */
export async function mailSetUp(
  tx: Transaction,
  { adminId }: Actor,
  admin: Pick<Admin, 'id' | 'email' | 'preferredLanguage'>,
  { isReset }: { isReset: boolean },
): Promise<string | undefined> {
  if (config.adminSignIn === 'oidc') {
    await enqueueMail(tx, isReset ? 'admin-reset' : 'admin-added', admin)
    return undefined
  }
  const { id, email } = admin
  const createdBy = adminId === undefined ? 'system' : `admin:${adminId}`
  const linkId = await createLink(tx, { kind: 'admin-set-up', email, userId: id, createdBy })
  await enqueueMail(tx, 'admin-set-up', admin, { adminId: id, linkId, isReset: String(isReset) })
  return linkId
}
