/**
 * A range of addresses, such as 203.0.113.0/24 or 2001:db8::/32; one address alone is a range of one. IPv4 in
 * the dress of IPv6 is none: addresses are compared as what they are.
 */
export function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0) return false
  const longest = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1
  if (longest < 0) return false
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= longest)
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
