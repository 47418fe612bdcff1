import * as z from 'zod/mini'
import { adminLogin } from './config-admin-login.ts'
import { databaseSection } from './config-database.ts'
import { limitSections } from './config-limits.ts'
import { profileSection } from './config-profile-section.ts'
import { passkeySection } from './config-passkeys.ts'
import {
  encrypted,
  fileOrUrl,
  integer,
  networks,
  list,
  oneOf,
  onOff,
  optionalOrigin,
  origin,
  text,
  textWhere,
  url,
  type Section,
  type Variable,
} from './config-schema.ts'

/** The definitions of all environment variables that the program reads. */

const parts = ['users', 'admin', 'sso', 'worker'] as const
export type Part = (typeof parts)[number]

const color = textWhere((value) => /^#[0-9a-f]{6}$/i.test(value), 'is not a color such as #0b5d3b')

/** The variables by section, in the order of docs/configuration.md. */
export const sections = {
  Server: {
    NODE_ENV: {
      schema: oneOf('production', 'development', 'test'),
      default: 'development',
      example: 'production',
      description:
        'Mode. `production` requires the variables that are marked as such, and serves no demo.',
    },
    PUBLIC_URL: {
      schema: origin,
      default: 'http://localhost:8080',
      example: 'https://id.example.com',
      description: 'Origin of the portal, the base of every link and of the OpenID issuer.',
      required: 'production',
    },
    ADMIN_URL: {
      schema: z.optional(origin),
      example: 'https://admin.example.com',
      description: 'Origin of the admin area. Not set: `PUBLIC_URL`.',
    },
    HOST: text(
      '127.0.0.1',
      'Address to listen on: `0.0.0.0` for every IPv4 interface, or a path for a Unix socket, whose callers are trusted proxies.',
      '/run/portico/portico.sock',
    ),
    PORT: integer(0, 65_535, '8080', 'TCP port to listen on.'),
    TLS_CERT: text('', 'Certificate (PEM file) to serve TLS.', '/etc/portico/tls/server.crt'),
    TLS_KEY: text('', 'Private key of `TLS_CERT` (PEM file).', '/etc/portico/tls/server.key'),
    SERVE: {
      schema: z.pipe(
        list,
        z.array(z.enum(parts, { error: `contains a part that is not one of ${parts.join(', ')}` })),
      ),
      default: parts.join(','),
      example: 'users,sso',
      description: 'Parts that this process serves, comma-separated.',
    },
    TRUSTED_PROXIES: {
      schema: networks,
      default: '',
      example: '10.0.0.0/8,127.0.0.1',
      description:
        'Networks whose `X-Forwarded-For` and `traceparent` are trusted, comma-separated.',
    },
    API_DOCS: {
      schema: z.optional(oneOf('public', 'split')),
      example: 'split',
      description:
        'Visibility of the API documentation. `split` shows the admin API to admins only, at `/admin/developers`; `public` shows everything at `/developers`. Not set: `split` in production, otherwise `public`.',
    },
    INSECURE_ALLOW: {
      schema: z.pipe(
        list,
        z.array(
          z.enum(encrypted, {
            error: `contains a name that is not one of ${encrypted.join(', ')}`,
          }),
        ),
      ),
      default: '',
      example: 'SMTP_URL',
      description:
        'Variables whose connection may be unencrypted in production, comma-separated, for example inside an encrypted network. Connections within this machine need no entry.',
    },
    OUTBOUND_ALLOW: {
      schema: networks,
      default: '',
      example: '10.20.0.0/16',
      description:
        'Private networks in which platforms may publish keys and receive logout notifications, comma-separated. Public networks need no entry.',
    },
    USERS_API_URL: {
      schema: z.optional(url),
      example: 'https://id.example.com/api',
      description: "Base URL of the portal's API, if it is on another origin. Not set: `/api`.",
    },
    ADMIN_API_URL: {
      schema: z.optional(url),
      example: 'https://admin.example.com/api',
      description: 'Base URL of the admin API, if it is on another origin. Not set: `/api`.',
    },
  },
  Database: databaseSection,
  'Keys, passwords and human check': {
    SECRET_KEYS: {
      schema: z
        .pipe(
          list,
          z.transform((keys) => keys.map((key) => Buffer.from(key, 'base64'))),
        )
        .check(
          z.refine((keys) => keys.length > 0 && keys.every((key) => key.length === 32), {
            error: 'needs keys of 32 bytes each, in base64, separated by commas',
          }),
        ),
      example: '"$(openssl rand -base64 32)"',
      description:
        'Keys of 32 bytes in base64, comma-separated. The first encrypts and signs; all decrypt and verify. Generate one with `openssl rand -base64 32`.',
      required: 'always',
      isSecret: true,
    },
    PASSWORD_HASH_MEMORY_KIB: integer(
      8,
      1_048_576,
      '65536',
      'Memory of one Argon2id hash in KiB, at least 19456 in production. After an increase, each password is rehashed at its next login; until then, response times can reveal older accounts.',
    ),
    PASSWORD_HASH_PASSES: integer(
      1,
      20,
      '3',
      'Passes of one Argon2id hash, at least 2 in production.',
    ),
    MFA_REQUIRED: {
      schema: z.pipe(
        oneOf('true', 'false'),
        z.transform((value) => value === 'true'),
      ),
      default: 'true',
      description:
        'Requirement of a second factor. `false` lets users without an authenticator log in by password alone; in production only with `MFA_OPTIONAL_REASON`.',
    },
    MFA_OPTIONAL_REASON: text(
      '',
      'Reason for `MFA_REQUIRED=false`. Logged at every start.',
      'Pilot until March, approved by the CISO',
    ),
    LOGIN_UNIFORM: {
      schema: onOff,
      default: 'off',
      example: 'on',
      description:
        'Uniform login. `on`: every email address and password leads to the second step, which does not reveal which of them was wrong (PCI DSS 8.5.1, PSD2). Requires `MFA_REQUIRED=true`.',
    },
    STEP_UP_FACTORS: integer(
      1,
      2,
      '1',
      'Number of different factors that step-up authentication requires, also for platforms. `2`: a passkey, or password and code together (PSD2). Requires `MFA_REQUIRED=true`.',
    ),
    HUMAN_CHECK: {
      schema: z.enum(['altcha'], {
        error: ({ input }) => `is ${String(input)}, which is not implemented; implemented: altcha`,
      }),
      default: 'altcha',
      description: 'Check that distinguishes humans from scripts. Only `altcha` is implemented.',
    },
    HUMAN_CHECK_SITE_KEY: text(
      '',
      'Site key of the human check; `altcha` needs none.',
      'your-site-key',
    ),
    HUMAN_CHECK_COST: integer(1, 1_000_000, '5000', 'Work of one `altcha` challenge, in hashes.'),
  },
  Mail: {
    SMTP_URL: {
      schema: textWhere(
        (value) => /^smtps?:\/\/./.test(value) && URL.canParse(value),
        'is not an SMTP URL',
      ),
      example: 'smtps://user:secret@mail.example.com',
      description:
        'Mail server. `smtps://` uses TLS from the start; `smtp://` to another machine requires STARTTLS in production.',
      required: 'always',
      isSecret: true,
    },
    MAIL_FROM: text(
      'no-reply@portico.example',
      'Sender of every mail: `Name <address>`, or an address, which is displayed with `BRAND_NAME`.',
      'no-reply@example.com',
    ),
  },
  Platforms: {
    BUSINESS_HUB_URL: {
      schema: origin,
      default: 'http://127.0.0.1:8081',
      example: 'https://hub.example.com',
      description: 'Platform that the portal leads to.',
    },
    ONBOARDING_URL: {
      schema: origin,
      default: 'http://127.0.0.1:8082',
      example: 'https://onboarding.example.com',
      description: 'Platform for new customers.',
    },
    SANDBOX_BUSINESS_HUB_URL: optionalOrigin(
      'The business hub of the sandbox.',
      'https://sandbox-hub.example.com',
    ),
    SANDBOX_SSO_URL: optionalOrigin('The portal of the sandbox.', 'https://sandbox-id.example.com'),
    SANDBOX_TRUSTED_ISSUER: optionalOrigin(
      'On a sandbox, the portal whose login tokens it accepts. Never set it in production.',
      'https://id.example.com',
    ),
  },
  Brand: {
    BRAND_NAME: {
      schema: z
        .string()
        .check(z.minLength(1, 'is empty'), z.maxLength(40, 'is longer than 40 characters')),
      default: 'Portico',
      example: 'Example Pay',
      description: 'Name on pages and in mails, at most 40 characters.',
    },
    BRAND_LEGAL_NAME: text(
      '',
      'Name of the company in the footer of mails. Not set: `BRAND_NAME`.',
      'Example Pay Europe S.A.',
    ),
    BRAND_COLOR: {
      schema: color,
      default: '#0b5d3b',
      description: 'Brand color on light backgrounds, as #rrggbb; needs a contrast of 4.5:1.',
    },
    BRAND_COLOR_LIGHT: {
      schema: color,
      default: '#7bc47f',
      description: 'Brand color on dark backgrounds, as #rrggbb; needs a contrast of 4.5:1.',
    },
    BRAND_LOGO: {
      schema: fileOrUrl,
      default: '',
      example: '/etc/portico/logo.svg',
      description:
        'Logo: a .svg, .png or .webp file of at most 200 KiB, or an https URL. Mails display only a .png file.',
    },
    BRAND_TEXTS: text(
      '',
      'JSON file with `tagline`, `claim` and `terms`, each in every language.',
      '/etc/portico/texts.json',
    ),
    SUPPORT_EMAIL: {
      schema: z.email('is not an email address'),
      default: 'support@portico.example',
      example: 'support@example.com',
      description: 'Email address of support, on pages and in mails.',
    },
  },
  Passkeys: passkeySection,
  'Admin login': adminLogin,
  'Security profile': profileSection,
  ...limitSections,
} as const satisfies Record<string, Section>

type AnySection = (typeof sections)[keyof typeof sections]
type NamesOf<S> = S extends unknown ? keyof S : never
export type Name = NamesOf<AnySection>
type SchemaOf<S, N extends Name> = S extends Record<N, { schema: infer T }> ? T : never
export type Values = { [N in Name]: z.output<SchemaOf<AnySection, N>> }

export const variables = Object.assign({}, ...Object.values(sections)) as Record<Name, Variable>
