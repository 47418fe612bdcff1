// own process: sets variables of the brand
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { renderMail } from '#contract/mail.ts'
import { locales } from '#contract/locale.ts'
import { variables } from '#server/config-table.ts'
import { startServer } from '#test/servers.ts'
import type { Brand } from '#server/brand.ts'
import { brandIcon } from '#server/brand-icon.ts'
import { hasOwnIcon, logosOf } from './brand.ts'
import { startPlatform } from '../demo/platform.ts'

const folder = mkdtempSync(join(tmpdir(), 'brand-'))
const inEveryLanguage = (text: string) =>
  Object.fromEntries(locales.map((locale) => [locale, `${text} (${locale})`]))
writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(
  join(folder, 'texts.json'),
  JSON.stringify({
    tagline: inEveryLanguage('Money, quietly'),
    terms: inEveryLanguage('# Ours\n\nBe kind'),
  }),
)
const brand = { name: 'Quayside Pay', color: '#1a237e', colorLight: '#9fa8da' }
const defaultColors = {
  color: variables.BRAND_COLOR.default ?? '',
  colorLight: variables.BRAND_COLOR_LIGHT.default ?? '',
}
const server = await startServer({
  SERVE: 'users,sso',
  BRAND_NAME: brand.name,
  BRAND_COLOR: brand.color,
  BRAND_COLOR_LIGHT: brand.colorLight,
  BRAND_LOGO: join(folder, 'logo.svg'),
  BRAND_TEXTS: join(folder, 'texts.json'),
  SUPPORT_EMAIL: 'help@quayside.example',
})

function ask(path: string, language = 'en'): Promise<Response> {
  return fetch(server.url + path, { headers: { 'accept-language': language } })
}

test('SC-17 SC-18 a page shows the operator’s name, colors, logo and texts', async () => {
  const login = await ask('/login', 'fr')
  const html = await login.text()
  match(html, /:root\{--brand:#1a237e;--brand-light:#9fa8da\}/)
  match(html, /<title>[^<]+ · Quayside Pay<\/title>/)
  match(html, /Money, quietly \(fr\)/)
  match(html, /help@quayside\.example/)
  ok(!html.includes('Be kind'), 'the terms are long: only their page carries them')
  const [, logo = ''] = /<img [^>]*src="(\/brand\/[0-9a-f]+\.svg)"/.exec(html) ?? []
  const picture = await ask(logo)
  equal(picture.status, 200)
  equal(picture.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  match(picture.headers.get('cache-control') ?? '', /immutable/)
  match(picture.headers.get('content-security-policy') ?? '', /default-src 'none'/)
})

test('ASVS 4.1.1: the icon is served with its charset, compressed or not', async () => {
  const [icon = ''] = globSync('assets/favicon-*.svg', { cwd: 'dist/client' })
  for (const encoding of ['identity', 'gzip']) {
    const answer = await fetch(`${server.url}/${icon}`, {
      headers: { 'accept-encoding': encoding },
    })
    equal(answer.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  }
})

test('RT-13 the terms page shows the operator’s terms', async () => {
  const terms = await ask('/terms-conditions', 'es')
  const html = await terms.text()
  match(html, /<h2>Ours<\/h2>/)
  match(html, /<p>Be kind \(es\)<\/p>/)
})

test('SC-18 the pages behind the login and those of the provider have the brand’s colors', async () => {
  match(await (await ask('/main/profile')).text(), /<style[^]*:root\{--brand:#1a237e;/)
  match(await (await ask('/page.css')).text(), /:root\{--brand:#1a237e;/)
})

test('SC-18 a mail has the brand’s name and color', async () => {
  const content = {
    locale: 'en',
    subject: '',
    facts: {},
    paragraphs: [],
    notes: [],
  } as const
  const link = { url: 'https://id.example.com', label: 'Open' }
  const { html } = renderMail(
    { ...content, link },
    { ...brand, legalName: 'Quayside Pay S.A.', supportEmail: '' },
  )
  match(html, /background:#1a237e/)
  match(html, /color:#1a237e"><span class="mark".*>Q<\/span>Quayside Pay/)
  match(html, /Quayside Pay S\.A\.<\/p>/)
  match(html, /\.name\{color:#9fa8da!important\}/)
})

test('SC-18 a platform of the demo has the brand’s name and colors', async () => {
  const platform = await startPlatform({
    id: 'hub',
    name: 'Hub',
    host: '127.0.0.1',
    port: 0,
    issuer: 'http://127.0.0.1:1/oidc',
    clientSecret: 'secret',
    portalUrl: 'http://127.0.0.1:1',
    brand: () => brand,
  })
  after(() => platform.stop())
  match(await (await fetch(`${platform.url}/platform.css`)).text(), /:root\{--brand:#1a237e;/)
  const page = await fetch(`${platform.url}/login`)
  match(await page.text(), /Quayside Pay cannot be reached/)
})

test('3A4: The icon of a brand without the arches is the first letter of its name', () => {
  const own = { ...brand, name: '<Meridian>', arches: false } as Brand
  const icon = decodeURIComponent(brandIcon(own))
  match(icon, />&lt;<\/text>/)
  doesNotMatch(icon, /M8 25V15/)
  const { logo = '', logoDark = '' } = logosOf({ ...own, logo: undefined, logoDark: undefined })
  equal(decodeURIComponent(logo), icon)
  match(decodeURIComponent(logoDark), new RegExp(`fill="${own.colorLight}"`), 'on dark backgrounds')
  ok(hasOwnIcon({ ...own, ...defaultColors }))
  ok(!hasOwnIcon({ ...own, ...defaultColors, arches: true }))
})

test('SC-18 icons, which read no variables, have the default colors', () => {
  for (const icon of ['app/web/favicon.svg', 'demo/mailbox/mailbox.svg']) {
    const colors = new Set(readFileSync(icon, 'utf8').match(/#[0-9a-f]{6}/g))
    deepEqual([...colors], [variables.BRAND_COLOR.default, variables.BRAND_COLOR_LIGHT.default])
  }
})
