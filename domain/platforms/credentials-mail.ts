import type { Transaction } from '#server/db.ts'
import { listSuperAdmins } from '../accounts/admin.ts'
import type { Actor } from '../audit/audit.ts'
import { enqueueMails } from '../mail/mail.ts'

type Client = { kind: 'platform' | 'api'; id: string; name: string }

/**
 * Emails every super admin except the actor that the credentials of a client were replaced: its secret, or (`keys`) any
 * part of its authentication. A registration contains no contacts who could be notified instead.
 */
export async function mailCredentialsReplaced(
  tx: Transaction,
  { adminId }: Actor,
  client: Client,
  what: 'secret' | 'keys',
): Promise<void> {
  const data = { ...client, what, at: new Date().toISOString() }
  const others = (await listSuperAdmins(tx)).filter(({ id }) => id !== adminId)
  await enqueueMails(
    tx,
    'credentials-replaced',
    others.map((admin) => ({ ...admin, data })),
  )
}
