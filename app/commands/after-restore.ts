import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { recordAudit } from '#domain/audit/audit.ts'
import { endAllAdminSessions } from '#domain/sessions/admin-session.ts'
import { endAllSessions } from '#domain/sessions/end-all-sessions.ts'
import { voidOpenLinks } from '#domain/sign-in/link.ts'
import { endAllLoginAttempts } from '#domain/sign-in/login-attempt.ts'
import { UsageError } from '#server/command-options.ts'
import { config } from '#server/config.ts'
import { createPool, db, run, scalars, transaction, type Db } from '#server/db.ts'
import { codeLifetimeMs } from '#server/totp.ts'
import { endAllGrants } from '../../features/platforms/single-sign-on/jobs.ts'

/**
 * Ends all that a restored database still lets in, although it ended or was used up in the time that the restore lost.
 * Throws while a server is connected, which could let in more.
 */
export async function afterRestoreCommand(args: readonly string[]): Promise<string[]> {
  const { values } = parseArgs({ args: [...args], options: { yes: { type: 'boolean' } } })
  if (!values.yes)
    throw new UsageError(
      'This ends all sessions, tokens and login attempts, and voids all links. Add --yes.',
    )
  await requireNoServers()
  const startTime = performance.now()
  const ended = await endAllAccess()
  const remainingMs = Math.max(0, codeLifetimeMs - (performance.now() - startTime))
  const seconds = Math.ceil(remainingMs / 1_000)
  process.stderr.write(`Waiting ${seconds} s, until the codes used before the restore expire.\n`)
  await wait(remainingMs)
  return [
    `Sessions ended: ${ended.sessions} of users, ${ended.adminSessions} of admins. Platforms are notified.`,
    `Codes, tokens and grants ended: ${ended.grants}. Login attempts ended: ${ended.loginAttempts}.`,
    `Links voided: ${ended.links}. Send invitations again to users who have not joined.`,
    'Start the servers now.',
  ]
}

/** Throws if another process of the program is connected. */
async function requireNoServers(): Promise<void> {
  const names = await scalars<string>(db)`
    select distinct application_name from pg_stat_activity
    where datname = current_database() and application_name like 'portico %'
      and application_name <> current_setting('application_name') order by 1`
  if (names.length === 0) return
  throw new Error(
    `Stop all servers and workers first; these are connected: ${names.join(', ')}. ` +
      'A pooler keeps connections of stopped ones: restart it, or connect without it.',
  )
}

/** Ends sessions, admin sessions, grants, login attempts and links. Can be repeated if it is interrupted. */
export async function endAllAccess() {
  // Deleting millions of rows takes longer than the timeouts of a server.
  const pool = createPool(config.databaseUrl, 1, { query_timeout: 0 })
  try {
    const sessions = await endAllSessions(pool, 'endedBySupport')
    return await transaction(pool, (tx) => endTheRest(tx, sessions))
  } finally {
    await pool.end()
  }
}

async function endTheRest(tx: Db, sessions: number) {
  await run(tx)`set local statement_timeout = 0`
  const ended = {
    sessions,
    adminSessions: await endAllAdminSessions(tx, 'endedBySupport'),
    grants: await endAllGrants(tx),
    loginAttempts: await endAllLoginAttempts(tx),
    links: await voidOpenLinks(tx),
  }
  await recordAudit(tx, { kind: 'system' }, 'restored_access_ended', { data: ended })
  return ended
}
