import { Socket } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import pg from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

/** Shorter than any wait for a connection: a primary that is gone must not use it up. */
const patienceMs = 3_000

type Connection = { connectionString: string } & Pick<pg.ClientConfig, 'ssl' | 'stream'>

/**
 * How to reach the database that a variable names. Where it names several addresses, each connection goes to the
 * one that takes writes at that time, so that the next one after a failover finds the new primary.
 */
export function connectionOptions(url: string): Connection {
  const addresses = addressesIn(url)
  const [first = url] = addresses
  if (addresses.length < 2) return { connectionString: url }
  const { ssl } = parseIntoClientConfig(first)
  const hosts = addresses.map((address) => parseIntoClientConfig(address).host ?? '')
  return {
    connectionString: withoutEncryption(first),
    stream: () => new SocketToPrimary(addresses),
    ...(ssl && { ssl: { ...(ssl === true ? {} : ssl), checkServerIdentity: isOneOf(hosts) } }),
  }
}

/** What stands in an address counts more than what stands beside it. */
function withoutEncryption(address: string): string {
  const url = new URL(address)
  const names = url.searchParams.keys().toArray()
  for (const name of names) if (name.startsWith('ssl')) url.searchParams.delete(name)
  return url.href
}

/** Opens itself to whichever address takes writes, whatever it is told. */
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

/** One question at a time, however many connections wait for its answer. */
const asking = new Map<string, Promise<string>>()

function findPrimary(addresses: readonly string[]): Promise<string> {
  const key = addresses.join()
  const known = asking.get(key)
  if (known) return known
  const asked = Promise.any(addresses.map(askForPrimary))
    .catch((cause: unknown) => {
      throw new Error('none of the addresses in DATABASE_URL takes writes just now', { cause })
    })
    .finally(() => asking.delete(key))
  asking.set(key, asked)
  return asked
}

async function askForPrimary(address: string): Promise<string> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'portico looks for the primary',
  })
  // It may break while nobody listens to it any more.
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

/** One address per host of `postgres://role@one:5432,other:5432/name`; [] where it is no PostgreSQL address. */
export function addressesIn(value: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(value) ?? []
  const addresses = hosts.split(',').map((host) => `${before}${host}${after}`)
  return before !== '' && addresses.every((each) => URL.canParse(each)) ? addresses : []
}

/** Each of them is trusted with the role's password: a certificate of any will do. */
function isOneOf(hosts: readonly string[]) {
  return (_: string, certificate: PeerCertificate): Error | undefined => {
    const faults = hosts.map((host) => checkServerIdentity(host, certificate))
    return faults.includes(undefined) ? undefined : faults[0]
  }
}
