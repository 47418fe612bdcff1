import * as z from 'zod/mini'
import { adminLogin } from './config-admin-login.ts'
import { databaseSection } from './config-database.ts'
import { limitSections } from './config-limits.ts'
import { profileSection } from './config-profile-section.ts'
import { passkeySection } from './config-passkeys.ts'
import { secretSection } from './config-secrets.ts'
import { serverSection } from './config-server.ts'
import {
  fileOrUrl,
  optionalOrigin,
  origin,
  text,
  textWhere,
  type Section,
  type Variable,
} from './config-schema.ts'

/** The definitions of all environment variables that the program reads. */

const color = textWhere((value) => /^#[0-9a-f]{6}$/i.test(value), 'is not a color such as #0b5d3b')

/** The variables by section, in the order of docs/configuration.md. */
export const sections = {
  Server: serverSection,
  Database: databaseSection,
  'Keys, passwords and human check': secretSection,
  Mail: {
    SMTP_URL: {
      schema: textWhere(
        (value) => /^smtps?:\/\/./.test(value) && URL.canParse(value),
        'is not an SMTP URL',
      ),
      example: 'smtps://user:secret@mail.example.com',
      description:
        'Mail server. `smtps://` uses TLS from the start; `smtp://` to another machine requires STARTTLS in production.',
      setBy: 'Every installation, before the first start.',
      required: 'always',
      isSecret: true,
    },
    MAIL_FROM: text('no-reply@portico.example', {
      example: 'no-reply@example.com',
      description:
        'Sender of every mail: `Name <address>`, or an address, which is displayed with `BRAND_NAME`.',
      setBy: 'Every installation, before the first mail.',
    }),
  },
  Platforms: {
    BUSINESS_HUB_URL: {
      schema: origin,
      default: 'http://127.0.0.1:8081',
      example: 'https://hub.example.com',
      description: 'Platform that the portal leads to.',
      setBy: 'Every installation, before the first start.',
    },
    ONBOARDING_URL: {
      schema: origin,
      default: 'http://127.0.0.1:8082',
      example: 'https://onboarding.example.com',
      description: 'Platform for new customers.',
      setBy: 'Every installation, before the first start.',
    },
    SANDBOX_BUSINESS_HUB_URL: optionalOrigin({
      example: 'https://sandbox-hub.example.com',
      description: 'The business hub of the sandbox.',
      setBy: 'An operator who has a sandbox.',
    }),
    SANDBOX_SSO_URL: optionalOrigin({
      example: 'https://sandbox-id.example.com',
      description: 'The portal of the sandbox.',
      setBy: 'An operator who has a sandbox.',
    }),
    SANDBOX_TRUSTED_ISSUER: optionalOrigin({
      example: 'https://id.example.com',
      description:
        'On a sandbox, the portal whose login tokens it accepts. Never set it in production.',
      setBy: 'The operator of a sandbox, before its first start.',
    }),
  },
  Brand: {
    BRAND_NAME: {
      schema: z
        .string()
        .check(z.minLength(1, 'is empty'), z.maxLength(40, 'is longer than 40 characters')),
      default: 'Portico',
      example: 'Example Pay',
      description: 'Name on pages and in mails, at most 40 characters.',
      setBy: 'A product owner, before the first mail.',
    },
    BRAND_LEGAL_NAME: text('', {
      example: 'Example Pay Europe S.A.',
      description: 'Name of the company in the footer of mails. Not set: `BRAND_NAME`.',
      setBy: 'A product owner whose company has a longer name than the product.',
    }),
    BRAND_COLOR: {
      schema: color,
      default: '#0b5d3b',
      description: 'Brand color on light backgrounds, as #rrggbb; needs a contrast of 4.5:1.',
      setBy: 'A designer, before the first user.',
    },
    BRAND_COLOR_LIGHT: {
      schema: color,
      default: '#7bc47f',
      description: 'Brand color on dark backgrounds, as #rrggbb; needs a contrast of 4.5:1.',
      setBy: 'A designer, before the first user.',
    },
    BRAND_LOGO: {
      schema: fileOrUrl,
      default: '',
      example: '/etc/portico/logo.svg',
      description:
        'Logo: a .svg, .png or .webp file of at most 200 KiB, or an https URL. Mails display only a .png file.',
      setBy: 'A designer, before the first user.',
    },
    BRAND_TEXTS: text('', {
      example: '/etc/portico/texts.json',
      description:
        'JSON file with `tagline`, `claim`, `claimSource` and `terms`, each in every language.',
      setBy: 'A product owner whose claim or terms differ from the built-in texts.',
    }),
    SUPPORT_EMAIL: {
      schema: z.email('is not an email address'),
      default: 'support@portico.example',
      example: 'support@example.com',
      description: 'Email address of support, on pages and in mails.',
      setBy: 'Every installation, before the first mail.',
    },
  },
  Passkeys: passkeySection,
  'Admin login': adminLogin,
  'Security profile': profileSection,
  ...limitSections,
} as const satisfies Record<string, Section>

type AnySection = (typeof sections)[keyof typeof sections]
type NamesOf<S> = S extends unknown ? keyof S : never
/** The name of a variable. */
export type Name = NamesOf<AnySection>
type SchemaOf<S, N extends Name> = S extends Record<N, { schema: infer T }> ? T : never
/** The parsed values of all variables. */
export type Values = { [N in Name]: z.output<SchemaOf<AnySection, N>> }

export const variables = Object.assign({}, ...Object.values(sections)) as Record<Name, Variable>
