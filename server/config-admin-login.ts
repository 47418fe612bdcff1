import * as z from 'zod/mini'
import { isHttps, isLoopback, list, oneOf, text, textWhere, type Section } from './config-schema.ts'

/** Variables of the admin login. */
export const adminLogin = {
  ADMIN_SIGN_IN: {
    schema: oneOf('local', 'oidc'),
    default: 'local',
    example: 'oidc',
    description: 'Login of admins: `local`, or `oidc` for an identity provider.',
  },
  ADMIN_OIDC_ISSUER: {
    schema: textWhere(
      // Because with the URL of the discovery document, the issuer in it would not be compared with this value.
      (value) =>
        !value.includes('/.well-known/') &&
        (value === '' || isHttps(value) || (isLoopback(value) && value.startsWith('http:'))),
      'is neither an https URL nor a loopback URL, or contains /.well-known/',
    ),
    default: '',
    example: 'https://login.example.com',
    description: 'Issuer of the identity provider. Required for `oidc`.',
  },
  ADMIN_OIDC_CLIENT_ID: text(
    '',
    'Client id at the identity provider. Required for `oidc`.',
    'portico-admin',
  ),
  ADMIN_OIDC_CLIENT_SECRET: {
    schema: z.string(),
    default: '',
    example: 'the-secret-of-that-client',
    description: 'Client secret at the identity provider. Required for `oidc`.',
    isSecret: true,
  },
  ADMIN_OIDC_ACR: {
    schema: list,
    default: '',
    example: 'https://refeds.org/profile/mfa',
    description:
      'Values of `acr`, comma-separated. The login requests them, and is refused if the ID token has none of them. Empty: any login is accepted.',
  },
} as const satisfies Section
