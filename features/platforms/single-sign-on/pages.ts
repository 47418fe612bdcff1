import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { fill, type Locale, wantedLocale, type MessagesOf } from '#contract/locale.ts'
import { listSubsystems } from '#domain/subsystem.ts'
import { config } from '#server/config.ts'
import { db } from '#server/db.ts'
import { renderDocument, html, localeOf, localeOfRequest, safe, type Safe } from '#server/page.ts'
import { contentSecurityPolicy, noTrustedTypes } from '#server/security-headers.ts'
import { messages } from './messages.ts'
import { currentRequest } from './oidc-request.ts'

type ErrorParams = { error: string; error_description?: string | undefined }

/** Renders the logout confirmation. `form` is the provider's; the buttons refer to it by id. */
export function confirmPage(ctx: KoaContextWithOIDC, form: string): void {
  const platform = ctx.oidc.client?.clientName
  show(ctx, (t) => ({
    title: t.confirmTitle,
    body: html` ${platform === undefined ? '' : html`<p>${fill(t.confirmFrom, { platform })}</p>`}
      <p>${branded(t.confirmText)}</p>
      ${safe(form)}
      <div class="actions">
        <button class="primary" form="op.logoutForm" name="logout" value="yes">${t.logOut}</button>
        <a class="button" href="/main/profile">${t.stay}</a>
      </div>`,
  }))
}

export function loggedOutPage(ctx: KoaContextWithOIDC): void {
  show(ctx, (t) => ({
    title: t.doneTitle,
    body: html` <p>${branded(t.doneText)}</p>
      <div class="actions"><a class="button primary" href="/login">${t.logIn}</a></div>`,
  }))
}

export function failurePage(ctx: KoaContextWithOIDC, params: ErrorParams): void {
  const { origin } = currentRequest()
  const isRateLimited = ctx.status === 429
  const lines = [params.error, params.error_description, origin.requestId].filter(Boolean)
  show(ctx, (t) => ({
    title: isRateLimited ? t.tooManyTitle : t.failureTitle,
    body: html` <p>${isRateLimited ? t.tooManyText : t.failureText}</p>
      <details>
        <summary>${t.details}</summary>
        <p dir="ltr" lang="en">${lines.join(' · ')}</p>
      </details>
      ${toPortal(t)}`,
  }))
}

export function interruptedPage(request: FastifyRequest): string {
  const locale = localeOfRequest(request)
  const t = messages[locale]
  const body = html`<p>${t.interruptedText}</p>
    ${toPortal(t)}`
  return pageOf(locale, { title: t.interruptedTitle, body })
}

type Say = MessagesOf<typeof messages>
type Page = { title: string; body: Safe }

function show(ctx: KoaContextWithOIDC, pageIn: (t: Say) => Page): void {
  const chosen = ctx.cookies.get('locale', { signed: false })
  const locale =
    wantedLocale(ctx.oidc.params?.['ui_locales']) ?? localeOf(chosen, ctx.get('accept-language'))
  ctx.type = 'html'
  ctx.body = pageOf(locale, pageIn(messages[locale]))
}

function toPortal(t: Say): Safe {
  return html`<div class="actions">
    <a class="button primary" href="/main/profile">${branded(t.toPortal)}</a>
  </div>`
}

function branded(text: string): string {
  return fill(text, { brand: config.brand.name })
}

function pageOf(locale: Locale, page: Page): string {
  return renderDocument(locale, { ...page, help: messages[locale].help })
}

/**
 * Returns the security headers of the provider's pages. `form-action` may include the platforms, because browsers
 * apply it to the redirect after a form, too.
 */
export async function securityHeaders(allowsPlatforms: boolean): Promise<Record<string, string>> {
  const targets = allowsPlatforms ? await platformOrigins() : []
  const directives = [
    "style-src 'self'",
    // The provider adds the hash of its own script to pages that submit a form by themselves.
    "script-src 'self'",
    "img-src 'self' data:",
    ...noTrustedTypes,
  ]
  return {
    'content-security-policy': contentSecurityPolicy(directives, ["'self'", ...targets]),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

async function platformOrigins(): Promise<string[]> {
  const platforms = await listSubsystems(db)
  const urls = platforms.flatMap((platform) => [
    platform.url,
    ...platform.redirectUris,
    ...platform.postLogoutUris,
  ])
  return [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))]
}
