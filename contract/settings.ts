import type { Locale } from './locale.ts'

type InEveryLanguage = Readonly<Record<Locale, string>>

/** What a page must know of where it runs: configuration of the server, read by the browser at run time. */
export type Settings = {
  locale: Locale
  /** Base addresses of the two APIs, such as `/api` or `https://id.example.com/api`. */
  usersApi: string
  adminApi: string
  /** Where admins log in: here, or at the company's identity provider. */
  adminSignIn: 'local' | 'oidc'
  businessHubUrl: string
  onboardingUrl: string
  sandboxBusinessHubUrl: string
  sandboxSsoUrl: string
  /** It is itself the sandbox of a portal, whose people it lets in by a token. */
  isSandbox: boolean
  humanCheck: { kind: 'altcha'; siteKey: string }
  brand: {
    name: string
    supportEmail: string
    logo?: string | undefined
    tagline?: InEveryLanguage | undefined
    claim?: InEveryLanguage | undefined
    /** On the page of the terms only: paragraphs between empty lines, a heading begins with `# `. */
    terms?: InEveryLanguage | undefined
  }
  mfaRequired: boolean
}
