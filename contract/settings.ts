import type { Locale } from './locale.ts'
import type { PasskeyMode } from './passkey.ts'
import type { PlatformRefusalReason } from './platform-refusal.ts'
import type { LoginReason } from './session.ts'

type InEveryLanguage = Readonly<Record<Locale, string>>

/** Facts about the visitor of a login page. */
export type LoginFacts = {
  /** The name of the platform that the login leads to (RT-30). */
  platform?: string | undefined
  /** The hash of the platform's logo. */
  platformLogo?: string | undefined
  /** True if the platform requires a logged-in user to confirm their identity. */
  isConfirming?: boolean | undefined
  /** The reason why the last session of this browser ended. */
  ended?: LoginReason | undefined
  /** True if the user logged out in another tab of this browser. */
  isLoggedOutElsewhere?: boolean | undefined
  /** The platform that sent the visitor back. */
  refusal?: PlatformRefusal | undefined
}

/** The refusal of a platform: its name (null if unknown) and the reason, without any text of the URL. */
type PlatformRefusal = { reason: PlatformRefusalReason; platform: string | null }

/** Settings of the server that pages read at run time. */
export type Settings = {
  locale: Locale
  /** The base URLs of the two APIs, such as `/api` or `https://id.example.com/api`. */
  usersApi: string
  adminApi: string
  /** The login of admins: in the portal, or at an identity provider. */
  adminSignIn: 'local' | 'oidc'
  businessHubUrl: string
  onboardingUrl: string
  sandboxBusinessHubUrl: string
  sandboxSsoUrl: string
  /** True for a sandbox, which accepts the login tokens of its portal. */
  isSandbox: boolean
  /** False in the demo and in development. */
  isProduction: boolean
  /** True if any email address and password lead to the second step of a login. */
  isLoginUniform: boolean
  humanCheck: { kind: 'altcha'; siteKey: string }
  brand: {
    name: string
    supportEmail: string
    /** The logo, for light backgrounds; `logoDark` replaces it on dark ones if it is set. */
    logo?: string | undefined
    logoDark?: string | undefined
    /** The icon of pages without a logo, if the brand's colors differ from the default. */
    icon?: string | undefined
    tagline?: InEveryLanguage | undefined
    claim?: InEveryLanguage | undefined
    /** The source of the claim. */
    claimSource?: InEveryLanguage | undefined
    /** The registered name of the company, if it differs from `name`. */
    legalName?: string | undefined
    regulator?: string | undefined
    licenseNumber?: string | undefined
    statusUrl?: string | undefined
    /** The text of the terms page, only on that page. Empty lines separate paragraphs; headings begin with `# `. */
    terms?: InEveryLanguage | undefined
  }
  mfaRequired: boolean
  /** The delay, in hours, between the request to replace a lost second factor and the email with its link. */
  recoveryHours: number
  /** True if step-up authentication requires two factors: a passkey, or password and code together. */
  isStepUpByTwo: boolean
  /** The idle timeouts of sessions, by area (LI-03). The server enforces them; the browser only anticipates them. */
  idleMinutes: { user: number; admin: number }
  /** The use of passkeys, by area. Pages also hide passkeys in browsers without support for them. */
  passkeys: Record<'user' | 'admin', PasskeyMode>
  /** The origin of the user pages. */
  publicUrl: string
  /** The host name of the page as users see it. */
  host: string
  /** Facts about the visitor, only on a login page that has any. */
  login?: LoginFacts | undefined
}
