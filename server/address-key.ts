import { isIP } from 'node:net'

/** Factor by which the limits of an IPv6 /48 exceed those of an IPv4 address or an IPv6 /64. */
export const networkFactor = 5

/**
 * Returns the keys under which an IP address is counted: the whole IPv4 address, or the /64 and /48 of an IPv6 address.
 * One customer usually has a /64, but can also have a whole /48.
 */
export function addressKeys(ipAddress: string | undefined): [string] | [string, string] {
  const key = addressKey(ipAddress)
  return key.endsWith('/64') ? [key, `${key.split(':').slice(0, 3).join(':')}::/48`] : [key]
}

/** Returns the first key of `addressKeys`. */
export function addressKey(ipAddress: string | undefined): string {
  // The address is undefined for a request over a Unix socket without X-Forwarded-For.
  const [address = ''] = (ipAddress ?? '').split('%')
  const kind = isIP(address)
  if (kind !== 6) return kind === 4 ? address : 'unknown'
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head, tail] = [left, right].map((part) => part.split(':').filter(Boolean))
  const filled = [...head!, ...Array<string>(8 - head!.length - tail!.length).fill('0'), ...tail!]
  if (filled.join().startsWith('0,0,0,0,0,ffff,')) return mappedIpv4(filled)
  return `${filled.slice(0, 4).join(':')}::/64`
}

function mappedIpv4(words: readonly string[]): string {
  return words
    .slice(6)
    .flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255])
    .join('.')
}
