import type { FastifyRequest } from 'fastify'
import { profile } from '#contract/links.ts'
import { currentBrand } from '#server/current-brand.ts'
import { renderDocument, html, localeOfRequest, type Safe } from '#server/page.ts'
import { messages } from './texts/messages.ts'
import { contentSecurityPolicy, noTrustedTypes } from '#server/security-headers.ts'
import type { Platform } from './platform.ts'

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy([
    "style-src 'self'",
    'img-src data:',
    ...noTrustedTypes,
  ]),
}

/** Renders the error page for a code that cannot be redeemed, an invalid redirect target, or an unknown platform. */
export function interruptedPage(request: FastifyRequest, platform?: Platform): string {
  const locale = localeOfRequest(request)
  const t = messages[locale]
  const brand = currentBrand().name
  const body = html`<p>${platform ? t.interruptedText : t.unknownText({ brand })}</p>
    <div class="actions">
      ${platform ? platformLink(platform, t.open({ platform: platform.name })) : ''}
      <a class="button ${platform ? '' : 'primary'}" href="${profile.path}"
        >${t.toPortal({ brand })}</a
      >
    </div>`
  const title = platform ? t.interruptedTitle : t.unknownTitle
  return renderDocument(locale, { title, body, help: t.help })
}

/** Renders the page for a form that was submitted after the session had ended. */
export function notSentPage(request: FastifyRequest, platform?: Platform): string {
  const locale = localeOfRequest(request)
  const t = messages[locale]
  // Opens in a new tab, so that the user can go back to the form in this one.
  const link = platform && platformLink(platform, t.logIn, '_blank')
  const body = html`<p>${t.notSentText}</p>
    <p>${t.notSentHow}</p>
    ${link ? html`<div class="actions">${link}</div>` : ''}`
  return renderDocument(locale, { title: t.notSentTitle, body, help: t.help })
}

function platformLink({ origin }: Platform, text: string, target = '_self'): Safe {
  return html`<a class="button primary" href="${origin}/" target="${target}" rel="noopener"
    >${text}</a
  >`
}
