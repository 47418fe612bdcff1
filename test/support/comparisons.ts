import { createRequire, syncBuiltinESMExports } from 'node:module'

type Crypto = { timingSafeEqual: (one: Buffer, other: Buffer) => boolean }

const crypto = createRequire(import.meta.url)('node:crypto') as Crypto

/** Returns both sides of each constant-time comparison of `work`. */
export async function comparisonsOf(work: () => unknown): Promise<Buffer[]> {
  const { timingSafeEqual } = crypto
  const compared: Buffer[] = []
  crypto.timingSafeEqual = (one, other) => {
    compared.push(one, other)
    return timingSafeEqual(one, other)
  }
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    crypto.timingSafeEqual = timingSafeEqual
    syncBuiltinESMExports()
  }
  return compared
}
