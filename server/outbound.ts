import { lookup, type LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'
import { config } from './config.ts'
import { parseAddress } from './ip-address.ts'
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
 * one of OUTBOUND_ALLOW; outside of production, also allows loopback, even by http. Resolves the host once and connects
 * only to the addresses found then. Does not follow redirects. Throws Unreachable.
 */
export async function callOutside(
  address: string,
  { maxBytes = 64 * 1024, timeoutMs = 5_000, resolve = resolveAll, ...request }: Outbound = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = new URL(address)
    const host = hostOf(url)
    const family = isIP(host)
    const addresses = family
      ? [{ address: host, family }]
      : await Promise.race([resolve(host), failAfter(timeoutMs)])
    requireAllowed(url, addresses)
    return await exchange(url, { ...request, maxBytes, signal, addresses })
  } catch (error) {
    logger.warn({ err: error, address }, 'a registered address could not be called')
    throw new Unreachable('a registered address could not be called')
  }
}

/** Rejects after this time, because a DNS lookup cannot be aborted. */
async function failAfter(ms: number): Promise<never> {
  await wait(ms, undefined, { ref: false })
  throw new Error('the DNS lookup took too long')
}

type Registration = Pick<Outbound, 'resolve'> & { isProduction?: boolean }

/**
 * Returns true if a URL may be registered: if a call to the addresses that its host name has now would be allowed. A
 * name without an address is accepted, because each call checks the address again.
 */
export async function isCallable(
  address: string,
  { resolve = resolveAll, isProduction = config.isProduction }: Registration = {},
): Promise<boolean> {
  const url = new URL(address)
  try {
    requireAllowed(url, await assumedAddresses(url, resolve), isProduction)
    return true
  } catch {
    return false
  }
}

/** Maximum time in milliseconds that a registration waits for DNS. */
const registrationMs = 2_000
const loopbackAddress = { address: '127.0.0.1', family: 4 }
const anyPublicAddress = { address: '8.8.8.8', family: 4 }

/** Returns the addresses of a host: for `localhost` a loopback address, for an unresolved name a public one. */
async function assumedAddresses(url: URL, resolve: Resolve): Promise<LookupAddress[]> {
  const host = hostOf(url)
  const family = isIP(host)
  if (family) return [{ address: host, family }]
  if (/(^|\.)localhost\.?$/.test(host)) return [loopbackAddress]
  const addresses = await Promise.race([
    resolve(host).catch(() => []),
    wait(registrationMs, [], { ref: false }),
  ])
  return addresses.length > 0 ? addresses : [anyPublicAddress]
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function requireAllowed(
  url: URL,
  addresses: readonly LookupAddress[],
  isProduction = config.isProduction,
): void {
  if (url.username !== '' || url.password !== '') throw new Error('credentials in the address')
  if (url.port === '0') throw new Error('port 0')
  const isLocal = addresses.every(({ address }) => parseTarget(address).range() === 'loopback')
  const isLocalHttp = url.protocol === 'http:' && isLocal
  if (url.protocol !== 'https:' && !isLocalHttp) throw new Error('not https')
  const isAllowed = addresses.every(({ address }) => isAllowedAddress(address, { isProduction }))
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
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('error', reject)
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) outgoing.destroy(new Error(`more than ${maxBytes} bytes`))
        else chunks.push(chunk)
      })
      answer.on('end', () => resolve({ status, retryAfter, body: Buffer.concat(chunks) }))
    })
    outgoing.end(body)
  })
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const privateRanges: readonly string[] = ['private', 'carrierGradeNat', 'uniqueLocal']
const allowed = networkList(config.outboundAllow)

/** Returns true for public addresses, for loopback outside of production, and for private ones in OUTBOUND_ALLOW. */
export function isAllowedAddress(
  text: string,
  { isProduction = config.isProduction, allow = allowed } = {},
): boolean {
  const address = parseTarget(text)
  const range = address.range()
  if (range === 'loopback') return !isProduction
  if (privateRanges.includes(range)) return allow.check(address.toString(), address.kind())
  // Outside of 2000::/3, the library also calls unassigned IPv6 networks unicast.
  return range === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast))
}

/** Parses an IP address, and one of NAT64 (64:ff9b::/96) as the IPv4 address inside. Throws for other text. */
function parseTarget(text: string): IPv4 | IPv6 {
  const address = parseAddress(text)
  if (!address) throw new Error('not an IP address')
  const isNat64 = address.kind() === 'ipv6' && address.match(nat64)
  return isNat64 ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address
}
