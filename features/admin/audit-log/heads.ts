import { createReadStream } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Block } from '#domain/audit-chain.ts'
import { config } from '#server/config.ts'
import { logger } from '#server/log.ts'

/** What is told of a block outside of the database, so that nobody can cut the end of the log unseen. */
export type Head = Pick<Block, 'number' | 'hash' | 'madeAt' | 'kid' | 'signature'>

/** What could not be told yet. The newest heads answer for all before them, so older ones may be dropped. */
let waiting: Head[] = []
const mostWaiting = 1_000

/** Each head is a line of the program's log, and goes to AUDIT_HEADS: a file, or an https address. */
export async function announce(blocks: readonly Block[]): Promise<void> {
  for (const { number, hash, madeAt, rowCount } of blocks) {
    logger.info({ auditHead: { number, hash, madeAt, rowCount } }, 'sealed')
  }
  const place = config.auditHeads
  if (place === '') return
  waiting = [...waiting, ...blocks.map(headOf)].slice(-mostWaiting)
  const telling = waiting
  if (telling.length === 0) return
  await (place.startsWith('https:') ? post(place, telling) : append(place, telling))
  waiting = waiting.slice(telling.length)
}

/** The heads of a file, one by one; a line that is none is an Error that says which. */
export async function* readHeads(file: string): AsyncGenerator<Head> {
  let count = 0
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    count += 1
    if (line.trim() !== '') yield headIn(line, `${file}, line ${count}`)
  }
}

function headIn(line: string, place: string): Head {
  const head = parsed(line) as Partial<Head> | undefined
  if (Number.isSafeInteger(head?.number) && /^[0-9a-f]{64}$/.test(head?.hash ?? '')) {
    return head as Head
  }
  throw new Error(`${place} is no head of the audit log`)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function append(file: string, heads: readonly Head[]): Promise<void> {
  const lines = heads.map((head) => `${JSON.stringify(head)}\n`)
  return appendFile(file, lines.join(''), { mode: 0o600 })
}

async function post(url: string, heads: readonly Head[]): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(5_000),
    headers: { 'content-type': 'application/x-ndjson' },
    body: heads.map((head) => `${JSON.stringify(head)}\n`).join(''),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`AUDIT_HEADS answered ${answer.status}`)
}

function headOf({ number, hash, madeAt, kid, signature }: Block): Head {
  return { number, hash, madeAt, kid, signature }
}
