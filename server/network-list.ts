import { BlockList, isIP } from 'node:net'

/** Returns true for a network in CIDR notation or an IP address. */
export function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const maxBits = isIP(address) === 4 ? 32 : 128
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
  return isIP(address) > 0 && isPrefix && rest.length === 0
}

/** Creates a list of networks, each of which `isNetwork` must accept. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/** Returns true if the list contains the address, also if it is IPv4-mapped (::ffff:0:0/96). False for other text. */
export function isInside(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
