import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { signedByOneOf, type Block, type VerifyingKey } from '#domain/audit-chain.ts'
import { checkBlock, checkRows, newFindings, type Fault, type Listed } from './check-chain.ts'
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

export async function verifyExport(file: string, headsFile?: string): Promise<Verification> {
  const heads = headsFile === undefined ? undefined : await readAnnounced(headsFile)
  const reading = newReading(heads)
  let isSigned = await signedByOneOf([])
  for await (const line of readJsonLines<Line>(file)) {
    if ('format' in line) isSigned = await signedByOneOf(line.keys)
    else reading.take(line, isSigned)
  }
  return reading.end()
}

type Open = { block: Block; hasRows: boolean; listed: Listed[] }

/** One block with its rows is in memory at a time. */
function newReading(heads: Map<number, string> | undefined) {
  const { note, faults } = newFindings()
  const report: Report = { rows: 0, blocks: 0, waiting: 0, heads: heads?.size, lastHash: '' }
  let open: Open | undefined

  function begin(block: Block, hasRows: boolean, isSigned: VerifyingKey): void {
    if (open?.hasRows) checkRows(open.block, open.listed, note)
    checkBlock(open?.block, block, { isSigned, note })
    const announced = heads?.get(block.number)
    if (announced !== undefined && announced !== block.hash) {
      const says = `block ${block.number} is not the one that was announced`
      note({ kind: 'block not as announced', block: block.number, says })
    }
    open = { block, hasRows, listed: [] }
    report.blocks += 1
    report.lastHash = block.hash
  }

  return {
    take: (line: Exclude<Line, { format: string }>, isSigned: VerifyingKey): void => {
      if ('unsealed' in line) report.waiting += 1
      else if ('block' in line) begin(line.block, line.hasRows, isSigned)
      else {
        report.rows += 1
        open?.listed.push({ id: line.row[0] ?? '', hash: line.hash, row: line.row })
      }
    },
    end: () => {
      if (open?.hasRows) checkRows(open.block, open.listed, note)
      const last = open?.block.number ?? 0
      const cut = [...(heads?.keys() ?? [])].find((number) => number > last)
      if (cut !== undefined) {
        note({
          kind: 'block missing',
          block: cut,
          says: `block ${cut} is missing: it was announced`,
        })
      }
      return { ...report, faults: faults() }
    },
  }
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

async function readAnnounced(file: string): Promise<Map<number, string>> {
  const heads = new Map<number, string>()
  for await (const { number, hash } of readJsonLines<{ number: number; hash: string }>(file)) {
    heads.set(number, hash)
  }
  return heads
}

async function* readJsonLines<Read>(file: string): AsyncGenerator<Read> {
  for await (const { text, place } of readLines(file)) {
    try {
      yield JSON.parse(text) as Read
    } catch (cause) {
      throw new Error(`${place} cannot be read`, { cause })
    }
  }
}

/** The lines of a file that are not blank, each with its place for an error message. */
export async function* readLines(file: string): AsyncGenerator<{ text: string; place: string }> {
  let count = 0
  const input = createReadStream(file)
  for await (const text of createInterface({ input, crlfDelay: Infinity })) {
    count += 1
    if (text.trim() !== '') yield { text, place: `${file}, line ${count}` }
  }
}
