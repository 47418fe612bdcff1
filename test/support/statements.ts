import pg from 'pg'

type Statement = string | { text: string }

/** Returns the statements that `work` sends to the database, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = pg.Client as unknown as {
    prototype: { query: (...args: unknown[]) => unknown }
  }
  const { query } = prototype
  const statements: string[] = []
  prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const statement = args[0] as Statement
    statements.push(
      (typeof statement === 'string' ? statement : statement.text).replaceAll(/\s+/g, ' ').trim(),
    )
    return query.apply(this, args)
  }
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return statements
}
