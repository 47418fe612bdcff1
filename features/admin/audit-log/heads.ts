import { appendFile } from 'node:fs/promises'
import type { Block } from '#domain/audit-chain.ts'
import { config } from '#server/config.ts'
import { logger } from '#server/log.ts'
import { readLines } from './verify-export.ts'

/** The part of a block that is published outside the database, so that a truncated log is detected. */
export type Head = Pick<Block, 'number' | 'hash' | 'madeAt' | 'kid' | 'signature'>

/** Heads that could not be published yet. Each head covers all earlier blocks, so the oldest may be dropped. */
let waiting: Head[] = []
const maxWaiting = 1_000

/** Logs each head and publishes it to AUDIT_HEADS, a file or an https URL. Throws when that fails; the next call retries. */
export async function publishHeads(blocks: readonly Block[]): Promise<void> {
  for (const { number, hash, madeAt, rowCount } of blocks) {
    logger.info({ auditHead: { number, hash, madeAt, rowCount } }, 'sealed')
  }
  const place = config.auditHeads
  if (place === '') return
  waiting = [...waiting, ...blocks.map(headOf)].slice(-maxWaiting)
  const sending = waiting
  if (sending.length === 0) return
  const lines = sending.map((head) => `${JSON.stringify(head)}\n`).join('')
  if (place.startsWith('https:')) await post(place, lines)
  else await appendFile(place, lines, { mode: 0o600 })
  waiting = waiting.slice(sending.length)
}

/** Reads the heads of a file one by one. Throws an Error that names an invalid line. */
export async function* readHeads(file: string): AsyncGenerator<Head> {
  for await (const { text, place } of readLines(file)) yield headIn(text, place)
}

function headIn(line: string, place: string): Head {
  const head = parsed(line) as Partial<Head> | undefined
  if (Number.isSafeInteger(head?.number) && /^[0-9a-f]{64}$/.test(head?.hash ?? '')) {
    return head as Head
  }
  throw new Error(`${place} is not a head of the audit log`)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
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

function headOf({ number, hash, madeAt, kid, signature }: Block): Head {
  return { number, hash, madeAt, kid, signature }
}
