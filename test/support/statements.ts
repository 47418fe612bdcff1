import pg from 'pg'

type Statement = string | { text: string }

/** Returns the statements that `work` sends to the database, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = pg.Client as unknown as {
    prototype: { query: (...given: unknown[]) => unknown }
  }
  const { query } = prototype
  const statements: string[] = []
  prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    const asked = given[0] as Statement
    statements.push((typeof asked === 'string' ? asked : asked.text).replaceAll(/\s+/g, ' ').trim())
    return query.apply(this, given)
  }
  try {
    await work()
  } finally {
    prototype.query = query
  }
  return statements
}
