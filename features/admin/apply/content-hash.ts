import { createHash } from 'node:crypto'

/** Returns a hash by which people compare files: the page of a request shows it, and the command prints it. */
export function hashOfContent(configuration: unknown): string {
  return createHash('sha256').update(JSON.stringify(configuration)).digest('hex')
}
