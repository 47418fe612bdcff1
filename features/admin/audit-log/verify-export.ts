import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { signatureVerifier, type Block } from '#domain/audit/audit-chain.ts'
import {
  checkBlock,
  checkEnd,
  checkRows,
  newFindings,
  nothingSealed,
  type Fault,
  type Head,
  type Heads,
  type ListedRow,
} from './check-chain.ts'
import type { Line } from './export-log.ts'

type CountedFault = Fault & { count: number }
type Report = {
  rows: number
  /** Number of blocks that were verified. */
  blocks: number
  /** Number of the first one, if the verification left out earlier ones. */
  from?: number | undefined
  /** Number of rows that no block seals yet. */
  waiting: number
  heads: number | undefined
  lastHash: string
}
export type Verification = Report & { faults: CountedFault[] }

/** Verifies an export from its files. Only one block with its rows is in memory at a time. */
export async function verifyExport(file: string, headsFile?: string): Promise<Verification> {
  const { note, faults } = newFindings()
  const heads = await readHeadsByNumber(headsFile)
  const report = { rows: 0, blocks: 0, waiting: 0, heads: countOf(heads), lastHash: '' }
  let until = nothingSealed
  // Replaced by the first line of the file, which contains the keys; without them, no signature is valid.
  let isSigned = await signatureVerifier([])
  let block: Block | undefined
  let listedRows: ListedRow[] | undefined
  const checkBlockRows = () => {
    if (block && listedRows) until = checkRows(block, listedRows, { note, before: until })
  }
  for await (const { value: line } of readJsonLines<Line>(file)) {
    if ('format' in line) isSigned = await signatureVerifier(line.keys)
    else if ('unsealed' in line) report.waiting += 1
    else if ('block' in line) {
      checkBlockRows()
      checkBlock(block, line.block, { isSigned, heads, note })
      block = line.block
      listedRows = line.hasRows ? [] : undefined
      report.blocks += 1
      report.lastHash = block.hash
    } else {
      report.rows += 1
      listedRows?.push({ id: line.row[0] ?? '', hash: line.hash, row: line.row })
    }
  }
  checkBlockRows()
  checkEnd(block, heads, note)
  return { ...report, faults: faults() }
}

export function faultLines(faults: readonly CountedFault[]): string[] {
  return [
    'The audit log is not as it was sealed:',
    ...faults.map(({ kind, message, count }) =>
      count > 1 ? `  ${message} (the first of ${count}: ${kind})` : `  ${message}`,
    ),
  ]
}

export function reportLines({ rows, blocks, from, waiting, heads, lastHash }: Report): string[] {
  return [
    `${rows} rows in ${blocks} blocks are as they were sealed; ${waiting} rows wait to be sealed.`,
    ...(from === undefined ? [] : [`Blocks before ${from} were not verified.`]),
    ...(blocks > 0 ? [`The last block is ${lastHash}.`] : []),
    heads === undefined
      ? 'Without --heads a truncated end of the log is not detected.'
      : `All ${heads} heads that were announced are in it.`,
  ]
}

/** Reads the file of published heads. Returns undefined without a file. */
export async function readHeadsByNumber(file: string | undefined): Promise<Heads | undefined> {
  if (file === undefined) return undefined
  return Map.groupBy(await Array.fromAsync(readHeads(file)), ({ number }) => number)
}

export function countOf(heads: Heads | undefined): number | undefined {
  return heads && [...heads.values()].flat().length
}

/** Yields the heads of a file. Throws an Error that names the line if a line is invalid. */
export async function* readHeads(file: string): AsyncGenerator<Head> {
  for await (const { value: head, location } of readJsonLines<Head | null>(file)) {
    if (!Number.isSafeInteger(head?.number) || !/^[0-9a-f]{64}$/.test(head?.hash ?? '')) {
      throw new Error(`${location} is not a head of the audit log`)
    }
    yield head as Head
  }
}

/** Yields the lines of a file that are not blank, each with its location for error messages. */
async function* readJsonLines<Value>(
  file: string,
): AsyncGenerator<{ value: Value; location: string }> {
  let count = 0
  for await (const text of readLines(file)) {
    count += 1
    if (text.trim() === '') continue
    const location = `${file}, line ${count}`
    try {
      yield { value: JSON.parse(text) as Value, location }
    } catch (cause) {
      throw new Error(`${location} cannot be read`, { cause })
    }
  }
}

/** Yields the lines of a file, which is compressed if its name ends with `.gz`. Throws if it is truncated. */
async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  // The iteration throws the error of the pipeline, so the callback ignores it.
  const text = file.endsWith('.gz') ? pipeline(source, createGunzip(), () => undefined) : source
  let rest = ''
  for await (const piece of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
