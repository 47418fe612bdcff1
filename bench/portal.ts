import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { inDatabase } from './database.ts'

type Cookie = { name: string; value: string; url: string }
/** A running portal, with what a browser holds in which a person and an admin are logged in. */
export type Portal = { url: string; cookies: Cookie[] }

const origin = { ipAddress: '127.0.0.1', userAgent: 'Chrome/153.0', requestId: '' }
const names = { firstname: 'Ada', lastname: 'Byron', preferredLanguage: 'en' } as const

export async function withPortal<Result>(
  measure: (portal: Portal) => Promise<Result>,
): Promise<Result> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PUBLIC_URL: url, PORT: String(port) }
  return inDatabase({ name: 'pages', settings }, async () => {
    const { buildServer } = await import('../app/server.ts')
    const server = await buildServer()
    await server.listen({ host: '127.0.0.1', port })
    try {
      return await measure({ url, cookies: await logIn(url) })
    } finally {
      await server.close()
    }
  })
}

async function logIn(url: string): Promise<Cookie[]> {
  const { db, transaction } = await import('#server/db.ts')
  const { adminCookies, cookies } = await import('#server/cookies.ts')
  const { addUser } = await import('#domain/user.ts')
  const { startSession } = await import('#domain/session.ts')
  const { addAdmin } = await import('#domain/admin.ts')
  const { startAdminSession } = await import('#domain/admin-session.ts')
  const methods = ['pwd', 'otp']
  const user = await addUser(db, { ...names, email: 'ada@quay.example', partnerId: null })
  const session = await transaction(db, (tx) =>
    startSession(tx, { userId: user ?? '', origin, methods }),
  )
  const about = { ...names, email: 'grace@portico.example', roles: ['super_admin' as const] }
  const admin = await transaction(db, (tx) => addAdmin(tx, about))
  const adminSession = await transaction(db, (tx) =>
    startAdminSession(tx, { adminId: admin ?? '', origin, methods, isFresh: false }),
  )
  if (!session || !adminSession) throw new Error('nobody could log in')
  return [
    { name: cookies.session, value: session.token, url },
    { name: adminCookies.session, value: adminSession.token, url },
  ]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
