import { appendFile } from 'node:fs/promises'
import type { Block } from '#domain/audit/audit-chain.ts'
import { config } from '#server/config.ts'
import { logger } from '#server/log.ts'
import type { Head } from './check-chain.ts'

const headFields: (keyof Head)[] = ['number', 'hash', 'madeAt', 'kid', 'signature']

/** Heads that have not been published yet. The oldest may be dropped, because each head covers all earlier blocks. */
let pendingHeads: Head[] = []
const maxPending = 1_000

/**
 * Logs each head and publishes it to AUDIT_HEADS, a file or an https URL. Throws if that fails; the next call retries.
 */
export async function publishHeads(blocks: readonly Block[]): Promise<void> {
  for (const { number, hash, madeAt, rowCount } of blocks) {
    logger.info({ auditHead: { number, hash, madeAt, rowCount } }, 'sealed')
  }
  const destination = config.auditHeads
  if (destination === '') return
  pendingHeads = [...pendingHeads, ...blocks].slice(-maxPending)
  const batch = pendingHeads
  if (batch.length === 0) return
  const lines = batch.map((head) => `${JSON.stringify(head, headFields)}\n`).join('')
  if (destination.startsWith('https:')) await post(destination, lines)
  else await appendFile(destination, lines, { mode: 0o600 })
  pendingHeads = pendingHeads.slice(batch.length)
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`AUDIT_HEADS answered ${response.status}`)
}
