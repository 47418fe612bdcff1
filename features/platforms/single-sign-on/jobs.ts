import {
  findPendingNotification,
  markDelivered,
  recordDeliveryFailure,
} from '#domain/platform-session.ts'
import { findSubsystem } from '#domain/subsystem.ts'
import { runInBatches } from '#server/batch-size.ts'
import { db } from '#server/db.ts'
import { deleteExpired } from './adapter.ts'
import { sendLogoutNotification } from './logout-notification.ts'

/** Tells a platform that a session which led there has ended. Throws when it was not heard, to be tried again. */
export async function deliverLogoutNotification(platformSessionId: string): Promise<void> {
  const ended = await findPendingNotification(db, platformSessionId)
  if (!ended) return
  const platform = await findSubsystem(db, ended.clientId)
  try {
    if (platform?.backchannelLogoutUri)
      await sendLogoutNotification(platform.backchannelLogoutUri, ended)
  } catch (error) {
    const { message, cause } = error as Error
    await recordDeliveryFailure(
      db,
      ended.id,
      cause instanceof Error ? `${message}: ${cause.message}` : message,
    )
    throw error
  }
  await markDelivered(db, ended.id)
}

/** Forgets the codes and tokens that nobody can use any more. */
export async function forgetExpired(): Promise<void> {
  await runInBatches(() => deleteExpired(db))
}
