import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { signatureVerifier, type Block } from '#domain/audit/audit-chain.ts'
import {
  checkBlock,
  checkEnd,
  checkRows,
  newFindings,
  type Fault,
  type Head,
  type Heads,
  type Listed,
} from './check-chain.ts'
import type { Line } from './export-log.ts'

type Counted = Fault & { count: number }
type Report = {
  rows: number
  blocks: number
  waiting: number
  heads: number | undefined
  lastHash: string
}
export type Verification = Report & { faults: Counted[] }

/** Verifies an export from its files. Only one block with its rows is in memory at a time. */
export async function verifyExport(file: string, headsFile?: string): Promise<Verification> {
  const { note, faults } = newFindings()
  const heads = await readAnnounced(headsFile)
  const report = { rows: 0, blocks: 0, waiting: 0, heads: countOf(heads), lastHash: '' }
  let isSigned = await signatureVerifier([])
  let block: Block | undefined
  let listed: Listed[] | undefined
  const endBlock = () => block && listed && checkRows(block, listed, note)
  for await (const { read: line } of readJsonLines<Line>(file)) {
    if ('format' in line) isSigned = await signatureVerifier(line.keys)
    else if ('unsealed' in line) report.waiting += 1
    else if ('block' in line) {
      endBlock()
      checkBlock(block, line.block, { isSigned, heads, note })
      block = line.block
      listed = line.hasRows ? [] : undefined
      report.blocks += 1
      report.lastHash = block.hash
    } else {
      report.rows += 1
      listed?.push({ id: line.row[0] ?? '', hash: line.hash, row: line.row })
    }
  }
  endBlock()
  checkEnd(block, heads, note)
  return { ...report, faults: faults() }
}

export function sentences(faults: readonly Counted[]): string[] {
  return [
    'The audit log is not as it was sealed:',
    ...faults.map(({ kind, says, count }) =>
      count > 1 ? `  ${says} (the first of ${count}: ${kind})` : `  ${says}`,
    ),
  ]
}

export function reportLines({ rows, blocks, waiting, heads, lastHash }: Report): string[] {
  return [
    `${rows} rows in ${blocks} blocks are as they were sealed; ${waiting} rows wait to be sealed.`,
    ...(blocks > 0 ? [`The last block is ${lastHash}.`] : []),
    heads === undefined
      ? 'Without --heads a truncated end of the log is not detected.'
      : `All ${heads} heads that were announced are in it.`,
  ]
}

/** Reads the file of published heads. Returns undefined without a file. */
export async function readAnnounced(file: string | undefined): Promise<Heads | undefined> {
  if (file === undefined) return undefined
  return Map.groupBy(await Array.fromAsync(readHeads(file)), ({ number }) => number)
}

export function countOf(heads: Heads | undefined): number | undefined {
  return heads && [...heads.values()].flat().length
}

/** Yields the heads of a file. Throws an Error that names the line if a line is invalid. */
export async function* readHeads(file: string): AsyncGenerator<Head> {
  for await (const { read: head, place } of readJsonLines<Head | null>(file)) {
    if (!Number.isSafeInteger(head?.number) || !/^[0-9a-f]{64}$/.test(head?.hash ?? '')) {
      throw new Error(`${place} is not a head of the audit log`)
    }
    yield head as Head
  }
}

/** Yields the lines of a file that are not blank, each with its location for error messages. */
async function* readJsonLines<Read>(file: string): AsyncGenerator<{ read: Read; place: string }> {
  let count = 0
  const input = createReadStream(file)
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    count += 1
    if (text.trim() === '') continue
    const place = `${file}, line ${count}`
    try {
      yield { read: JSON.parse(text) as Read, place }
    } catch (cause) {
      throw new Error(`${place} cannot be read`, { cause })
    }
  }
}
