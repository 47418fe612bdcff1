import * as z from 'zod/mini'

/** The addresses that a configuration names. */

export const origin = z
  .string()
  .check(z.refine(isOrigin, { error: 'is not an http or https address' }))

export const url = z.string().check(z.refine(URL.canParse, { error: 'is not an address' }))

export const postgres = z
  .string()
  .check(
    z.refine((value) => addressesIn(value).length > 0, { error: 'is not a PostgreSQL address' }),
  )

/** One address for each host of `postgres://role@one:5432,other:5432/name`; none where it is no such thing. */
export function addressesIn(value: string): string[] {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?@]*)(.*)$/.exec(value) ?? []
  const addresses = hosts.split(',').map((host) => `${before}${host}${after}`)
  return before !== '' && addresses.every((each) => URL.canParse(each)) ? addresses : []
}

export function isSecureUrl(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:'
}

/** Of this machine, from which nobody else reads along. */
export function isLoopback(value: string): boolean {
  return (
    URL.canParse(value) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(value).hostname)
  )
}

function isOrigin(value: string): boolean {
  return (
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol) &&
    new URL(value).pathname === '/'
  )
}
