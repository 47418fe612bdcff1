/**
 * Accepts a range of addresses, such as 203.0.113.0/24 or 2001:db8::/32, or a single address. Rejects IPv4-mapped
 * IPv6 addresses, which would never match: addresses are compared in their own family.
 */
export function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (rest.length > 0) return false
  const maxPrefix = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1
  if (maxPrefix < 0) return false
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= maxPrefix)
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
