import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { calculateJwkThumbprint, type JWK } from 'jose'

/*
 * The hash chain of the audit log, without a database: another machine computes the same hashes from the rows,
 * the blocks and the public key.
 */

/**
 * The columns of a row as text: id, timestamp, actor kind and id, target, action, data, IP address, area, request and,
 * since the second format, company.
 */
export type RowText = (string | null)[]

/** How many columns the hash of a row covers in a block of this format. */
const columns = { 1: 10, 2: 11 } as const

export type Format = keyof typeof columns
export const currentFormat: Format = 2

export type Entry = { id: string; hash: string }

export type Unsigned = {
  /** Exports of before the second format do not say it. */
  format?: Format
  number: number
  previousHash: string
  /** A block holds rows of one month, so that the chain stays complete without a retired month. */
  month: string
  rowCount: number
  rowsHash: string
  madeAt: string
  kid: string
}

export type Block = Unsigned & { hash: string; signature: string }

/** The previous hash of the first block. */
export const beginning = '0'.repeat(64)

/** The part of a row that a block of this format protects. */
export function coveredColumns(row: RowText, format: Format = 1): RowText {
  return row.slice(0, columns[format])
}

export function rowHash(row: RowText, format?: Format): string {
  return sha256(JSON.stringify(coveredColumns(row, format)))
}

/** Independent of the order of the entries. */
export function rowsHash(entries: readonly Entry[]): string {
  const lines = entries.map(({ id, hash }) => `${id} ${hash}\n`)
  return sha256(lines.sort().join(''))
}

export function blockHash(block: Unsigned): string {
  const { number, previousHash, month, rowCount, rowsHash, madeAt, kid, format = 1 } = block
  const parts = [number, previousHash, month, rowCount, rowsHash, madeAt, kid]
  return sha256(JSON.stringify(format === 1 ? parts : [...parts, format]))
}

export function signed(block: Unsigned, privateJwk: JWK): Block {
  const hash = blockHash(block)
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  return { ...block, hash, signature: sign(null, Buffer.from(hash, 'hex'), key).toString('base64') }
}

export type VerifyingKey = (block: Block) => boolean

/** Creates the check of a block's signature. A key is found by its thumbprint (RFC 7638). */
export async function signedByOneOf(publicJwks: readonly JWK[]): Promise<VerifyingKey> {
  const named = publicJwks.map(
    async (jwk) =>
      [await calculateJwkThumbprint(jwk), createPublicKey({ key: jwk, format: 'jwk' })] as const,
  )
  const keys = new Map(await Promise.all(named))
  return ({ kid, hash, signature }) => {
    const key = keys.get(kid)
    const bytes = Buffer.from(hash, 'hex')
    return key !== undefined && verify(null, bytes, key, Buffer.from(signature, 'base64'))
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
