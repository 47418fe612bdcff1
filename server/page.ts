import type { FastifyRequest } from 'fastify'
import { acceptedLocale, directionOf, isLocale, type Locale } from '#contract/locale.ts'
import { config } from './config.ts'

/** Pages that the server writes itself, where no screen of the portal is at hand. */

type Page = {
  title: string
  body: Safe
  /** What stands before the address of the support. */
  help: string
}

export function renderDocument(locale: Locale, { title, body, help }: Page): string {
  const { name, supportEmail } = config.brand
  return html`<!doctype html>
    <html lang="${locale}" dir="${directionOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${name}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <main>
          <p class="brand">${name}</p>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer>${help} <a href="mailto:${supportEmail}" dir="ltr">${supportEmail}</a></footer>
      </body>
    </html>`.text
}

/** The language that was chosen in this browser, else the one it asks for. */
export function localeOf(chosen: string | undefined, accepted: string | undefined): Locale {
  return isLocale(chosen) ? chosen : acceptedLocale(accepted)
}

export function localeOfRequest({ cookies, headers }: FastifyRequest): Locale {
  return localeOf(cookies['locale'], headers['accept-language'])
}

export type Safe = { text: string }

export function safe(text: string): Safe {
  return { text }
}

/** What is put in is text, unless it was made here. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Safe)[]): Safe {
  return safe(String.raw({ raw: parts }, ...values.map((value) => textOf(value))))
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function textOf(value: string | Safe): string {
  if (typeof value !== 'string') return value.text
  return value.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '')
}
