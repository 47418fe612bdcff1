import { appendFile } from 'node:fs/promises'
import type { Block } from '#domain/audit/audit-chain.ts'
import { config } from '#server/config.ts'
import { logger } from '#server/log.ts'
import type { Head } from './check-chain.ts'

const headFields: (keyof Head)[] = ['number', 'hash', 'madeAt', 'kid', 'signature']

/** Heads that have not been published yet. The oldest may be dropped, because each head covers all earlier blocks. */
let waiting: Head[] = []
const maxWaiting = 1_000

/**
 * Logs each head and publishes it to AUDIT_HEADS, a file or an https URL. Throws if that fails; the next call retries.
 */
export async function publishHeads(blocks: readonly Block[]): Promise<void> {
  for (const { number, hash, madeAt, rowCount } of blocks) {
    logger.info({ auditHead: { number, hash, madeAt, rowCount } }, 'sealed')
  }
  const place = config.auditHeads
  if (place === '') return
  waiting = [...waiting, ...blocks].slice(-maxWaiting)
  const sending = waiting
  if (sending.length === 0) return
  const lines = sending.map((head) => `${JSON.stringify(head, headFields)}\n`).join('')
  if (place.startsWith('https:')) await post(place, lines)
  else await appendFile(place, lines, { mode: 0o600 })
  waiting = waiting.slice(sending.length)
}

async function post(url: string, body: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`AUDIT_HEADS answered ${answer.status}`)
}
