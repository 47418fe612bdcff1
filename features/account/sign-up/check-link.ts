import type { Reply } from '#contract/endpoint.ts'
import { checkLink as endpoint } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { findInvitation } from '#domain/invitation.ts'
import { isCreatedByAdmin, openLink, recordLinkOpened, type Link } from '#domain/link.ts'
import { findPassword, isPasswordFromMail } from '#domain/password.ts'
import { listOfferedNames } from '#domain/offered-platform.ts'
import { isSecondFactorDisabled } from '#domain/second-factor.ts'
import { findUser } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'

type Description = Reply<typeof endpoint>

/** For the pages of mailed links, which report an expired link before the user fills in a form. */
export async function describeLink(db: Db, origin: Origin, token: string): Promise<Description> {
  const link = await openLink(db, origin, token)
  const { kind } = link
  if (kind === 'admin-set-up') throw new Refusal(errorCodes.invalidLink)
  await recordLinkOpened(db, link.id)
  return {
    kind,
    email: masked(link.email),
    expiresAt: link.expiresAt.toISOString(),
    ...(await invitationOf(db, link)),
    ...(await ownerOf(db, link)),
    ...(kind === 'reset-mfa' && { passwordProves: await passwordProves(db, link) }),
    ...(link.codeHash !== null && { takesSupportCode: true }),
  }
}

/** Who is invited, by whom and where to: only the holder of the mailed token learns it. */
async function invitationOf(db: Db, { invitationId }: Link): Promise<Partial<Description>> {
  if (!invitationId) return {}
  const invitation = await findInvitation(db, invitationId)
  if (!invitation) throw new Refusal(errorCodes.invalidLink)
  const { firstname, lastname, partnerId, partnerName: company, subsystems } = invitation
  const platforms = await listOfferedNames(db, partnerId, subsystems)
  return { firstname, lastname, company, platforms }
}

/** For the form of a new password, which checks it against the user's names. */
async function ownerOf(db: Db, { kind, userId }: Link): Promise<Partial<Description>> {
  const user = kind === 'reset-password' && userId ? await findUser(db, userId) : undefined
  if (!user) return {}
  const { firstname, lastname } = user
  return { firstname, lastname, hasPassword: !!(await findPassword(db, user.id)) }
}

/** Whether the first step of a two-factor reset accepts the password. */
async function passwordProves(db: Db, link: Link): Promise<boolean> {
  if (link.codeHash !== null) return true
  if (link.userId === null) return false
  if (isCreatedByAdmin(link)) return !(await isPasswordFromMail(db, link.userId))
  if (await isSecondFactorDisabled(db, link.userId)) return false
  return !!(await findPassword(db, link.userId))?.isVerified
}

function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${[...name][0] ?? ''}•••@${domain}`
}
