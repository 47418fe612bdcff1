import * as z from 'zod/mini'
import {
  connectionVariables,
  integer,
  networks,
  commaList,
  oneOf,
  origin,
  text,
  url,
  type Section,
} from './config-schema.ts'

const parts = ['users', 'admin', 'sso', 'worker'] as const
/** A part of the portal that a process can serve. */
export type Part = (typeof parts)[number]

/** Variables of the process and its addresses. */
export const serverSection = {
  NODE_ENV: {
    schema: oneOf('production', 'development', 'test'),
    default: 'development',
    example: 'production',
    description:
      'Mode. `production` requires the variables that are marked as such, and serves no demo.',
    setBy: 'Every installation: `production` wherever real users log in.',
  },
  PUBLIC_URL: {
    schema: origin,
    default: 'http://localhost:8080',
    example: 'https://id.example.com',
    description: 'Origin of the portal, the base of every link and of the OpenID issuer.',
    setBy: 'Every installation, before the first start.',
    required: 'production',
  },
  ADMIN_URL: {
    schema: z.optional(origin),
    example: 'https://admin.example.com',
    description: 'Origin of the admin area. Not set: `PUBLIC_URL`.',
    setBy: 'An operator who puts the admin area on a host of its own.',
  },
  HOST: text('127.0.0.1', {
    example: '/run/portico/portico.sock',
    description:
      'Address to listen on: `0.0.0.0` for every IPv4 interface, or a path for a Unix socket, whose callers are trusted proxies.',
    setBy: 'An operator, if the proxy is not on this machine.',
  }),
  PORT: integer(0, 65_535, '8080', {
    description: 'TCP port to listen on.',
    setBy: 'An operator, if 8080 is taken.',
  }),
  TLS_CERT: text('', {
    example: '/etc/portico/tls/server.crt',
    description: 'Certificate (PEM file) to serve TLS.',
    setBy: 'An operator without a proxy that ends TLS, at each renewal.',
  }),
  TLS_KEY: text('', {
    example: '/etc/portico/tls/server.key',
    description: 'Private key of `TLS_CERT` (PEM file).',
    setBy: 'An operator without a proxy that ends TLS, at each renewal.',
  }),
  SERVE: {
    schema: z.pipe(
      commaList,
      z.array(z.enum(parts, { error: `contains a part that is not one of ${parts.join(', ')}` })),
    ),
    default: parts.join(','),
    example: 'users,sso',
    description: 'Parts that this process serves, comma-separated.',
    setBy: 'An operator who runs parts in separate processes.',
  },
  TRUSTED_PROXIES: {
    schema: networks,
    default: '',
    example: '10.0.0.0/8,127.0.0.1',
    description: 'Networks whose `X-Forwarded-For` and `traceparent` are trusted, comma-separated.',
    setBy: 'An operator with a proxy in front, before the first user.',
  },
  API_DOCS: {
    schema: z.optional(oneOf('public', 'split')),
    example: 'split',
    description:
      'Visibility of the API documentation. `split` shows the admin API to admins only, at `/admin/developers`; `public` shows everything at `/developers`. Not set: `split` in production, otherwise `public`.',
    setBy: 'A product owner who wants another visibility than the default.',
  },
  INSECURE_ALLOW: {
    schema: z.pipe(
      commaList,
      z.array(
        z.enum(connectionVariables, {
          error: `contains a name that is not one of ${connectionVariables.join(', ')}`,
        }),
      ),
    ),
    default: '',
    example: 'SMTP_URL',
    description:
      'Variables whose connection may be unencrypted in production, comma-separated, for example inside an encrypted network. Connections within this machine need no entry.',
    setBy: 'An operator with a private encrypted network.',
  },
  OUTBOUND_ALLOW: {
    schema: networks,
    default: '',
    example: '10.20.0.0/16',
    description:
      'Private networks in which platforms may publish keys and receive logout notifications, comma-separated. Public networks need no entry.',
    setBy: 'An operator, when a platform inside a private network is registered.',
  },
  USERS_API_URL: {
    schema: z.optional(url),
    example: 'https://id.example.com/api',
    description: "Base URL of the portal's API, if it is on another origin. Not set: `/api`.",
    setBy: 'An operator who serves the API on another origin than the pages.',
  },
  ADMIN_API_URL: {
    schema: z.optional(url),
    example: 'https://admin.example.com/api',
    description: 'Base URL of the admin API, if it is on another origin. Not set: `/api`.',
    setBy: 'An operator who serves the admin API on another origin than the pages.',
  },
} as const satisfies Section
