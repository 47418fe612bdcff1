import { rows, type Db } from '#server/db.ts'

/** Networks as the database writes them: without the bits of an address that they do not have. */
export async function canonicalNetworks(
  db: Db,
  networks: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<{ given: string; canonical: string }>(db)`
    select n as given, network(n::inet)::text as canonical from unnest(${networks}::text[]) n`
  return new Map(found.map(({ given, canonical }) => [given, canonical]))
}
