import { checkLink } from '#contract/link.ts'
import type { Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { findInvitation } from '#domain/invitation.ts'
import { findLink, type Link } from '#domain/link.ts'
import type { Db } from '#server/db.ts'

/** Whether a link still works, so that an old one is said so before anybody types. Uses nothing up. */
export async function describeLink(db: Db, token: string): Promise<Reply<typeof checkLink>> {
  const link = await findLink(db, token)
  if (!link) throw new Refusal(checkLink.refusals.invalidLink)
  const about = {
    kind: link.kind,
    email: masked(link.email),
    expiresAt: link.expiresAt.toISOString(),
  }
  return { ...about, ...(await invitedNames(db, link)) }
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

function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${[...name][0] ?? ''}•••@${domain}`
}
