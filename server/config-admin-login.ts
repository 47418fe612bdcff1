import * as z from 'zod/mini'
import {
  isHttps,
  isLoopback,
  commaList,
  oneOf,
  text,
  textWhere,
  type Section,
} from './config-schema.ts'

/** Variables of the admin login. */
export const adminLogin = {
  ADMIN_SIGN_IN: {
    schema: oneOf('local', 'oidc'),
    default: 'local',
    example: 'oidc',
    description: 'Login of admins: `local`, or `oidc` for an identity provider.',
    setBy: 'An operator whose admins log in at an identity provider.',
  },
  ADMIN_OIDC_ISSUER: {
    schema: textWhere(
      // The URL of a discovery document is rejected, because its issuer would not be compared with this value.
      (value) =>
        !value.includes('/.well-known/') &&
        (value === '' || isHttps(value) || (isLoopback(value) && value.startsWith('http:'))),
      'is neither an https URL nor a loopback URL, or contains /.well-known/',
    ),
    default: '',
    example: 'https://login.example.com',
    description: 'Issuer of the identity provider. Required for `oidc`.',
    setBy: 'An operator, from the identity provider.',
  },
  ADMIN_OIDC_CLIENT_ID: text('', {
    example: 'portico-admin',
    description: 'Client id at the identity provider. Required for `oidc`.',
    setBy: 'An operator, from the identity provider.',
  }),
  ADMIN_OIDC_CLIENT_SECRET: {
    schema: z.string(),
    default: '',
    example: 'the-secret-of-that-client',
    description: 'Client secret at the identity provider. Required for `oidc`.',
    setBy: 'An operator, from the identity provider, and at each rotation.',
    isSecret: true,
  },
  ADMIN_OIDC_ACR: {
    schema: commaList,
    default: '',
    example: 'https://refeds.org/profile/mfa',
    description:
      'Values of `acr`, comma-separated. The login requests them, and is refused if the ID token has none of them. Empty: any login is accepted.',
    setBy: 'A security officer, from the policies of the identity provider.',
  },
} as const satisfies Section
