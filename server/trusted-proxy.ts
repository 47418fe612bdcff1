import { BlockList, isIP } from 'node:net'

/** Tells whether an address is in `TRUSTED_PROXIES`: addresses, and networks as address and prefix. Throws an Error. */
export function createProxyCheck(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address)
    const most = family === 6 ? 128 : 32
    const bits = Number(prefix ?? most)
    if (family === 0 || prefix === '' || !(bits >= 0 && bits <= most))
      throw new Error(`has "${network}", which is no network`)
    trusted.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
