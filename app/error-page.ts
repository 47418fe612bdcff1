import type { FastifyRequest } from 'fastify'
import { commonErrors, statusOf, type Refusal } from '#contract/refusal.ts'
import { cookies } from '#server/cookies.ts'
import { currentBrand } from '#server/current-brand.ts'
import { html, localeOf, renderDocument } from '#server/page.ts'
import { messages } from './texts/messages.ts'
import { deadEndMessages, messages as publicMessages } from './web/public/texts/messages.ts'

/**
 * Renders the error page for a user who opened a page, for example at an address that cannot be decoded or during an
 * overload.
 */
export function errorPage({ server, headers, id }: FastifyRequest, { code }: Refusal): string {
  // The framework's own errors occur before the hook that parses the cookies.
  const localeCookie = server.parseCookie(headers.cookie ?? '')[cookies.locale]
  const locale = localeOf(localeCookie, headers['accept-language'])
  const { needHelp } = publicMessages[locale]
  const { notFoundTitle, notFound } = deadEndMessages[locale]
  const t = { ...messages[locale], notFoundTitle, notFound }
  const kind = kindOf(code)
  const body = html`<p>${t[kind]}</p>
    <p>
      <small>
        <bdi>${t.errorCode({ code: String(code) })}</bdi><br />
        <bdi>${t.requestId({ id })}</bdi>
      </small>
    </p>
    <div class="actions">
      ${statusOf(code) >= 500 ? html`<a class="button primary" href="">${t.retry}</a>` : ''}
      <a class="button" href="/">${t.toStart({ brand: currentBrand().name })}</a>
    </div>`
  return renderDocument(locale, { title: t[`${kind}Title`], body, help: needHelp })
}

function kindOf(code: number): 'notFound' | 'unavailable' | 'error' {
  if (code === commonErrors.notFound || code === commonErrors.invalidInput) return 'notFound'
  return code === commonErrors.notAvailable ? 'unavailable' : 'error'
}
