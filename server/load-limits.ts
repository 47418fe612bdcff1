import { availableParallelism } from 'node:os'

/**
 * Limits on the load of one process. The rate of password hashes, which `PASSWORD_HASH_…` determine, is reached before
 * any of them, so they are constants (decision 147). Tests lower them before the server starts.
 */
export const loadLimits = {
  /** Requests in progress. Above it, the server answers 503 with Retry-After. */
  requests: 1_000,
  /** Open connections. Further ones are closed. */
  connections: 10_000,
  /** Open connections from one network address that is not in `TRUSTED_PROXIES`. */
  connectionsPerAddress: 500,
  /** Requests waiting for a database connection. Above it, the server answers 503 with Retry-After. */
  databaseWaiters: 256,
  /** Password hashes computed concurrently. libuv has four threads, where further calls would only wait. */
  hashes: Math.min(4, availableParallelism()),
  /** Password hashes waiting. Above it, the server answers 503 with Retry-After. */
  waitingHashes: 128,
  /** Seconds to receive the headers of a request, its body, and all of it. */
  headersSeconds: 10,
  bodySeconds: 5,
  requestSeconds: 30,
  /** Mails per minute of all bulk actions of admins together. They never delay other mails. */
  bulkMailsPerMinute: 600,
}
