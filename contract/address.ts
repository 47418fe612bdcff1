import * as z from 'zod/mini'

/** Loopback hosts, for which plain http is allowed. */
export const loopback = ['localhost', '127.0.0.1', '[::1]']

const trimmed = z.string().check(
  z.overwrite((value) => value.trim()),
  z.maxLength(2048, 'tooLong'),
)
/** A URL in a platform's registration. */
export const address = trimmed.check(
  z.minLength(1, 'required'),
  z.refine((value) => value === '' || isAddress(value), 'invalidAddress'),
)
/** An origin: scheme, host and port. A trailing slash is removed. */
export const origin = trimmed.check(
  z.overwrite((value) => value.replace(/\/$/, '')),
  z.refine(isOrigin, 'invalidOrigin'),
)

function isAddress(value: string): boolean {
  return addressFault(value) === undefined
}

export type AddressFault = 'malformed' | 'wildcard' | 'fragment' | 'credentials' | 'notHttps'

/**
 * Returns why a URL is not allowed in a registration, or undefined if it is. Requires https (http on loopback), no
 * credentials, no fragment (RFC 6749 §3.1.2) and no wildcard.
 */
export function addressFault(value: string): AddressFault | undefined {
  if (value.includes('*')) return 'wildcard'
  if (value.includes('#')) return 'fragment'
  if (!/^https?:\/\/[!-~]+$/.test(value) || value.includes('\\') || !URL.canParse(value))
    return 'malformed'
  const { protocol, hostname, username, password } = new URL(value)
  if (username !== '' || password !== '') return 'credentials'
  return protocol === 'https:' || loopback.includes(hostname) ? undefined : 'notHttps'
}

function isOrigin(value: string): boolean {
  return isAddress(value) && new URL(value).origin === value
}
