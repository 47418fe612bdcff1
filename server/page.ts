import type { FastifyRequest } from 'fastify'
import { acceptedLocale, directionOf, isLocale, langOf, type Locale } from '#contract/locale.ts'
import { escapeHtml } from '#contract/mail.ts'
import { themeOf, type Theme } from '#contract/theme.ts'
import { brandIcon } from './brand-icon.ts'
import { currentBrand } from './current-brand.ts'
import { cookies as names } from './cookies.ts'

type Page = {
  title: string
  body: Safe
  /** The text before the support address. */
  help: string
}

/** Renders a page that works without scripts: an error, or a page of single sign-on or forward authentication. */
export function renderDocument(locale: Locale, { title, body, help }: Page): string {
  const { name, supportEmail, ...brand } = currentBrand()
  // The policy of these pages allows no image of the network, so the letter replaces a logo.
  const mark = brandIcon({ ...brand, name, arches: brand.arches && !brand.logo })
  return html`<!doctype html>
    <html lang="${langOf(locale)}" dir="${directionOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${name}</title>
        <link rel="icon" href="${mark}" />
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <main>
          <p class="brand"><img src="${mark}" alt="" width="32" height="32" /> ${name}</p>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>${help} <a href="mailto:${supportEmail}" dir="ltr">${supportEmail}</a></footer>
      </body>
    </html>`.text
}

/** Returns the language that was chosen in this browser (cookie), or else the one of Accept-Language. */
export function localeOf(cookie: string | undefined, acceptLanguage: string | undefined): Locale {
  return isLocale(cookie) ? cookie : acceptedLocale(acceptLanguage)
}

export function localeOfRequest({ cookies, headers }: FastifyRequest): Locale {
  return localeOf(cookies[names.locale], headers['accept-language'])
}

/** Returns the color scheme that was chosen in this browser; undefined for the device's. */
export function themeOfRequest({ cookies }: FastifyRequest): Theme | undefined {
  return themeOf(cookies[names.theme])
}

/** HTML that needs no escaping. */
export type Safe = { text: string }

/** Marks HTML as safe. The caller must have escaped it. */
export function safe(text: string): Safe {
  return { text }
}

/** Escapes interpolated values, except those made by `html` or `safe`. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Safe)[]): Safe {
  const texts = values.map((value) => (typeof value === 'string' ? escapeHtml(value) : value.text))
  return safe(String.raw({ raw: parts }, ...texts))
}
