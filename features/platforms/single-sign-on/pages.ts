import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { fill, type Locale, wantedLocale, type WordsOf } from '#contract/locale.ts'
import { config } from '#server/config.ts'
import { renderDocument, html, localeOf, localeOfRequest, safe, type Safe } from '#server/page.ts'
import { words } from './messages.ts'
import { currentRequest } from './oidc-request.ts'

type Out = { error: string; error_description?: string | undefined }

/** Asks before everything is left. `form` is the provider's; the buttons stand outside of it and belong to it. */
export function confirmPage(ctx: KoaContextWithOIDC, form: string): void {
  const platform = ctx.oidc.client?.clientName
  show(ctx, (say) => ({
    title: say.confirmTitle,
    body: html` ${platform === undefined ? '' : html`<p>${fill(say.confirmFrom, { platform })}</p>`}
      <p>${branded(say.confirmText)}</p>
      ${safe(form)}
      <div class="actions">
        <button class="primary" form="op.logoutForm" name="logout" value="yes">
          ${say.logOut}
        </button>
        <a class="button" href="/main/profile">${say.stay}</a>
      </div>`,
  }))
}

export function loggedOutPage(ctx: KoaContextWithOIDC): void {
  show(ctx, (say) => ({
    title: say.doneTitle,
    body: html` <p>${branded(say.doneText)}</p>
      <div class="actions"><a class="button primary" href="/login">${say.logIn}</a></div>`,
  }))
}

export function failurePage(ctx: KoaContextWithOIDC, out: Out): void {
  const { origin } = currentRequest()
  const isTooMuch = ctx.status === 429
  const lines = [out.error, out.error_description, origin.requestId].filter(Boolean)
  show(ctx, (say) => ({
    title: isTooMuch ? say.tooManyTitle : say.failureTitle,
    body: html` <p>${isTooMuch ? say.tooManyText : say.failureText}</p>
      <details>
        <summary>${say.details}</summary>
        <p dir="ltr" lang="en">${lines.join(' · ')}</p>
      </details>
      ${toPortal(say)}`,
  }))
}

export function interruptedPage(request: FastifyRequest): string {
  const locale = localeOfRequest(request)
  const say = words[locale]
  const body = html`<p>${say.interruptedText}</p>
    ${toPortal(say)}`
  return pageOf(locale, { title: say.interruptedTitle, body })
}

type Say = WordsOf<typeof words>
type Page = { title: string; body: Safe }

function show(ctx: KoaContextWithOIDC, pageIn: (say: Say) => Page): void {
  const chosen = ctx.cookies.get('locale', { signed: false })
  const locale =
    wantedLocale(ctx.oidc.params?.['ui_locales']) ?? localeOf(chosen, ctx.get('accept-language'))
  ctx.type = 'html'
  ctx.body = pageOf(locale, pageIn(words[locale]))
}

function toPortal(say: Say): Safe {
  return html`<div class="actions">
    <a class="button primary" href="/main/profile">${branded(say.toPortal)}</a>
  </div>`
}

function branded(text: string): string {
  return fill(text, { brand: config.brand.name })
}

function pageOf(locale: Locale, page: Page): string {
  return renderDocument(locale, { ...page, help: words[locale].help })
}
