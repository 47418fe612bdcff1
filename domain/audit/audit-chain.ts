import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'

/*
 * The hash chain of the audit log, independent of the database, so that another machine can compute and verify the
 * hashes from the rows, the blocks and the public keys.
 */

/**
 * Columns of a row as text, in this order: id, timestamp, actor kind, actor id, target, action, data, IP address, area,
 * request id and, since the second format, company.
 */
export type RowText = (string | null)[]

/** Number of columns that the hash of a row covers, by the format of its block. */
const columnCounts = { 1: 10, 2: 11 } as const

export type Format = keyof typeof columnCounts
export const currentFormat: Format = 2

/**
 * The longest time between the timestamp of a row, which is when its transaction began, and its commit. A row that
 * appears later was either inserted into the past, or its transaction was open longer than the program's time limits
 * allow.
 */
export const commitWindowMs = 15 * 60_000

export type Entry = { id: string; hash: string }

export type UnsignedBlock = {
  /** Undefined in exports that were made before the second format existed. */
  format?: Format
  number: number
  previousHash: string
  /** Month of all rows of the block, such as 2026-11. One month only, so that months can be retired as a whole. */
  month: string
  rowCount: number
  rowsHash: string
  madeAt: string
  /** Thumbprint of the signing key (RFC 7638). */
  kid: string
}

export type Block = UnsignedBlock & { hash: string; signature: string }

/** `previousHash` of the first block. */
export const genesisHash = '0'.repeat(64)

/** Returns the columns of a row that are covered by the hashes of a block of this format. */
export function coveredColumns(row: RowText, format: Format = 1): RowText {
  return row.slice(0, columnCounts[format])
}

export function rowHash(row: RowText, format?: Format): string {
  return sha256(JSON.stringify(coveredColumns(row, format)))
}

/** Returns the hash of all rows of a block. Independent of the order of the entries. */
export function rowsHash(entries: readonly Entry[]): string {
  const lines = entries.map(({ id, hash }) => `${id} ${hash}\n`)
  return sha256(lines.sort().join(''))
}

export function blockHash(block: UnsignedBlock): string {
  const { number, previousHash, month, rowCount, rowsHash, madeAt, kid, format = 1 } = block
  const parts = [number, previousHash, month, rowCount, rowsHash, madeAt, kid]
  return sha256(JSON.stringify(format === 1 ? parts : [...parts, format]))
}

export function signBlock(block: UnsignedBlock, privateJwk: JWK): Block {
  const hash = blockHash(block)
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  return { ...block, hash, signature: sign(null, Buffer.from(hash, 'hex'), key).toString('base64') }
}

export type SignatureVerifier = (block: Block) => boolean

/**
 * Returns a function that verifies the signature of a block with one of the keys. The key is selected by its thumbprint
 * (RFC 7638); with an unknown thumbprint the function returns false.
 */
export async function signatureVerifier(publicJwks: readonly JWK[]): Promise<SignatureVerifier> {
  const keysByThumbprint = publicJwks.map(
    async (jwk) =>
      [await calculateJwkThumbprint(jwk), createPublicKey({ key: jwk, format: 'jwk' })] as const,
  )
  const keys = new Map(await Promise.all(keysByThumbprint))
  return ({ kid, hash, signature }) => {
    const key = keys.get(kid)
    const bytes = Buffer.from(hash, 'hex')
    return key !== undefined && verify(null, bytes, key, Buffer.from(signature, 'base64'))
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
