import { directionOf, isLocale, langOf, type Locale } from '#contract/locale.ts'
import type { UserInfo } from './relying-party.ts'

type PlatformInfo = {
  name: string
  portalUrl: string
  issuer: string
  hasPayments?: boolean
  brand?: () => { name: string }
}

const greetings: Record<Locale, string> = {
  en: 'Welcome,',
  ar: 'مرحبًا،',
  fr: 'Bienvenue,',
  es: 'Le damos la bienvenida,',
  zh: '欢迎，',
}
// Day before month, Latin digits, Gregorian years.
const dateLocales: Record<Locale, string> = {
  en: 'en-GB',
  ar: 'ar-u-nu-latn-ca-gregory',
  fr: 'fr',
  es: 'es',
  zh: 'zh',
}

export function homePage(platform: PlatformInfo, user: UserInfo): string {
  const locale = isLocale(user.locale) ? user.locale : 'en'
  const when = new Intl.DateTimeFormat(dateLocales[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: user.zoneinfo,
  }).format(user.loggedInAt)
  return document(
    platform,
    `<h1 lang="${langOf(locale)}" dir="${directionOf(locale)}">${greetings[locale]} <bdi>${escapeHtml(user.name)}</bdi></h1>
    <p>You are logged in with ${escapeHtml(providerOf(platform))}.</p>
    <dl>
      <div><dt>E-mail</dt><dd><bdi>${escapeHtml(user.email)}</bdi></dd></div>
      <div><dt>Company</dt><dd><bdi>${escapeHtml(user.partner?.name ?? 'None')}</bdi></dd></div>
      <div><dt>Logged in</dt><dd lang="${langOf(locale)}"><bdi>${escapeHtml(when)}</bdi></dd></div>
      ${user.roles ? `<div><dt>Roles</dt><dd>${escapeHtml(user.roles.join(', ') || 'None')}</dd></div>` : ''}
    </dl>
    ${platform.hasPayments ? '<form method="post" action="/pay"><button class="button primary">Pay 120.00 EUR</button></form>' : ''}
    <nav>
      <a class="button ${platform.hasPayments ? '' : 'primary'}" href="${escapeHtml(platform.portalUrl)}/main/profile">Portal</a>
      <a class="button" href="/logout">Log out</a>
    </nav>`,
  )
}

/** Returns the page after a payment, which required a login within the last five minutes. */
export function paidPage(platform: PlatformInfo, user: UserInfo): string {
  return document(
    platform,
    `<h1>Paid</h1>
    <p>120.00 EUR, confirmed by <bdi>${escapeHtml(user.email)}</bdi>.</p>
    <nav><a class="button primary" href="/">Back</a></nav>`,
  )
}

export function loggedOutPage(platform: PlatformInfo): string {
  return document(
    platform,
    `<h1>You are logged out</h1>
    <p>Your session here and in the portal has ended.</p>
    <nav><a class="button primary" href="/">Log in again</a></nav>`,
  )
}

/** Returns the page after a failed login. `answer` is the provider's error code; undefined if it was unreachable. */
export function failurePage(platform: PlatformInfo, answer: string | undefined): string {
  const why =
    answer === undefined
      ? `${escapeHtml(providerOf(platform))} cannot be reached at <code>${escapeHtml(platform.issuer)}</code>. Is it running?`
      : `${escapeHtml(providerOf(platform))} answered <code>${escapeHtml(answer)}</code>.`
  return document(
    platform,
    `<h1>The login did not work</h1>
    <p>${why}</p>
    <nav>
      <a class="button primary" href="/">Try again</a>
      <a class="button" href="${escapeHtml(platform.portalUrl)}">Portal</a>
    </nav>`,
  )
}

function providerOf({ brand }: PlatformInfo): string {
  return brand?.().name ?? 'Portico'
}

function document({ name }: PlatformInfo, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(name)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/platform.css">
  </head>
  <body>
    <header>${escapeHtml(name)} <span>Demo platform</span></header>
    <main>${body}</main>
  </body>
</html>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')
}
