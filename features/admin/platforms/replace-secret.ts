import { commonErrors, Refusal } from '#contract/refusal.ts'
import { recordAudit, type Actor } from '#domain/audit.ts'
import { findSubsystem, replaceClientSecret } from '#domain/subsystem.ts'
import { transaction, type Db } from '#server/db.ts'
import { randomToken } from '#server/secret.ts'
import { changedMeanwhile } from './save.ts'

type Replacing = { id: string; version: number; graceHours: number }

/** The new secret, told now or never. Who has none to replace is not found. */
export async function replaceSecret(
  db: Db,
  actor: Actor,
  { id, version, graceHours }: Replacing,
): Promise<{ clientSecret: string }> {
  const known = await findSubsystem(db, id)
  if (!known || known.clientSecret === null) throw new Refusal(commonErrors.notFound)
  const clientSecret = randomToken()
  const isReplaced = await transaction(db, async (tx) => {
    const about = { id, version, clientSecret, graceHours }
    if (!(await replaceClientSecret(tx, about))) return false
    await recordAudit(tx, actor, 'platform_secret_replaced', { targetId: id, data: { graceHours } })
    return true
  })
  if (!isReplaced) throw await changedMeanwhile(db, id)
  return { clientSecret }
}
