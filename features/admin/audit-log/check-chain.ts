import {
  commitWindowMs,
  genesisHash,
  blockHash,
  rowHash,
  rowsHash,
  type Block,
  type RowText,
  type SignatureVerifier,
} from '#domain/audit/audit-chain.ts'

/** A row as listed in a block. `row` is undefined if the log no longer contains it. */
export type ListedRow = { id: string; hash: string; row: RowText | undefined }

/**
 * Kinds of faults. `block not as announced`: the hash differs from that of a published head. `seals changed`: the rows
 * listed for a block are not those that its hash covers.
 */
export type Kind =
  | 'block missing'
  | 'block changed'
  | 'block signed by nobody we know'
  | 'block not as announced'
  | 'seals changed'
  | 'row changed'
  | 'row removed'
  | 'row added'

/** The part of a block that is published outside the database, so that a truncated log is detected. */
export type Head = Pick<Block, 'number' | 'hash' | 'madeAt' | 'kid' | 'signature'>
/** The published heads by block number. A file may contain several heads of one block. */
export type Heads = ReadonlyMap<number, readonly Head[]>

export type Fault = { kind: Kind; block?: number; row?: string; message: string }

/** Collects faults: keeps the first of each kind and counts the rest, because there may be millions. */
export function newFindings() {
  const faults = new Map<Kind, Fault & { count: number }>()
  return {
    note: (fault: Fault): void => {
      const first = faults.get(fault.kind) ?? { ...fault, count: 0 }
      faults.set(fault.kind, { ...first, count: first.count + 1 })
    },
    faults: () => [...faults.values()],
  }
}

/** The block after which a chain continues. */
export type PreviousBlock = Pick<Block, 'number' | 'hash'>
export type Findings = ReturnType<typeof newFindings>
export type Check = {
  isSigned: SignatureVerifier
  heads: Heads | undefined
  note: Findings['note']
}

/** Checks a block against the previous block; undefined for the first block of an export. */
export function checkBlock(
  previous: PreviousBlock | undefined,
  block: Block,
  { isSigned, heads, note }: Check,
): void {
  const { number } = block
  const report = (kind: Kind, message: string) =>
    note({ kind, block: number, message: `block ${number} ${message}` })
  const expected = previous ? previous.number + 1 : number
  if (number !== expected) {
    const upTo = number - expected > 1 ? ` to ${number - 1}` : ''
    note({ kind: 'block missing', block: expected, message: `block ${expected}${upTo} is missing` })
  } else if ((previous || number === 1) && block.previousHash !== (previous?.hash ?? genesisHash)) {
    report('block changed', `does not continue block ${number - 1}`)
  }
  if (block.hash !== blockHash(block)) report('block changed', 'was changed')
  else if (!isSigned(block)) {
    report('block signed by nobody we know', `does not carry the signature of key ${block.kid}`)
  }
  if (heads?.get(number)?.some(({ hash }) => hash !== block.hash)) {
    report('block not as announced', 'is not the one that was announced')
  }
}

/** Checks that the chain still reaches each published head. Reports those after the last block. */
export function checkEnd(
  last: Block | undefined,
  heads: Heads | undefined,
  note: Findings['note'],
): void {
  for (const number of heads?.keys() ?? []) {
    const message = `block ${number} is missing: it was announced`
    if (number > (last?.number ?? 0)) note({ kind: 'block missing', block: number, message })
  }
}

/**
 * Moment that the chain has reached, in milliseconds since 1970: the newest timestamp of a sealed row, or the time of an
 * empty block, which says that no row was left.
 */
export type SealedUntil = number

/** Value of `SealedUntil` before the first block. */
export const nothingSealed: SealedUntil = -Infinity

/** Returns the newest timestamp of a row that is late if the chain has reached `until` without it. */
export function latestLate(until: SealedUntil): number {
  return until - commitWindowMs
}

/**
 * Checks the rows that a block lists against the log. Reports rows that are late, because earlier blocks have reached
 * `before`. Returns the moment that the chain has reached with this block.
 */
export function checkRows(
  block: Block,
  listed: readonly ListedRow[],
  { note, before }: { note: Findings['note']; before: SealedUntil },
): SealedUntil {
  const madeAt = Date.parse(block.madeAt)
  let until = block.rowCount === 0 ? madeAt : before
  for (const { id, hash, row } of listed) {
    if (!row) {
      note({ kind: 'row removed', block: block.number, row: id, message: `row ${id} was removed` })
      continue
    }
    const [, timestamp] = row
    if (rowHash(row, block.format) !== hash) {
      const message = `row ${id} of ${timestamp} was changed`
      note({ kind: 'row changed', block: block.number, row: id, message })
    }
    const time = Date.parse(timestamp ?? '')
    if (time <= latestLate(before)) note(addedRow(id, timestamp, block.number))
    const reached = Math.min(time, madeAt)
    if (reached > until) until = reached
  }
  if (listed.length !== block.rowCount || rowsHash(listed) !== block.rowsHash) {
    const message = `block ${block.number} seals ${block.rowCount} rows, and not those ${listed.length} that are listed for it`
    note({ kind: 'seals changed', block: block.number, message })
  }
  return Math.max(until, before)
}

/** Returns the fault of a row that was inserted into the past. Without a block, no block lists the row. */
export function addedRow(id: string, timestamp: string | null | undefined, block?: number): Fault {
  const message = `row ${id} of ${timestamp} was added, or came too late`
  return { kind: 'row added', row: id, message, ...(block !== undefined && { block }) }
}
