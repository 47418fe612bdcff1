import { hash, verify, type Options } from '@node-rs/argon2'
import { addressKeys } from './address-key.ts'
import { createConcurrencyLimit, Overloaded } from './concurrency-limit.ts'
import { loadLimits } from './load-limits.ts'
import { gauge } from './metrics.ts'
import { currentContext } from './request-context.ts'

const limit = createConcurrencyLimit(
  loadLimits.hashes,
  loadLimits.waitingHashes,
  () => new Overloaded('hashes', 5),
)

gauge('portico_hashes_running', 'Password hashes in progress', limit.running)
gauge('portico_hashes_waiting', 'Password hashes waiting to be computed', limit.waiting)

/** Hashes a text by Argon2id. Never call it inside a transaction: it is slow. Throws Overloaded if too many hashes wait. */
export function hashWithArgon2(text: string, cost?: Options): Promise<string> {
  return limit.run(() => hash(text, cost), shareOfQueue())
}

/** Returns true if a text matches a hash of `hashWithArgon2`. The same limits apply. */
export function verifyArgon2Hash(storedHash: string, text: string): Promise<boolean> {
  return limit.run(() => verify(storedHash, text), shareOfQueue())
}

/**
 * Returns the keys of the caller's share of the queue. Known and unknown callers have separate shares, and within each
 * share, networks and addresses share evenly (decision 47).
 */
function shareOfQueue(): string[] {
  const { ipAddress, isKnown = false } = currentContext() ?? {}
  if (ipAddress === undefined) return ['known']
  return [isKnown ? 'known' : 'stranger', ...addressKeys(ipAddress).toReversed()]
}
