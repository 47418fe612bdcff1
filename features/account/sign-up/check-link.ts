import { checkLink } from '#contract/link.ts'
import type { Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { findInvitation } from '#domain/invitation.ts'
import { isCreatedByAdmin, openLink, type Link } from '#domain/link.ts'
import { hasPassword, hasVerifiedPassword } from '#domain/password.ts'
import { findUser } from '#domain/user.ts'
import type { Origin } from '#server/caller.ts'
import type { Db } from '#server/db.ts'

/** Whether a link still works, so that an old one is said so before anybody types. Uses nothing up. */
export async function describeLink(
  db: Db,
  origin: Origin,
  token: string,
): Promise<Reply<typeof checkLink>> {
  const { link, held } = await openLink(db, origin, token)
  if (held) throw new Refusal(checkLink.refusals.tooManyRequests, held)
  if (!link || link.kind === 'admin-set-up') throw new Refusal(checkLink.refusals.invalidLink)
  const about = {
    kind: link.kind,
    email: masked(link.email),
    expiresAt: link.expiresAt.toISOString(),
  }
  const proof = link.kind === 'reset-mfa' && { passwordProves: await passwordProves(db, link) }
  return { ...about, ...(await invitedNames(db, link)), ...(await ownerOf(db, link)), ...proof }
}

async function invitedNames(
  db: Db,
  link: Link,
): Promise<{ firstname?: string; lastname?: string }> {
  if (!link.invitationId) return {}
  const invitation = await findInvitation(db, link.invitationId)
  if (!invitation) throw new Refusal(checkLink.refusals.invalidLink)
  return { firstname: invitation.firstname, lastname: invitation.lastname }
}

/** What the form for a new password has to know of her. */
async function ownerOf(
  db: Db,
  { kind, userId }: Link,
): Promise<{ firstname?: string; lastname?: string; hasPassword?: boolean }> {
  const user = kind === 'reset-password' && userId ? await findUser(db, userId) : undefined
  if (!user) return {}
  const { firstname, lastname } = user
  return { firstname, lastname, hasPassword: await hasPassword(db, user.id) }
}

async function passwordProves(db: Db, link: Link): Promise<boolean> {
  return (
    isCreatedByAdmin(link) || (link.userId !== null && (await hasVerifiedPassword(db, link.userId)))
  )
}

function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${[...name][0] ?? ''}•••@${domain}`
}
