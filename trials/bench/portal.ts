import { freePort } from '#test/free-port.ts'
import { inDatabase } from './harness.ts'

export type Cookie = { name: string; value: string; url: string }
type MailedLink = 'signUp' | 'resetPassword' | 'resetTwoFactor' | 'logMeOut'

/** A running portal and the paths of mailed links. `logIn` returns the cookies of a new user and a new admin. */
export type Portal = {
  url: string
  logIn: () => Promise<Cookie[]>
  links: Record<MailedLink, string>
}

export async function withPortal<Result>(
  measure: (portal: Portal) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PUBLIC_URL: url, PORT: String(port) }
  return inDatabase({ name: 'pages', settings }, async () => {
    const { buildServer } = await import('../../app/server.ts')
    const server = await buildServer()
    await server.listen({ host: '127.0.0.1', port })
    try {
      return await measure({ url, logIn: () => logIn(url), links: await createLinks() })
    } finally {
      await server.close()
    }
  })
}

async function logIn(url: string): Promise<Cookie[]> {
  const { adminCookies, cookies } = await import('#server/cookies.ts')
  const { addAdmin, addUser, startSessionOfAdmin, startUserSession } =
    await import('#test/people.ts')
  const session = await startUserSession(await addUser())
  const adminSession = await startSessionOfAdmin(await addAdmin(), { hasRecentStepUp: false })
  return [
    { name: cookies.session, value: session.token, url },
    { name: adminCookies.session, value: adminSession.token, url },
  ]
}

async function createLinks(): Promise<Portal['links']> {
  const { db, transaction } = await import('#server/db.ts')
  const { createLink, mailedToken } = await import('#domain/sign-in/link.ts')
  const { createInvitation } = await import('#domain/invitations/invitation.ts')
  const { findOrCreatePartner } = await import('#domain/companies/partner.ts')
  const { addUser } = await import('#test/people.ts')
  const { id: userId, email } = await addUser()
  const guest = {
    partnerId: await findOrCreatePartner(db, 'Quay'),
    email: 'eve@quay.example',
    firstname: 'Eve',
    lastname: 'Quay',
    preferredLanguage: 'en' as const,
    subsystems: [],
  }
  const pathOf = async (base: string, id: string) => `${base}/${await mailedToken(db, id)}`
  const linkOf = (kind: 'reset-password' | 'reset-mfa' | 'log-me-out') =>
    transaction(db, (tx) => createLink(tx, { kind, email, userId, createdBy: 'bench' }))
  const { linkId } = await transaction(db, (tx) => createInvitation(tx, {}, guest))
  return {
    signUp: `${await pathOf('/sign-up', linkId)}?user=${encodeURIComponent(guest.email)}`,
    resetPassword: await pathOf('/reset-password', await linkOf('reset-password')),
    resetTwoFactor: await pathOf('/reset-mfa', await linkOf('reset-mfa')),
    logMeOut: await pathOf('/log-me-out', await linkOf('log-me-out')),
  }
}
