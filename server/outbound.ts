import { lookup, type LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { config } from './config.ts'
import { logger } from './log.ts'
import { networkList } from './network-list.ts'

/** The only error of a call to a registered URL. The cause is only logged, for operators. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

export type Answer = {
  status: number
  body: Buffer
  /** The value of Retry-After in seconds; undefined if it is missing or a date. */
  retryAfter: number | undefined
}

type Resolve = (host: string) => Promise<LookupAddress[]>
type Outbound = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  maxBytes?: number
  timeoutMs?: number
  /** True to close the connection after the response's headers. */
  ignoresBody?: boolean
  /** A replacement for DNS, for tests. */
  resolve?: Resolve
}

const lookupAll = promisify(lookup)
const resolveAll: Resolve = (host) => lookupAll(host, { all: true })

/**
 * Calls a URL that was registered with Portico, such as a platform's `jwks_uri`. Requires https and a public network or
 * one of OUTBOUND_ALLOW. Resolves the host once and connects only to that address. Does not follow redirects. Throws
 * Unreachable.
 */
export async function callOutside(
  address: string,
  { maxBytes = 64 * 1024, timeoutMs = 5_000, resolve = resolveAll, ...request }: Outbound = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const family = isIP(host)
    const addresses = family ? [{ address: host, family }] : await resolve(host)
    requireAllowed(url, addresses)
    return await exchange(url, { ...request, maxBytes, signal, addresses })
  } catch (error) {
    logger.warn({ err: error, address }, 'a registered address could not be called')
    throw new Unreachable('a registered address could not be called')
  }
}

/** Returns true if a URL could be called, judged without DNS. Host names are resolved and checked at each call. */
export function isCallable(address: string): boolean {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const isHere = host === 'localhost' || host.endsWith('.localhost')
  try {
    requireAllowed(url, [
      family ? { address: host, family } : { address: isHere ? '127.0.0.1' : '8.8.8.8', family: 4 },
    ])
    return true
  } catch {
    return false
  }
}

function requireAllowed(url: URL, addresses: readonly LookupAddress[]): void {
  if (url.username !== '' || url.password !== '') throw new Error('credentials in the address')
  const isLocal = addresses.every(({ address }) => ranges.loopback.check(...asRule(address)))
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new Error('not https')
  const isAllowed = addresses.every(({ address }) => isAllowedAddress(address))
  if (addresses.length === 0 || !isAllowed) throw new Error('not a network that may be called')
}

type Exchange = Pick<Outbound, 'method' | 'headers' | 'body' | 'ignoresBody'> & {
  maxBytes: number
  signal: AbortSignal
  addresses: LookupAddress[]
}

function exchange(
  url: URL,
  { method, headers, body = '', maxBytes, signal, addresses, ignoresBody = false }: Exchange,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http
    const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, {
      method: method ?? 'GET',
      headers: { ...headers, ...length },
      signal,
      agent: false,
      lookup: (_, options, done) => {
        const [first] = addresses
        if (options.all) done(null, addresses)
        else done(null, first?.address ?? '', first?.family)
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (answer): void => {
      const header = answer.headers['retry-after'] ?? ''
      const retryAfter = /^\d{1,9}$/.test(header) ? Number(header) : undefined
      const status = answer.statusCode ?? 0
      if (ignoresBody) {
        answer.on('error', () => undefined)
        outgoing.destroy()
        return resolve({ status, retryAfter, body: Buffer.alloc(0) })
      }
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('error', reject)
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > maxBytes) outgoing.destroy(new Error(`more than ${maxBytes} bytes`))
        else parts.push(part)
      })
      answer.on('end', () => resolve({ status, retryAfter, body: Buffer.concat(parts) }))
    })
    outgoing.end(body)
  })
}

/** Networks of IANA's special-purpose registries (RFC 6890). In IPv6, only global unicast (2000::/3) is public. */
const ranges = {
  loopback: networkList(['127.0.0.0/8', '::1/128']),
  private: networkList([
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    'fc00::/7',
  ]),
  ipv4: networkList([
    '0.0.0.0/8',
    '169.254.0.0/16',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ]),
  ipv6: networkList([
    '::/3',
    '4000::/2',
    '8000::/1',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
  ]),
}
const allowed = networkList(config.outboundAllow)

/** Returns true for public addresses, for loopback outside of production, and for private ones in OUTBOUND_ALLOW. */
export function isAllowedAddress(
  address: string,
  { isProduction = config.isProduction, allow = allowed } = {},
): boolean {
  const rule = asRule(address)
  if (ranges.loopback.check(...rule)) return !isProduction
  if (ranges.private.check(...rule)) return allow.check(...rule)
  return !ranges[rule[1]].check(...rule)
}

/** Returns an address and its family; for IPv4-mapped (::ffff:0:0/96) and NAT64 (64:ff9b::/96), the IPv4 address. */
function asRule(address: string): [string, 'ipv4' | 'ipv6'] {
  if (isIP(address) !== 6) return [address, 'ipv4']
  const [zoneless = ''] = address.split('%', 1)
  const { hostname } = new URL(`http://[${zoneless}]`)
  const [, high = '', low = ''] =
    /^\[(?:::ffff|64:ff9b:):(?:([\da-f]{1,4}):)?([\da-f]{1,4})\]$/.exec(hostname) ?? []
  if (low === '') return [zoneless, 'ipv6']
  const [a, b] = [Number.parseInt(high || '0', 16), Number.parseInt(low, 16)]
  return [[a >> 8, a & 255, b >> 8, b & 255].join('.'), 'ipv4']
}
