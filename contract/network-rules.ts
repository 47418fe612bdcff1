import * as z from 'zod/mini'
import { distinctList, freeText, uuid } from './fields.ts'
import { namedObject } from './named.ts'

export const cidr = z.string().check(
  z.overwrite((value) => value.trim()),
  z.minLength(1, 'required'),
  // An empty value already breaks the rule `required`.
  z.refine((value) => value === '' || isCidr(value), { error: 'invalidCidr' }),
)

/** Networks from which users may log in to one platform, or to all platforms if `subsystem` is null. */
export const ipAllowRules = distinctList(
  namedObject('NewNetwork', {
    /** A name for the network, such as "Lisbon office". */
    name: z.optional(freeText(100)),
    subsystem: z.nullable(z.string()),
    cidr,
  }),
  200,
)

/** A network in a reply. */
export const networkRule = namedObject('Network', {
  subsystem: z.nullable(z.string()),
  cidr: z.string(),
  name: z.string(),
})

/** A network in a form. */
export type NetworkRule = { subsystem: string | null; cidr: string; name?: string | undefined }

/** A preview of the users whom the rules would lock out. */
export const networkPreview = namedObject('NetworkPreview', {
  /** The number of users of the company who logged in during the last month. */
  people: z.int(),
  /** The number of these users whom the rules would lock out. */
  refused: z.int(),
  /** The first ten users who would be locked out. */
  examples: z.array(
    z.object({
      id: uuid,
      name: z.string(),
      ipAddress: z.string(),
      /** The name of the first of `platforms`. */
      subsystem: z.string(),
      /** The user's platforms that would be blocked from this address. */
      platforms: z.array(z.object({ id: z.string(), name: z.string() })),
      /** True if `platforms` contains all of the user's platforms. */
      all: z.boolean(),
    }),
  ),
})

export type NetworkPreview = z.output<typeof networkPreview>

/**
 * Returns true for a range of addresses, such as 203.0.113.0/24 or 2001:db8::/32, or a single address. Rejects
 * IPv4-mapped IPv6 addresses: they would never match because addresses are compared within their own family.
 */
export function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0) return false
  if (!isIpv4(address) && !isIpv6(address)) return false
  const maxPrefix = isIpv4(address) ? 32 : 128
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= maxPrefix)
}

/** Trims a network, and removes the prefix length of a single address (/32, or /128 for IPv6). */
export function addressIn(cidr: string): string {
  const network = cidr.trim()
  return network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '')
}

/** Returns true if the network contains the address. An invalid network contains no address. */
export function isWithin(address: string, cidr: string): boolean {
  const [network = '', prefix] = addressIn(cidr).split('/')
  if (!isCidr(addressIn(cidr)) || isIpv4(network) !== isIpv4(address)) return false
  const [wanted, given] = [bitsOf(network), bitsOf(address)]
  const length = prefix === undefined ? wanted.length : Number(prefix)
  return wanted.slice(0, length) === given.slice(0, length)
}

/** Returns the bits of a valid address as text: 32, or 128 for IPv6. */
function bitsOf(address: string): string {
  if (isIpv4(address)) return joinBits(address.split('.').map(Number), 8)
  // The parser of URLs writes an embedded IPv4 address as two groups.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0)
  return joinBits([...first, ...zeros, ...last], 16)
}

function joinBits(numbers: readonly number[], size: number): string {
  return numbers.map((number) => number.toString(2).padStart(size, '0')).join('')
}

function groupsOf(part = ''): number[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return (
    parts.length === 4 &&
    parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  )
}

function isIpv6(text: string): boolean {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text) || !text.includes(':')) return false
  const url = `http://[${text}]/`
  return URL.canParse(url) && !new URL(url).hostname.startsWith('[::ffff:')
}
