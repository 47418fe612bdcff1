import { availableParallelism } from 'node:os'
import { hash as slowHash, verify as slowVerify, type Options } from '@node-rs/argon2'
import { config } from './config.ts'
import { gauge } from './metrics.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'

// The library works on Node's four threads for such things: more at once would only wait there.
const threads = 4

const turns = createConcurrencyLimit({
  what: 'a password to be hashed',
  atOnce: config.passwordHash.concurrency ?? Math.min(threads, availableParallelism()),
  waiting: config.passwordHash.queue,
  retryAfterSeconds: 5,
})

gauge('portico_hashes_running', 'Passwords that are being hashed', turns.running)
gauge('portico_hashes_waiting', 'Passwords that wait to be hashed', turns.waiting)

/** Slow on purpose: never while a transaction is open. Throws Busy where too many wait. */
export function hashWithArgon2(text: string, cost?: Options): Promise<string> {
  return turns.run(() => slowHash(text, cost))
}

/** The same for a comparison. */
export function verifyArgon2Hash(hash: string, text: string): Promise<boolean> {
  return turns.run(() => slowVerify(hash, text))
}
