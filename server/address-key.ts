import { parseAddress } from './ip-address.ts'
import { memoize } from './memoize.ts'

/** Factor by which the limits of an IPv6 /48 exceed those of an IPv4 address or an IPv6 /64. */
export const networkFactor = 5

type Keys = readonly [string] | readonly [string, string]

/**
 * Returns the keys under which an IP address is counted: the whole IPv4 address, or the /64 and /48 of an IPv6 address.
 * One customer usually has a /64, but can also have a whole /48. `unknown` for a missing or invalid address.
 */
export function addressKeys(ipAddress: string | undefined): Keys {
  // The address is undefined for a request over a Unix socket without X-Forwarded-For.
  return keysOf(ipAddress ?? '')
}

// Cached, because every request asks several times. An address has at most 45 characters before its zone.
const keysOf = memoize(computeKeys, 1_000, (text) => text.slice(0, 64))

function computeKeys(ipAddress: string): Keys {
  const address = parseAddress(ipAddress)
  if (!address) return ['unknown']
  if (!('parts' in address)) return [address.toString()]
  const groups = address.parts.map((part) => part.toString(16))
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}
