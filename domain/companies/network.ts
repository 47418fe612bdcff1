import { rows, type Db } from '#server/db.ts'

/** Returns each network in the database's canonical form, in which the host bits are zero. */
export async function canonicalNetworks(
  db: Db,
  networks: readonly string[],
): Promise<Map<string, string>> {
  const pairs = await rows<{ input: string; canonical: string }>(db)`
    select n as input, network(n::inet)::text as canonical from unnest(${networks}::text[]) n`
  return new Map(pairs.map(({ input, canonical }) => [input, canonical]))
}
