import type { Body, Reply } from '#contract/endpoint.ts'
import { checkLink as endpoint } from '#contract/link.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { findInvitation } from '#domain/invitations/invitation.ts'
import { openLink, recordLinkOpened, type Link } from '#domain/sign-in/link.ts'
import { isLinkUsed } from '#domain/sign-in/used-link.ts'
import { consumeRateLimit } from '#domain/credentials/rate-limit.ts'
import { findPassword } from '#domain/credentials/password.ts'
import { listOfferedNames } from '#domain/platforms/offered-platform.ts'
import { findRecoveryState, isPasswordProof } from '#domain/sign-in/recovery.ts'
import { findUser } from '#domain/accounts/user.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'

type Description = Reply<typeof endpoint>

/**
 * Describes a link for pages of mailed links, which report an expired link before the user fills in a form. Records
 * that the link was opened, but does not consume it.
 */
export async function describeLink(
  db: Db,
  origin: Origin,
  { token, user }: Body<typeof endpoint>,
): Promise<Description> {
  const link = await openLink(db, origin, token).catch((error: unknown) =>
    explain(db, token, error),
  )
  const { kind } = link
  if (kind === 'admin-set-up') throw new Refusal(errorCodes.invalidLink)
  await recordLinkOpened(db, link.id)
  return {
    kind,
    email: maskEmail(link.email),
    ...(user !== undefined && (await confirmUser(db, link, user))),
    expiresAt: link.expiresAt.toISOString(),
    ...(await invitationOf(db, link)),
    ...(await ownerOf(db, link)),
    ...(kind === 'reset-mfa' && { passwordProves: await isPasswordProof(db, link) }),
    ...(kind === 'stop-recovery' && { recovery: await findRecoveryState(db, link) }),
    ...(kind === 'log-me-out' && undoneChangeOf(link)),
  }
}

/** Throws the error of a link that does not work, with the rule `used` if it was used. */
async function explain(db: Db, token: string, error: unknown): Promise<never> {
  const code = errorCodes.invalidLink
  const isDead = error instanceof Refusal && error.code === code
  if (!isDead || !(await isLinkUsed(db, token))) throw error
  throw new Refusal(code, { faults: [{ code, rule: 'used' }] })
}

/** Returns the address if it is that of the link. Other addresses are rate-limited against guesses. */
async function confirmUser(db: Db, link: Link, user: string): Promise<Pick<Description, 'user'>> {
  if (user.trim().toLowerCase() === link.email) return { user: link.email }
  const limited = await consumeRateLimit(db, 'linkTries', link.id)
  if (limited) throw new Refusal(errorCodes.tooManyRequests, limited)
  return {}
}

/** Returns the invited user’s name, the company and the platforms. Only the holder of the mailed token may see them. */
async function invitationOf(db: Db, { invitationId }: Link): Promise<Partial<Description>> {
  if (!invitationId) return {}
  const invitation = await findInvitation(db, invitationId)
  if (!invitation) throw new Refusal(errorCodes.invalidLink)
  const { firstname, lastname, partnerId, partnerName: company, subsystems } = invitation
  const platforms = await listOfferedNames(db, partnerId, subsystems)
  return { firstname, lastname, company, platforms }
}

/**
 * Returns whether the owner has a password, and the owner’s names, because the form checks a new password against them.
 */
async function ownerOf(db: Db, { kind, userId }: Link): Promise<Partial<Description>> {
  const setsPassword = kind === 'reset-password' || kind === 'recover'
  const user = setsPassword && userId ? await findUser(db, userId) : undefined
  if (!user) return {}
  const { firstname, lastname } = user
  const hasPassword = (await findPassword(db, user.id)) !== undefined
  return { firstname, lastname, hasPassword }
}

function undoneChangeOf(link: Link): Partial<Description> {
  if (link.passkeyId !== null) return { undoes: 'passkey' }
  if (link.authenticatorId !== null) return { undoes: 'authenticator' }
  return link.contactPointId === null ? {} : { undoes: 'contact-point' }
}

function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${[...name][0] ?? ''}•••@${domain}`
}
