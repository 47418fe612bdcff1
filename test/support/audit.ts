import { spawn, type ChildProcess } from 'node:child_process'
import type pg from 'pg'
import { countSealed } from '#domain/audit/activity.ts'
import {
  genesisHash,
  rowHash,
  rowsHash,
  signBlock,
  type RowText,
} from '#domain/audit/audit-chain.ts'
import { findLastBlock, rowText, sealRows } from '#domain/audit/audit-seal.ts'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { rows, run, db, type Db } from '#server/db.ts'
import { atEnd, type Test } from './at-end.ts'

export type AuditRow = {
  action: string
  actorId: string | null
  data: Record<string, unknown>
  ipAddress: string
  requestId: string
  subSystem: string
}

/** Returns the audit rows with the user as actor or target, oldest first. */
export function auditOf(userId: string): Promise<AuditRow[]> {
  return rows<AuditRow>(db)`
    select action, actor_id, data, ip_address, request_id, sub_system from audit_log
    where actor_id = ${userId} or target_id = ${userId} order by id`
}

type Counted = { key: string; count: number }

/** Returns the counted events by area, action and outcome. */
export async function totalsOfHours(db: Db): Promise<Map<string, number>> {
  return mapOf(
    await rows<Counted>(db)`
    select concat_ws(' ', area, action, outcome) as key, sum(count)::int as count
    from activity_totals group by 1`,
  )
}

/** Counts every sealed row individually. The hourly counts must equal the result. */
export async function recountOfLog(db: Db): Promise<Map<string, number>> {
  return mapOf(
    await rows<Counted>(db)`
    select concat_ws(' ',
             case when actor_kind = 'admin' or sub_system = 'admin' then 'admin' when actor_kind = 'system' then 'system'
                  when actor_kind = 'platform' then 'platform' else 'user' end,
             action, case when action = 'login_failed' then coalesce(data->>'reason', '') else '' end) as key,
           count(*)::int
    from audit_log a where exists (select from audit_sealed where row_id = a.id) group by 1`,
  )
}

function mapOf(counted: readonly Counted[]): Map<string, number> {
  return new Map(counted.map(({ key, count }) => [key, count]))
}

/**
 * Seals all unsealed rows in one block of the first format: as versions before the second format did, and as another
 * version that does not know the mark of the sealing.
 */
export async function sealInFirstFormat(owner: pg.Pool): Promise<void> {
  const key = await getCurrentKey(db, 'audit')
  const last = await findLastBlock(owner)
  const number = (last?.number ?? 0) + 1
  const previousHash = last?.hash ?? genesisHash
  const auditRows = await rows<{ id: string; text: RowText }>(owner)`
    select id, ${rowText} from audit_log a
    where not exists (select from audit_sealed where row_id = a.id) order by id`
  const entries = auditRows.map(({ id, text }) => ({ id, hash: rowHash(text, 1) }))
  const madeAt = new Date().toISOString().replace('Z', '000Z')
  const {
    hash,
    signature,
    rowsHash: ofRows,
  } = signBlock(
    {
      number,
      previousHash,
      month: madeAt.slice(0, 7),
      rowCount: entries.length,
      rowsHash: rowsHash(entries),
      madeAt,
      kid: key.kid,
    },
    key.privateJwk,
  )
  await run(owner)`
    insert into audit_blocks (number, previous_hash, month, row_count, rows_hash, made_at, hash, kid, signature)
    values (${number}, decode(${previousHash}, 'hex'), ${madeAt.slice(0, 7)}, ${entries.length}, decode(${ofRows}, 'hex'),
            ${madeAt}, decode(${hash}, 'hex'), ${key.kid}, decode(${signature}, 'base64'))`
  await run(owner)`
    insert into audit_sealed (timestamp, row_id, row_hash, block)
    select a.timestamp, a.id, decode(e.hash, 'hex'), ${number}
    from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map((entry) => entry.hash)}::text[]) e (id, hash)
    join audit_log a on a.id = e.id`
}

/** Seals all committed rows, and counts them for the overview. */
export async function sealAndCount(): Promise<void> {
  await sealRows(db)
  await countSealed(db)
}

/** Starts a process that seals and counts rows until it is killed. */
export function startSealing(t: Test): ChildProcess {
  const child = spawn(process.execPath, ['test/support/sealing-worker.ts'], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    stdio: 'ignore',
  })
  atEnd(t, async () => void child.kill('SIGKILL'))
  return child
}
