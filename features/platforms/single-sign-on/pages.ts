import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import * as links from '#contract/links.ts'
import type { TextWith } from '#contract/text.ts'
import { wantedLocale, type MessagesOf } from '#contract/locale.ts'
import { config } from '#server/config.ts'
import { currentBrand } from '#server/current-brand.ts'
import { cookies } from '#server/cookies.ts'
import { renderDocument, html, localeOf, localeOfRequest, safe, type Safe } from '#server/page.ts'
import { contentSecurityPolicy, noTrustedTypes } from '#server/security-headers.ts'
import { messages } from './texts/messages.ts'
import { currentRequest } from './oidc-request.ts'
import { isHintOfSession } from './portal-session.ts'

type ErrorParams = { error: string; error_description?: string | undefined }

/**
 * Renders the logout confirmation, or a page that logs out immediately if the platform sent the ID token of this
 * session. `form` comes from the provider; the buttons refer to it by id.
 */
export async function confirmPage(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  if (await isHintOfSession(ctx)) {
    // `showForm` expects a form without its end tag.
    const answer = '<input type="hidden" name="logout" value="yes"/>'
    return showForm(ctx, form.replace('</form>', answer))
  }
  const { clientName: platform, clientUri = links.profile.path } = ctx.oidc.client ?? {}
  const pageIn = (t: Texts) => ({
    title: t.confirmTitle,
    body: html` ${platform === undefined ? '' : html`<p>${t.confirmFrom({ platform })}</p>`}
      <p>${branded(t.confirmText)}</p>
      ${safe(form)}
      <div class="actions">
        <button class="primary" form="op.logoutForm" name="logout" value="yes">${t.logOut}</button>
        <a class="button" href="${clientUri}">${t.stay}</a>
      </div>`,
  })
  show(ctx, pageIn, formTargets(ctx))
}

/** Renders the library's self-submitting forms as pages of the portal, with a button for browsers without scripts. */
export function renderForms(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    const [form] = /<form method="post"[^]*?(?=<noscript>)/.exec(String(ctx.body)) ?? []
    if (form !== undefined) showForm(ctx as KoaContextWithOIDC, form)
  })
}

const submit = 'document.forms[0].submit()'

/** Renders a page around `form`, which lacks its end tag so that the button goes inside. */
function showForm(ctx: KoaContextWithOIDC, form: string): void {
  const { client, route } = ctx.oidc
  const isLogout = route === 'end_session'
  const platform = client?.clientName ?? ''
  const pageIn = (t: Texts) => ({
    title: t.waitTitle,
    body: html`<p>${isLogout ? t.logoutText : t.continueText({ platform })}</p>
      ${safe(form)}
      <div class="actions">
        <button class="primary">${isLogout ? t.logOut : t.continue}</button>
      </div>
      ${safe(`</form><script>${submit}</script>`)}`,
  })
  show(ctx, pageIn, formTargets(ctx), submit)
}

/** Returns the targets of the form on this page and of the redirect after it: browsers apply `form-action` to both. */
function formTargets({ oidc }: KoaContextWithOIDC): unknown[] {
  const params = oidc.params ?? oidc.entities.Interaction?.params ?? {}
  return oidc.route === 'end_session'
    ? [params['post_logout_redirect_uri'], oidc.client?.clientUri]
    : [params['redirect_uri']]
}

export function loggedOutPage(ctx: KoaContextWithOIDC): void {
  show(ctx, (t) => ({
    title: t.doneTitle,
    body: html` <p>${branded(t.doneText)}</p>
      <div class="actions">
        <a class="button primary" href="${links.login.path}">${t.logIn}</a>
      </div>`,
  }))
}

export function failurePage(ctx: KoaContextWithOIDC, params: ErrorParams): void {
  const { origin } = currentRequest()
  const lines = [params.error, params.error_description, origin.requestId].filter(Boolean)
  show(ctx, (t) => ({
    title: mustRetryLater(ctx.status) ? t.tooManyTitle : t.failureTitle,
    body: html` <p>${mustRetryLater(ctx.status) ? waitText(t, ctx.status) : t.failureText}</p>
      <details${safe(config.isProduction ? '' : ' open')}>
        <summary>${t.details}</summary>
        <p dir="ltr" lang="en">${lines.join(' · ')}</p>
        ${config.isProduction ? '' : comparedAddresses(ctx, t)}
      </details>
      ${toPortal(t)}`,
  }))
}

/** Renders the address in a platform's request next to its registered addresses. */
function comparedAddresses({ oidc }: KoaContextWithOIDC, t: Texts): Safe | '' {
  const { client, params, route } = oidc
  const [requestedAddress, registered = []] =
    route === 'end_session'
      ? [params?.['post_logout_redirect_uri'], client?.postLogoutRedirectUris]
      : [params?.['redirect_uri'], client?.redirectUris]
  if (!client || typeof requestedAddress !== 'string' || registered.includes(requestedAddress))
    return ''
  return html`<div class="compared">
    ${columnOf(t.sent, [requestedAddress])}
    ${columnOf(t.registered, registered.length > 0 ? registered : [t.noneRegistered])}
  </div>`
}

function columnOf(title: string, addresses: readonly string[]): Safe {
  const paragraphs = addresses.map((address) => html`<p dir="ltr">${address}</p>`.text)
  return html`<div>
    <h2>${title}</h2>
    ${safe(paragraphs.join(''))}
  </div>`
}

/** Renders the page for a request that does not reach the provider: interrupted (400), or to be sent again later. */
export function noticePage(request: FastifyRequest, status: number): string {
  const locale = localeOfRequest(request)
  const t = messages[locale]
  const body = html`<p>${mustRetryLater(status) ? waitText(t, status) : t.interruptedText}</p>
    ${toPortal(t)}`
  const title = mustRetryLater(status) ? t.tooManyTitle : t.interruptedTitle
  return renderDocument(locale, { title, body, help: t.help })
}

function mustRetryLater(status: number): boolean {
  return status === 429 || status === 503
}

function waitText(t: Texts, status: number): string {
  return status === 429 ? t.tooManyText : t.busyText
}

type Texts = MessagesOf<typeof messages>

function show(
  ctx: KoaContextWithOIDC,
  pageIn: (t: Texts) => { title: string; body: Safe },
  targets: readonly unknown[] = [],
  script = '',
): void {
  ctx.set(securityHeaders(targets, script))
  const cookieLocale = ctx.cookies.get(cookies.locale, { signed: false })
  const locale =
    wantedLocale(ctx.oidc.params?.['ui_locales']) ??
    localeOf(cookieLocale, ctx.get('accept-language'))
  ctx.type = 'html'
  const t = messages[locale]
  ctx.body = renderDocument(locale, { ...pageIn(t), help: t.help })
}

function toPortal(t: Texts): Safe {
  return html`<div class="actions">
    <a class="button primary" href="${links.profile.path}">${branded(t.toPortal)}</a>
  </div>`
}

function branded(text: TextWith<{ brand: string }>): string {
  return text({ brand: currentBrand().name })
}

/** Returns the security headers of a provider's page, for its inline script and the targets of its form. */
export function securityHeaders(
  targets: readonly unknown[] = [],
  script = '',
): Record<string, string> {
  const scriptHash = script && ` 'sha256-${hash('sha256', script, 'base64')}'`
  const directives = [
    "style-src 'self'",
    `script-src 'self'${scriptHash}`,
    "img-src 'self' data:",
    ...noTrustedTypes,
  ]
  const urls = targets.map(String).filter((target) => URL.canParse(target))
  const origins = new Set(urls.map((url) => new URL(url).origin))
  return {
    'content-security-policy': contentSecurityPolicy(directives, {
      formTargets: ["'self'", ...origins],
    }),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
