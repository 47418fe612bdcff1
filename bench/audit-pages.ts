import { performance } from 'node:perf_hooks'
import { median } from './database.ts'

export type Figure = { name: string; ms: number }

/** Whole answers, as the screen asks for them: session, permission, rows, names, the search's own record. */
export async function readSpeeds(): Promise<Figure[]> {
  const ask = await adminCall()
  const started = performance.now()
  let url = '/api/admin/auditlogs'
  for (let number = 1; number < 10_000; number += 1) url = (await ask(url)).next
  console.log(`9,999 pages one after the other: ${seconds(started)} s`)
  const some = (await ask(url)).entries.find(({ actorKind }) => actorKind === 'user')
  const day = new Date(Date.parse(some?.timestamp ?? '') - 86_400_000).toISOString()
  const { timestamp = '', userId, ipAddress, requestId } = some ?? {}
  const cases = [
    ['first page', '/api/admin/auditlogs'],
    ['10,000th page, by its cursor', url],
    ['startDate and endDate', filtered({ startDate: day, endDate: timestamp })],
    ['action, frequent', filtered({ action: 'login_succeeded' })],
    ['action that never happened', filtered({ action: 'sign_up_refused' })],
    [
      'three actions',
      `${filtered({ action: 'login_failed' })}&action=session_ended&action=logged_out`,
    ],
    ['user', filtered({ user: userId ?? '' })],
    ['ipAddress', filtered({ ipAddress: ipAddress ?? '' })],
    ['subSystem', filtered({ subSystem: 'business-hub' })],
    ['requestId', filtered({ requestId: requestId ?? '' })],
  ] as const
  const times = cases.map((): number[] => [])
  // In turns, so that whatever else the machine does falls on all of them alike.
  for (let round = 0; round < 220; round += 1) {
    for (const [at, [, url]] of cases.entries()) {
      const start = performance.now()
      await ask(url)
      if (round >= 20) times[at]?.push(performance.now() - start)
    }
  }
  return cases.map(([name], at) => ({ name, ms: median(times[at] ?? []) }))
}

function filtered(search: Record<string, string>): string {
  return `/api/admin/auditlogs?${new URLSearchParams(search)}`
}

type Shown = {
  timestamp: string
  actorKind: string
  userId: string
  ipAddress: string
  requestId: string
}

/** A server with this feature alone, and an admin who is logged in to it. */
async function adminCall(): Promise<(url: string) => Promise<{ entries: Shown[]; next: string }>> {
  const { db, transaction } = await import('#server/db.ts')
  const { createServer } = await import('#server/http.ts')
  const { adminCookies } = await import('#server/cookies.ts')
  const { addAdmin } = await import('#domain/admin.ts')
  const { startAdminSession } = await import('#domain/admin-session.ts')
  const { identify } = await import('../app/identify.ts')
  const { auditLogRoutes } = await import('../features/admin/audit-log/routes.ts')
  const email = 'bench@portico.example'
  const person = { email, firstname: 'Grace', lastname: 'Hopper', preferredLanguage: 'en' } as const
  const adminId = await transaction(db, (tx) => addAdmin(tx, { ...person, roles: ['auditor'] }))
  const origin = { ipAddress: '127.0.0.1', userAgent: '', requestId: '' }
  const about = { adminId: adminId ?? '', origin, methods: ['pwd', 'otp'], isFresh: true }
  const session = await transaction(db, (tx) => startAdminSession(tx, about))
  const server = createServer(identify)
  await server.register(async (api) => auditLogRoutes(api), { prefix: '/api' })
  const headers = { cookie: `${adminCookies.session}=${session?.token}` }
  return async (url) => {
    const answer = await server.inject({ url, headers })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { entries: answer.json(), next: String(answer.headers['x-next-url'] ?? '') }
  }
}

export function seconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}
