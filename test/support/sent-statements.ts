import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** A statement that the product has sent to the database. */
export type SentStatement = {
  text: string
  /** Path of the file that sends it, below the root. */
  sender: string
}

type Query = (this: unknown, ...args: unknown[]) => unknown

const root = path.resolve(import.meta.dirname, '../..')
/** Returns true for a file of the product. A migration may read a whole table: `npm run check -- migrations` checks it. */
const isProduct = (file: string) =>
  /^(app|contract|domain|features|server)\//.test(file) &&
  !file.endsWith('.test.ts') &&
  file !== 'app/migrations.ts'

const knownTexts = new Set<string>()
let unread: SentStatement[] = []

/** Records the statements that the product sends from now on, each text once. Those of tests are left out. */
export function recordStatements(): void {
  // A pool sends a statement only once it has a connection, when the stack no longer names the sender.
  for (const { prototype } of [pg.Pool, pg.Client]) {
    const client = prototype as unknown as { query: Query }
    const { query } = client
    client.query = function recorded(...args) {
      record(args[0])
      return query.apply(this, args)
    }
  }
}

/** Returns the statements that were recorded since the last call. */
export function takeStatements(): SentStatement[] {
  const statements = unread
  unread = []
  return statements
}

function record(statement: unknown): void {
  const text =
    typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text
  if (typeof text !== 'string' || knownTexts.has(text)) return
  const sender = findSender()
  if (sender === undefined || !isProduct(sender)) return
  knownTexts.add(text)
  unread.push({ text, sender })
}

/** Returns the file that sends the current statement: the innermost one that is not below `server/`. */
function findSender(): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const { stack = '' } = new Error('the stack of a statement')
  Error.stackTraceLimit = stackTraceLimit
  const files = [...stack.matchAll(/file:\/\/\S+?(?=:\d+:\d+\)?$)/gm)]
    .map(([url]) => path.relative(root, fileURLToPath(url)))
    .filter(
      (file) => !file.startsWith('node_modules') && !/^test\/support\/.*statements/.test(file),
    )
  return files.find((file) => !file.startsWith('server/') || file.endsWith('.test.ts')) ?? files[0]
}
