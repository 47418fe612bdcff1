import pg from 'pg'

type Asked = string | { text: string }

/** The statements that reach the database while something is done, in their order. */
export async function statementsOf(deed: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = pg.Client as unknown as {
    prototype: { query: (...given: unknown[]) => unknown }
  }
  const { query } = prototype
  const statements: string[] = []
  prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    const asked = given[0] as Asked
    statements.push((typeof asked === 'string' ? asked : asked.text).replaceAll(/\s+/g, ' ').trim())
    return query.apply(this, given)
  }
  try {
    await deed()
  } finally {
    prototype.query = query
  }
  return statements
}
