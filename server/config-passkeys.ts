import * as z from 'zod/mini'
import { passkeyModes, type PasskeyMode } from '#contract/passkey.ts'
import { isHttps, commaList, oneOf, origin, type Section } from './config-schema.ts'

/** Variables of passkeys, and the settings and rules derived from them. */

const host = z.optional(
  z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, { error: 'is not a host name' })),
)
const origins = z.pipe(commaList, z.array(origin))

export const passkeySection = {
  PASSKEYS: {
    schema: oneOf(...passkeyModes),
    default: 'whole',
    example: 'second',
    description:
      'Use of passkeys by users: `whole` as a complete login, `second` as a second factor beside the password, `off` neither offered nor accepted.',
    setBy: 'A security officer, before the first user.',
  },
  ADMIN_PASSKEYS: {
    schema: oneOf(...passkeyModes),
    default: 'second',
    example: 'off',
    description:
      'Use of passkeys by admins, with the same values; always off with `ADMIN_SIGN_IN=oidc`.',
    setBy: 'A security officer, before the first admin.',
  },
  PASSKEY_SYNCED: {
    schema: oneOf('allow', 'known-browser', 'deny'),
    default: 'allow',
    example: 'known-browser',
    description:
      'Use of passkeys that are synced between devices as a complete login: `allow`, `known-browser` only in a browser of earlier logins, or `deny`.',
    setBy: 'A security officer, if a standard asks for it; the profile `psd2` sets it.',
  },
  PASSKEY_RP_ID: {
    schema: host,
    example: 'example.com',
    description:
      'Relying party id of users’ passkeys: the host of `PUBLIC_URL` or a parent domain. Not set: the host of `PUBLIC_URL`.',
    setBy:
      'An operator, before the first passkey: passkeys work only with the id that they were created with.',
  },
  PASSKEY_RP_ID_OLD: {
    schema: host,
    example: 'id.example.com',
    description:
      'The previous value of `PASSKEY_RP_ID` after a change. Without it, startup fails while passkeys of another host are stored.',
    setBy: 'An operator, when `PASSKEY_RP_ID` or the host of `PUBLIC_URL` changes.',
  },
  PASSKEY_ORIGINS: {
    schema: origins,
    default: '',
    example: 'https://id.example.org',
    description:
      'Additional origins whose pages may use the passkeys, comma-separated. Published at `/.well-known/webauthn`.',
    setBy: 'An operator with several domains.',
  },
  ADMIN_PASSKEY_RP_ID: {
    schema: host,
    example: 'example.com',
    description: 'Relying party id of admins’ passkeys. Not set: the host of `ADMIN_URL`.',
    setBy: 'An operator, before the first passkey of an admin.',
  },
  ADMIN_PASSKEY_ORIGINS: {
    schema: origins,
    default: '',
    example: 'https://admin.example.org',
    description: 'Additional origins of the admin area, comma-separated.',
    setBy: 'An operator with several domains.',
  },
} satisfies Section

/** The passkey settings of an area. */
export type PasskeySettings = {
  mode: PasskeyMode
  rpId: string
  /** Origins of the pages from which a passkey is accepted. */
  origins: string[]
}

type PasskeyValues = {
  [N in keyof typeof passkeySection]: z.output<(typeof passkeySection)[N]['schema']>
}
type Addresses = { PUBLIC_URL: string; ADMIN_URL?: string | undefined }
type AdminSignIn = { ADMIN_SIGN_IN: string }

/** Returns the passkey settings of each area. */
export function passkeysFrom(
  values: PasskeyValues & Addresses & AdminSignIn,
): Record<'users' | 'admins', PasskeySettings> {
  return {
    users: settingsAt(values.PUBLIC_URL, {
      mode: values.PASSKEYS,
      rpId: values.PASSKEY_RP_ID,
      origins: values.PASSKEY_ORIGINS,
    }),
    admins: settingsAt(adminUrlOf(values), {
      // With an identity provider, the choice of factors is up to that provider.
      mode: values.ADMIN_SIGN_IN === 'oidc' ? 'off' : values.ADMIN_PASSKEYS,
      rpId: values.ADMIN_PASSKEY_RP_ID,
      origins: values.ADMIN_PASSKEY_ORIGINS,
    }),
  }
}

type Input = Omit<PasskeySettings, 'rpId'> & { rpId: string | undefined }

function settingsAt(url: string, { mode, rpId, origins: otherOrigins }: Input): PasskeySettings {
  const { hostname, origin: ownOrigin } = new URL(url)
  const isIpAddress = /^[\d.]+$|^\[/.test(hostname)
  return {
    // A relying party id cannot be an IP address.
    mode: isIpAddress ? 'off' : mode,
    rpId: rpId ?? hostname,
    origins: [ownOrigin, ...otherOrigins],
  }
}

type Rule = (values: PasskeyValues & Addresses) => string | undefined

/** The rules that depend on the URLs of the areas; each returns a fault that completes the variable's name. */
export const passkeyRules: readonly (readonly [name: keyof PasskeyValues, rule: Rule])[] = [
  ['PASSKEY_RP_ID', (values) => rpIdFault(values.PASSKEY_RP_ID, values.PUBLIC_URL)],
  ['ADMIN_PASSKEY_RP_ID', (values) => rpIdFault(values.ADMIN_PASSKEY_RP_ID, adminUrlOf(values))],
  ['PASSKEY_ORIGINS', (values) => originsFault(values.PASSKEY_ORIGINS, values.PUBLIC_URL)],
  [
    'ADMIN_PASSKEY_ORIGINS',
    (values) => originsFault(values.ADMIN_PASSKEY_ORIGINS, adminUrlOf(values)),
  ],
]

function adminUrlOf({ ADMIN_URL, PUBLIC_URL }: Addresses): string {
  return ADMIN_URL ?? PUBLIC_URL
}

/** Returns a fault unless the id is the page's host or a parent domain; browsers refuse others (WebAuthn, `rp.id`). */
function rpIdFault(rpId: string | undefined, url: string): string | undefined {
  if (rpId === undefined) return undefined
  const { hostname } = new URL(url)
  // A top-level domain is no relying party id.
  const isParent = hostname.endsWith(`.${rpId}`) && rpId.includes('.')
  if (rpId === hostname || isParent) return undefined
  return `is neither ${hostname} nor a parent domain of it`
}

function originsFault(origins: readonly string[], url: string): string | undefined {
  const unencrypted = isHttps(url) ? origins.find((each) => !isHttps(each)) : undefined
  return unencrypted && `contains ${unencrypted}, which is not encrypted`
}
