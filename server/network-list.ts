import { BlockList, isIP } from 'node:net'

/** A network in CIDR notation, or one address. */
export function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  return isIP(address) > 0 && isPrefix && rest.length === 0
}

/** A list of what `isNetwork` accepts. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/** An IPv4 address counts in its IPv6 notation (::ffff:0:0/96) too; any other text is in no list. */
export function isInside(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
