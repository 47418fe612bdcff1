import { startAdminSession } from '#domain/admin-session.ts'
import { linkAdminIdentity, type Admin } from '#domain/admin.ts'
import { adminArea, recordAudit } from '#domain/audit.ts'
import { browserName } from '#domain/known-browser.ts'
import type { StartedSession } from '#domain/session.ts'
import type { Origin } from '#server/caller.ts'
import { transaction, type Db, type Transaction } from '#server/db.ts'
import type { Named } from './identity-provider.ts'

/** As old as what was shown at the provider may be to count as a fresh code. */
const freshMs = 5 * 60 * 1000

/** Nobody is made here: undefined for whoever is no admin, or none any more. */
export function logIn(db: Db, origin: Origin, named: Named): Promise<StartedSession | undefined> {
  return transaction(db, async (tx) => {
    const found = await linkAdminIdentity(tx, named)
    const session = found?.admin.active
      ? await start(tx, origin, { ...named, ...found })
      : undefined
    if (!session) await refuse(tx, origin, { ...named, adminId: found?.admin.id })
    return session
  })
}

type Found = { admin: Admin; isNew: boolean }

async function start(
  tx: Transaction,
  origin: Origin,
  { admin, isNew, issuer, subject, authenticatedAt }: Named & Found,
): Promise<StartedSession | undefined> {
  const ageMs = authenticatedAt ? Date.now() - authenticatedAt.getTime() : Infinity
  const session = await startAdminSession(tx, {
    adminId: admin.id,
    origin,
    methods: ['oidc'],
    isFresh: ageMs < freshMs,
  })
  if (!session) return undefined
  const actor = { ...origin, adminId: admin.id }
  if (isNew) await recordAudit(tx, actor, 'admin_identity_linked', { data: { issuer, subject } })
  await recordAudit(tx, actor, 'login_succeeded', {
    data: { sessionId: session.id, method: 'oidc', browser: browserName(origin.userAgent) },
  })
  return session
}

function refuse(
  tx: Transaction,
  origin: Origin,
  { adminId, issuer, subject }: Named & { adminId: string | undefined },
): Promise<void> {
  const reason = adminId === undefined ? 'not an admin' : 'admin inactive'
  return recordAudit(tx, origin, 'login_failed', {
    ...(adminId !== undefined && { targetId: adminId }),
    subSystem: adminArea,
    data: { reason, method: 'oidc', issuer, subject },
  })
}
