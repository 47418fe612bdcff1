import pg from 'pg'

/** A PostgreSQL server managed by Patroni. `pid` is the process of Patroni. */
export type Member = {
  name: string
  data: string
  port: number
  config: string
  log: string
  pid?: number
}

/** Returns the rows of a query; undefined if the member does not answer. */
async function ask<Row>({ port }: Member, text: string): Promise<Row[] | undefined> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 3_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows as Row[]
  } catch {
    return undefined
  } finally {
    client.end().catch(() => undefined)
  }
}

export async function primaryOf(members: readonly Member[]): Promise<Member | undefined> {
  for (const member of members) {
    const rows = await ask<{ standby: boolean }>(member, 'select pg_is_in_recovery() as standby')
    if (rows?.[0]?.standby === false) return member
  }
  return undefined
}

export async function isReplicating(members: readonly Member[]): Promise<boolean> {
  const primary = await primaryOf(members)
  const rows =
    primary && (await ask(primary, "select from pg_stat_replication where sync_state = 'sync'"))
  return rows?.length === 1
}

export async function makeRoles(members: readonly Member[]): Promise<void> {
  const primary = await primaryOf(members)
  if (!primary) throw new Error('no primary')
  for (const text of [
    'create role portico_owner login',
    'create role portico_server login',
    'create database portico owner portico_owner',
  ])
    await ask(primary, text)
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${primary.port}/portico`,
  })
  await client.connect()
  await client.query('create extension pg_trgm')
  await client.end()
}
