import { Socket } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

/** Timeout of a probe. Shorter than the connection timeout, which includes the probe. */
const probeTimeoutMs = 3_000

type Connection = { connectionString: string } & Pick<pg.ClientConfig, 'ssl' | 'stream'>

/**
 * Returns the options of node-postgres for a URL. If the URL contains several hosts, each new connection goes to the
 * one that accepts writes at that time; after a failover, that is the new primary.
 */
export function connectionOptions(url: string): Connection {
  const addresses = addressesIn(url)
  const [first = url] = addresses
  if (addresses.length < 2) return { connectionString: url }
  const { ssl } = parseIntoClientConfig(first)
  const hosts = addresses.map((address) => parseIntoClientConfig(address).host ?? '')
  return {
    connectionString: withoutTlsParameters(first),
    stream: () => new SocketToPrimary(addresses),
    ...(ssl && {
      ssl: { ...(ssl === true ? {} : ssl), checkServerIdentity: certificateCheckFor(hosts) },
    }),
  }
}

/** Removes the TLS parameters of a URL, because node-postgres prefers them to the `ssl` option. */
function withoutTlsParameters(address: string): string {
  const url = new URL(address)
  const names = url.searchParams.keys().toArray()
  for (const name of names) if (name.startsWith('ssl')) url.searchParams.delete(name)
  return url.href
}

/** A socket that ignores the host passed to `connect` and connects to the address that accepts writes. */
class SocketToPrimary extends Socket {
  readonly #addresses: readonly string[]

  constructor(addresses: readonly string[]) {
    super()
    this.#addresses = addresses
  }

  override connect(): this {
    findPrimary(this.#addresses).then(
      (address) => {
        const { host = 'localhost', port = 5432 } = parseIntoClientConfig(address)
        if (this.destroyed) return
        if (host.startsWith('/')) super.connect(`${host}/.s.PGSQL.${port}`)
        else super.connect(port, host)
      },
      (error: Error) => this.destroy(error),
    )
    return this
  }
}

/** Searches in progress by addresses, each shared by all connections that wait for it. */
const searches = new Map<string, Promise<string>>()

function findPrimary(addresses: readonly string[]): Promise<string> {
  const key = addresses.join()
  const currentSearch = searches.get(key)
  if (currentSearch) return currentSearch
  const search = Promise.any(addresses.map(probePrimary))
    .catch((cause: unknown) => {
      throw new Error('none of the database addresses accepts writes', { cause })
    })
    .finally(() => searches.delete(key))
  searches.set(key, search)
  return search
}

/** Returns the address if it accepts writes; throws if it does not answer or is a standby. */
async function probePrimary(address: string): Promise<string> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
    application_name: 'portico looks for the primary',
  })
  // Because an error after the end of the search must not end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    if (rows[0].is_standby) throw new Error('a standby')
    return address
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Returns a URL for each host of `postgres://role@one:5432,other:5432/name`; [] if it is not a PostgreSQL URL. */
export function addressesIn(value: string): string[] {
  const [, prefix = '', hosts = '', suffix = ''] =
    // oxlint-disable-next-line regular-expressions/linear -- the operator's own setting
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(value) ?? []
  const addresses = hosts.split(',').map((host) => `${prefix}${host}${suffix}`)
  return prefix !== '' && addresses.every((each) => URL.canParse(each)) ? addresses : []
}

/** Returns a check that accepts a certificate of any of the hosts, because all are trusted with the role's password. */
function certificateCheckFor(hosts: readonly string[]) {
  return (_: string, certificate: PeerCertificate): Error | undefined => {
    const faults = hosts.map((host) => checkServerIdentity(host, certificate))
    return faults.includes(undefined) ? undefined : faults[0]
  }
}
