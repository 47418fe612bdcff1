import * as z from 'zod/mini'
import { isLoopback, isSecureUrl } from './address.ts'

const text = z.string()

/** How admins log in: here, or at the company's identity provider. */
export const adminSignInVariables = {
  ADMIN_SIGN_IN: [z.enum(['local', 'oidc']), 'local', 'oidc'],
  ADMIN_OIDC_ISSUER: [
    text.check(
      z.refine((value) => value === '' || isSafeAddress(value), {
        error: 'is neither an https address nor one of this machine',
      }),
    ),
    '',
    'https://login.example.com',
  ],
  ADMIN_OIDC_CLIENT_ID: [text, '', 'portico-admin'],
  ADMIN_OIDC_CLIENT_SECRET: [text, '', 'the-secret-of-that-client'],
} as const

type Name = keyof typeof adminSignInVariables
type Values = { [N in Name]: z.output<(typeof adminSignInVariables)[N][0]> }

export function adminSignInOf(values: Values) {
  return {
    adminSignIn: values.ADMIN_SIGN_IN,
    adminOidc: {
      issuer: values.ADMIN_OIDC_ISSUER,
      clientId: values.ADMIN_OIDC_CLIENT_ID,
      clientSecret: values.ADMIN_OIDC_CLIENT_SECRET,
    },
  }
}

/** What the identity provider has to be known by, as soon as it is to be used. */
export function adminSignInFaults(values: Values): string[] {
  if (values.ADMIN_SIGN_IN !== 'oidc') return []
  const needed = (Object.keys(adminSignInVariables) as Name[]).filter((name) => !values[name])
  return needed.map(
    (name) => `${name} is missing. Example: ${name}=${adminSignInVariables[name][2]}`,
  )
}

/** Whoever reads on the way there could log in as an admin. */
function isSafeAddress(value: string): boolean {
  return isSecureUrl(value) || (value.startsWith('http:') && isLoopback(value))
}
