import { addressesIn } from '#server/primary-host.ts'

/** Parameters of a URL that libpq reads from an environment variable, too. */
const variables = [
  ['sslmode', 'PGSSLMODE'],
  ['sslrootcert', 'PGSSLROOTCERT'],
  ['sslcert', 'PGSSLCERT'],
  ['sslkey', 'PGSSLKEY'],
] as const

/**
 * Returns the connection of PostgreSQL's own programs as environment variables: as an argument, the password would be
 * visible in the process list. `databaseUrl` may list several servers, of which the primary is used.
 */
export function connectionEnvironment(databaseUrl: string) {
  const urls = addressesIn(databaseUrl).map((address) => new URL(address))
  const [first] = urls
  const parameters = variables.flatMap(([name, variable]) => {
    const value = first?.searchParams.get(name) ?? ''
    return value === '' ? [] : [[variable, value]]
  })
  return {
    PGHOST: urls.map(hostOf).join(','),
    PGPORT: urls.map((url) => url.port || '5432').join(','),
    PGUSER: decodeURIComponent(first?.username ?? ''),
    PGPASSWORD: decodeURIComponent(first?.password ?? ''),
    PGDATABASE: decodeURIComponent(first?.pathname.slice(1) ?? ''),
    ...(urls.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
    ...Object.fromEntries(parameters),
  }
}

/** Returns the host as libpq reads it: an IPv6 address without brackets, or the folder of a socket. */
function hostOf({ hostname, searchParams }: URL): string {
  return searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1')
}
