import { isIP } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

/**
 * Parses an IP address without its zone, and an IPv4-mapped one (::ffff:0:0/96) as the IPv4 address. Undefined for
 * other text, such as 010.0.0.1 or 0x7f.1.
 */
export function parseAddress(text: string): IPv4 | IPv6 | undefined {
  const [address = ''] = text.split('%', 1)
  const family = isIP(address)
  if (family === 0) return undefined
  // The library takes ::192.0.2.1 for an IPv4-mapped address unless it is written as hexadecimal.
  return ipaddr.process(
    family === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address,
  )
}
