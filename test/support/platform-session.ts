import {
  insertPlatformSession,
  type NewPlatformSession,
} from '#domain/platforms/platform-session.ts'
import { run, type Db } from '#server/db.ts'

/** Records that a session has opened a platform. */
export async function recordPlatformSession(db: Db, opened: NewPlatformSession): Promise<void> {
  await run(db)`${insertPlatformSession(opened)}`
}
