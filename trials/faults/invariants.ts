import { sealRows } from '#domain/audit/audit-seal.ts'
import { row, rows, sql } from '#server/db.ts'
import { db } from '#server/db.ts'
import { verifyLog } from '../../features/admin/audit-log/verify.ts'
import type { Fault } from './fault.ts'
import { until, type Stage } from './stage.ts'

/** Queries that must return no row after any fault. */
const impossible = {
  'accepted invitations without exactly one account': sql`
    select i.id from invitations i where i.accepted_at is not null
      and (select count(*) from users u where u.email = i.email) <> 1`,
  'accounts that no invitation was used up for': sql`
    select u.id from users u join invitations i on i.email = u.email where i.accepted_at is null`,
  'accounts without exactly one row "signed_up"': sql`
    select u.id from users u join invitations i on i.email = u.email
    where (select count(*) from audit_log a where a.action = 'signed_up' and a.target_id = u.id::text) <> 1`,
  'rows "signed_up" without an account': sql`
    select a.id from audit_log a where a.action = 'signed_up'
      and not exists (select from users u where u.id::text = a.target_id)`,
  'accounts without a password': sql`
    select u.id from users u join invitations i on i.email = u.email
    where not exists (select from passwords p where p.user_id = u.id)`,
  'links that were used and led nowhere, or led somewhere and can be used': sql`
    select l.id from one_time_links l join invitations i on i.id = l.invitation_id
    where (l.used_at is not null) <> (i.accepted_at is not null)`,
  'sessions without exactly one row that tells how they began': sql`
    select s.id from sessions s where (
      select count(*) from audit_log a
      where a.action = 'login_succeeded' and a.data->>'sessionId' = s.id::text
        and a.data->'renewed' is null) <> 1`,
  'accounts with two authenticators': sql`
    select user_id from second_factors where confirmed_at is not null group by 1 having count(*) > 1`,
  'mails that no job will send': sql`
    select m.id from mails m where m.state = 'queued' and not exists (
      select from pgboss.job j where j.name = 'mail' and j.data->>'mailId' = m.id::text
        and j.state in ('created', 'retry', 'active'))`,
}

/** Waits until a worker has emptied the queue, and checks all invariants. Throws an error that lists the violations. */
export async function checkInvariants(stage: Stage, fault: Fault): Promise<string> {
  await until('every mail has been sent', () => everythingIsSent(stage), 90)
  const violations: string[] = []
  for (const [what, statement] of Object.entries(impossible)) {
    const invalidRows = await rows(db)`${statement}`
    if (invalidRows.length > 0) violations.push(`${invalidRows.length} ${what}`)
  }
  violations.push(...(await mailFaults(stage, fault)))
  await until('the audit log is sealed', async () => (await sealRows(db)) !== undefined)
  const { faults, waiting, rows: sealed } = await verifyLog(db)
  violations.push(...faults.map(({ message }) => message))
  if (waiting > 0) violations.push(`${waiting} rows of the audit log are not sealed`)
  if (violations.length > 0) throw new Error(violations.join('; '))
  const [users, mails] = [await countOf('users'), await countOf('mails')]
  return `${users} accounts, ${mails} mails, ${sealed} audit rows: none lost, none twice`
}

/** Returns true if no mail is queued. Removes the delays of retries first. */
async function everythingIsSent(stage: Stage): Promise<boolean> {
  const owner = await stage.connect(stage.ownerUrl)
  await owner.query(
    "update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()",
  )
  await owner.end()
  const queued = await row<{ count: number }>(db)`select count(*) from mails where state = 'queued'`
  const jobs = await row<{ count: number }>(db)`
    select count(*) from pgboss.job where name = 'mail' and state in ('created', 'retry', 'active')`
  return queued?.count === 0 && jobs?.count === 0
}

/**
 * Returns the mails of the database that are not in the mailbox exactly once under their Message-ID, and mails in the
 * mailbox that are not in the database.
 */
async function mailFaults({ mailbox }: Stage, { mayMailTwice }: Fault): Promise<string[]> {
  const receivedIds = (await mailbox.messages()).map(
    ({ messageId }) => messageId.split('@')[0] ?? '',
  )
  const storedMails = await rows<{ id: string; state: string }>(db)`select id, state from mails`
  const lost = storedMails.filter(
    ({ id, state }) => state === 'sent' && !receivedIds.some((each) => each.includes(id)),
  )
  const unknown = receivedIds.filter((each) => !storedMails.some(({ id }) => each.includes(id)))
  const twice = receivedIds.length - new Set(receivedIds).size
  return [
    ...(lost.length > 0 ? [`${lost.length} mails were lost`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} mails arrived that are not in the database`] : []),
    ...(twice > 0 && !mayMailTwice ? [`${twice} mails came twice`] : []),
  ]
}

async function countOf(table: 'users' | 'mails'): Promise<number> {
  const statement =
    table === 'users' ? sql`select count(*) from users` : sql`select count(*) from mails`
  return (await row<{ count: number }>(db)`${statement}`)?.count ?? 0
}
