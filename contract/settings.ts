import type { Locale } from './locale.ts'
import type { PasskeyMode } from './passkey.ts'
import type { SessionEnd } from './session.ts'

type InEveryLanguage = Readonly<Record<Locale, string>>

/** What a login says of its visitor. */
export type LoginFacts = {
  /** Name of the platform that the login leads to (RT-30). */
  platform?: string | undefined
  /** The hash of its logo. */
  platformLogo?: string | undefined
  /** The platform asks a user who is logged in to confirm that it is them. */
  isConfirming?: boolean | undefined
  /** Why the last session of this browser has ended. */
  ended?: SessionEnd | undefined
}

/** Configuration of the server that the pages read at run time. */
export type Settings = {
  locale: Locale
  /** Base URLs of the two APIs, such as `/api` or `https://id.example.com/api`. */
  usersApi: string
  adminApi: string
  /** Whether admins log in here or at an identity provider. */
  adminSignIn: 'local' | 'oidc'
  businessHubUrl: string
  onboardingUrl: string
  sandboxBusinessHubUrl: string
  sandboxSsoUrl: string
  /** True on a sandbox, which accepts the login tokens of its portal. */
  isSandbox: boolean
  /** False in the demo and while developing. */
  isProduction: boolean
  /** Whether each address and password leads to the second step of a login. */
  isLoginUniform: boolean
  humanCheck: { kind: 'altcha'; siteKey: string }
  brand: {
    name: string
    supportEmail: string
    /** On light grounds, and on dark ones where it is another. */
    logo?: string | undefined
    logoDark?: string | undefined
    /** The icon of the page without a logo, where the colours are not those of the product. */
    icon?: string | undefined
    tagline?: InEveryLanguage | undefined
    claim?: InEveryLanguage | undefined
    /** Only on the terms page: paragraphs separated by empty lines; a heading begins with `# `. */
    terms?: InEveryLanguage | undefined
  }
  mfaRequired: boolean
  /** Between the request to replace a lost second factor and its link. */
  recoveryHours: number
  /** Whether a step-up takes a passkey, or password and code together. */
  isStepUpByTwo: boolean
  /** Idle timeouts of sessions, by area (LI-03). The server decides; the browser only anticipates it. */
  idleMinutes: { user: number; admin: number }
  /** Browsers that know no passkeys are offered none either. */
  passkeys: Record<'user' | 'admin', PasskeyMode>
  /** Origin of the pages of users. */
  publicUrl: string
  /** The host of the page, as users know it. */
  host: string
  /** Only on a login that has something to say of its visitor. */
  login?: LoginFacts | undefined
}
