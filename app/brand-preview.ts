import type { FastifyInstance } from 'fastify'
import { brandPreview, type BrandPreview, type BrandSettings } from '#contract/brand.ts'
import { directionOf, langOf, locales, type Locale } from '#contract/locale.ts'
import { renderMail } from '#contract/mail.ts'
import { commonErrors, Refusal } from '#contract/refusal.ts'
import type { Settings } from '#contract/settings.ts'
import { brandOf } from '#domain/settings/brand.ts'
import type { Brand } from '#server/brand.ts'
import { config } from '#server/config.ts'
import { parse } from '#server/parse.ts'
import { html, safe } from '#server/page.ts'
import { staticPagePolicy, styleSource } from '#server/security-headers.ts'
import { sampleMail } from '../features/account/password/document.ts'
import { previewPermissions } from '../features/admin/brand/document.ts'
import { brandStyle, logoOriginsOf } from './brand.ts'
import { assetsOf, readManifest } from './document.ts'
import { isOfHost } from './hosts.ts'
import { adminPermissionsAt } from './identify.ts'
import { loadPrerenderer, type AnyLanguage } from './page-documents.ts'
import * as adminLinks from '#contract/admin-links.ts'
import * as links from '#contract/links.ts'
import type { AdminPageData, PageData } from './web/page-replies.ts'
import type { Area } from './web/page-list.ts'

type SettingsOf = (brand: Brand) => AnyLanguage
/** HTML of a view, and the sources of its styles for the content security policy. */
type StaticPage = { document: string; style: string }

/**
 * Serves a page in the colors and texts of a draft brand, without scripts, forms and personal data (decision 103). Only
 * for admins who may publish the brand, and only in a frame of the brand studio.
 */
export function brandPreviews(server: FastifyInstance, settingsOf: SettingsOf): void {
  server.get(adminLinks.brandPreview.path, async (request, reply) => {
    // A browser without fetch metadata does not send the header.
    const { 'sec-fetch-dest': destination = 'iframe' } = request.headers
    const permissions = isOfHost(request, { isAdmin: true })
      ? await adminPermissionsAt(request)
      : undefined
    const mayManage = previewPermissions.some((each) => permissions?.includes(each))
    if (!mayManage || destination !== 'iframe') throw new Refusal(commonErrors.notFound)
    const draft = parse(brandPreview, withNulls(request.query as object)) as BrandPreview
    const brand = brandOf(settingsFrom(draft))
    const { document, style } =
      draft.view === 'mail'
        ? renderSampleMail(draft, brand)
        : await renderSamplePage(draft, brand, settingsOf(brand))
    return reply
      .headers({
        'content-security-policy': staticPagePolicy(style, logoOriginsOf(brand)),
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(document)
  })
}

/** Turns an empty logo into null, which a query cannot express. */
function withNulls(query: object): object {
  const { logo, logoDark, ...others } = query as Record<string, unknown>
  return { ...others, logo: logo === '' ? null : logo, logoDark: logoDark === '' ? null : logoDark }
}

function inEveryLanguage(text: string): Record<Locale, string> {
  return Object.fromEntries(locales.map((locale) => [locale, text])) as Record<Locale, string>
}

/** Style that shows disabled buttons as enabled: in a preview they wait for a script that never loads. */
const enabledButtons = '.primary-button:disabled{opacity:1;cursor:default}'

/** Turns a draft into complete brand settings. The values that it adds are not visible in a preview. */
function settingsFrom({ tagline, claim, claimSource, mailFooter, arches, ...draft }: BrandPreview) {
  return {
    ...draft,
    arches: arches === 'on',
    senderName: '',
    texts: {
      tagline: inEveryLanguage(tagline),
      claim: inEveryLanguage(claim),
      claimSource: inEveryLanguage(claimSource ?? ''),
      mailFooter: inEveryLanguage(mailFooter),
    },
  } satisfies BrandSettings
}

async function renderSamplePage(
  { view, locale, theme }: BrandPreview,
  brand: Brand,
  settings: AnyLanguage,
): Promise<StaticPage> {
  const { host } = new URL(config.publicUrl)
  const { area, path, rendered } = await render(view, { ...settings, locale, host })
  const { style: pageStyle } = assetsOf(readManifest(), area, path, brandStyle(brand))
  const style = pageStyle + enabledButtons
  const document = html`<!doctype html>
    <html lang="${langOf(locale)}" dir="${directionOf(locale)}" data-theme="${theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${rendered.title}</title>
        ${safe(`<style>${style}</style>`)}
      </head>
      <body>
        ${safe(`<div id="root">${rendered.html}</div>`)}
      </body>
    </html>`.text
  return { document, style: styleSource(style) }
}

async function render(view: BrandPreview['view'], settings: Settings) {
  const { renderPage, renderShell, menuViewOf } = await loadPrerenderer()
  if (view === 'login') {
    const path = links.login.path
    return { area: 'public' as Area, path, rendered: await renderPage(path, settings) }
  }
  const [area, path] = view === 'home' ? (['partner', links.home.path] as const) : adminPage
  const permissions = view === 'home' ? [] : previewPermissions
  const menuView = menuViewOf(area, path, permissions) ?? { path, targets: [path] }
  const data = view === 'home' ? sampleData(settings.locale) : sampleAdminData
  const rendered = renderShell(settings, { ...menuView, area, hasNoQuery: true, data })
  return { area: area as Area, path, rendered }
}

const adminPage = ['admin', adminLinks.brand.path] as const

const sampleId = '00000000-0000-7000-8000-000000000000'
const times = { expiresAt: 0, now: 0 }
const person = { id: sampleId, email: 'ada@example.com', firstname: 'Ada', lastname: 'Byron' }

/** Page data of a fictitious admin. */
const sampleAdminData: AdminPageData = {
  ...times,
  me: {
    ...person,
    roles: [],
    permissions: [...previewPermissions],
    suspendedUntil: null,
    waitingApprovals: 0,
  },
}

/** Returns the page data of a fictitious user. */
function sampleData(locale: Locale): PageData {
  const platforms = [
    { id: 'business-hub', name: 'Business hub' },
    { id: 'onboarding', name: 'Onboarding dashboard' },
  ]
  return {
    ...times,
    me: {
      ...person,
      jobTitle: '',
      timezone: 'UTC',
      timezoneSettled: true,
      preferredLanguage: locale,
      theme: null,
      phone: '+351 210 000 000',
      referralCode: '',
      ipAddress: '192.0.2.1',
      permissions: [],
      partner: { id: sampleId, name: 'Harbour Trading' },
      subsystems: platforms.map((each) => ({ ...each, url: links.home.path, state: 'active' })),
      mfa: { totp: true, since: null, disabled: false, recoveryCodesLeft: 7, passkeys: 1 },
    },
    overview: {
      passwordChangedAt: null,
      lastLogin: null,
      platforms: platforms.map((each) => ({ id: each.id, description: '', openedAt: null })),
    },
  }
}

/**
 * Renders the mail of a forgotten password in the chosen theme, whatever the device prefers. The logo comes from the
 * portal instead of an attachment.
 */
function renderSampleMail({ locale, theme }: BrandPreview, brand: Brand): StaticPage {
  const content = sampleMail(locale)
  const rendered = renderMail(content, { ...brand, mailLogo: brand.logo })
  const media = `@media ${theme === 'dark' ? 'all' : 'not all'}`
  const document = rendered.html
    .replace('@media (prefers-color-scheme:dark)', media)
    .replace('src="cid:logo"', html`src="${brand.logo?.url ?? ''}"`.text)
  // A mail is styled by attributes, which the hash of a style element does not cover.
  return { document, style: "'unsafe-inline'" }
}
