import { directionOf, isLocale, type Locale } from '#contract/locale.ts'
import type { Person } from './relying-party.ts'

type About = { name: string; portalUrl: string; issuer: string; brand?: { name: string } }

const greetings: Record<Locale, string> = {
  en: 'Welcome',
  ar: 'مرحبًا',
  fr: 'Bienvenue',
  es: 'Le damos la bienvenida',
  zh: '欢迎',
}
// Day before month, and digits and years that every reader of the page knows.
const dateLocales: Record<Locale, string> = {
  en: 'en-GB',
  ar: 'ar-u-nu-latn-ca-gregory',
  fr: 'fr',
  es: 'es',
  zh: 'zh',
}

export function homePage(about: About, person: Person): string {
  const locale = isLocale(person.locale) ? person.locale : 'en'
  const when = new Intl.DateTimeFormat(dateLocales[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: person.zoneinfo,
  }).format(person.loggedInAt)
  return document(
    about,
    `<h1 lang="${locale}" dir="${directionOf(locale)}">${greetings[locale]}, <bdi>${text(person.name)}</bdi></h1>
    <p>You are logged in with ${text(providerOf(about))}.</p>
    <dl>
      <div><dt>E-mail</dt><dd><bdi>${text(person.email)}</bdi></dd></div>
      <div><dt>Company</dt><dd><bdi>${text(person.partner?.name ?? 'None')}</bdi></dd></div>
      <div><dt>Logged in</dt><dd lang="${locale}"><bdi>${text(when)}</bdi></dd></div>
    </dl>
    <nav>
      <a class="button primary" href="${text(about.portalUrl)}/main/profile">Portal</a>
      <a class="button" href="/logout">Log out</a>
    </nav>`,
  )
}

export function loggedOutPage(about: About): string {
  return document(
    about,
    `<h1>You are logged out</h1>
    <p>Your session here and in the portal has ended.</p>
    <nav><a class="button primary" href="/">Log in again</a></nav>`,
  )
}

/** `answer` is what the provider said; without one it could not be asked. */
export function failurePage(about: About, answer: string | undefined): string {
  const why =
    answer === undefined
      ? `${text(providerOf(about))} cannot be reached at <code>${text(about.issuer)}</code>. Is it running?`
      : `${text(providerOf(about))} answered <code>${text(answer)}</code>.`
  return document(
    about,
    `<h1>The login did not work</h1>
    <p>${why}</p>
    <nav>
      <a class="button primary" href="/">Try again</a>
      <a class="button" href="${text(about.portalUrl)}">Portal</a>
    </nav>`,
  )
}

function providerOf({ brand }: About): string {
  return brand?.name ?? 'Portico'
}

function document({ name }: About, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${text(name)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/platform.css">
  </head>
  <body>
    <header>${text(name)} <span>Demo platform</span></header>
    <main>${body}</main>
  </body>
</html>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function text(value: string): string {
  return value.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')
}
