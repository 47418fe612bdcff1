import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit.ts'
import { findSubsystem, replaceClientSecret } from '#domain/subsystem.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken } from '#server/secret.ts'
import { changedMeanwhile } from './save.ts'

type Change = { id: string; version: number; graceHours: number }

/** Returns the new secret, which cannot be read again. Throws 404001 for a platform without a secret, 409001 after another change. */
export async function replaceSecret(
  db: Db,
  actor: Actor,
  { id, version, graceHours }: Change,
): Promise<{ clientSecret: string }> {
  const known = await findSubsystem(db, id)
  if (!known || known.clientSecret === null) throw new Refusal(commonErrors.notFound)
  const clientSecret = randomToken()
  const isReplaced = await transaction(db, async (tx) => {
    const change = { id, version, clientSecret, graceHours }
    if (!(await replaceClientSecret(tx, change))) return false
    await recordAudit(tx, actor, 'platform_secret_replaced', { targetId: id, data: { graceHours } })
    return true
  })
  if (!isReplaced) throw await changedMeanwhile(db, id)
  return { clientSecret }
}
