import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { BrandSettings } from '#contract/brand.ts'
import { imagePath } from '#contract/image.ts'
import { locales } from '#contract/locale.ts'
import { Refusal, errorCodes } from '#contract/refusal.ts'
import { config } from '#server/config.ts'
import { currentBrand } from '#server/current-brand.ts'
import { auditOf } from '#test/audit.ts'
import { newBrowser } from '#test/browser.ts'
import { pngOf } from '#test/images.ts'
import { addAdmin, logInAdmin, refusedWith } from '#test/people.ts'
import { addImage, getBrand, listBrands, restoreBrand, saveBrand } from './contract.ts'

const grace = await addAdmin({ firstname: 'Grace', lastname: 'Hopper' })
const browser = await logInAdmin(grace)
const joan = await logInAdmin(await addAdmin({ firstname: 'Joan', lastname: 'Clarke' }))

/** Publishes a change to the current brand. */
async function save(change: Partial<BrandSettings>, by = browser) {
  const { settings, etag } = await by.call(getBrand, {})
  const body = { ...settings, ...change }
  return by.call(saveBrand, { headers: { 'if-match': etag }, body })
}

function inEveryLanguage(text: string): Record<(typeof locales)[number], string> {
  return Object.fromEntries(locales.map((locale) => [locale, `${text} ${locale}`])) as never
}

async function faultsOf(change: Partial<BrandSettings>) {
  const error = await save(change).catch((thrown: unknown) => thrown)
  ok(error instanceof Refusal, String(error))
  return error.faults.map(({ field, rule }) => `${field} ${rule}`)
}

async function pageOf(path: string, language = 'en') {
  const { fetch } = await newBrowser()
  const answer = await fetch(path, { headers: { 'accept-language': language } })
  return { html: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
}

const upload = (bytes: Buffer) =>
  browser.call(addImage, { body: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) })

test('B11 the brand of the environment variables is version 0', async () => {
  const { version, settings, configuredLogoUrl } = await browser.call(getBrand, {})
  deepEqual([version, configuredLogoUrl], [0, null])
  equal(settings.name, config.brand.name)
  equal(settings.color, config.brand.color)
  equal(settings.texts.tagline.en, '')
  deepEqual(
    (await browser.call(listBrands, {})).map(({ version, by }) => [version, by]),
    [[0, null]],
  )
})

test('3W13: B11 a published brand, with the source of its claim and facts about the company, appears on every page immediately, with a matching content security policy', async () => {
  const before = await pageOf('/login')
  const { image } = await upload(pngOf(40))
  const texts = {
    tagline: inEveryLanguage('Money, quietly'),
    claim: inEveryLanguage('</script><b>Less</b> & "more"'),
    claimSource: inEveryLanguage('Source: World Bank'),
    mailFooter: inEveryLanguage('Quay 7, Porto'),
  }
  await save({
    name: 'Quay & <Co>',
    color: '#1A237E',
    colorLight: '#9fa8da',
    logo: image,
    arches: false,
    texts,
    legalName: 'Quay Europe S.A.',
    regulator: 'Banco de Portugal',
    licenseNumber: '8765',
    statusUrl: 'https://status.quay.example',
    supportEmail: 'Help@quay.example',
  })
  const after = await pageOf('/login', 'fr')
  match(after.html, /:root\{--brand:#1a237e;--brand-light:#9fa8da;--arches:none\}/)
  match(after.html, /<title>[^<]+ · Quay &amp; &lt;Co&gt;<\/title>/)
  match(after.html, /Money, quietly fr/)
  match(after.html, /Source: World Bank fr/)
  const page = after.html.replaceAll(/<!--.*?-->|<\/?bdi>/g, '')
  match(page, /Quay Europe S\.A\..*Banco de Portugal.*Agrément n° 8765/)
  match(page, /<a href="https:\/\/status\.quay\.example"/)
  match(page, /<a href="mailto:help@quay\.example">/)
  match((await pageOf('/.well-known/security.txt')).html, /^Contact: mailto:help@quay\.example$/m)
  match(after.html, new RegExp(`<img src="${imagePath(image)}"`))
  match(after.html, new RegExp(`<link rel="icon" href="${imagePath(image)}">`))
  ok(!after.html.includes('<b>Less'), 'the texts are text')
  ok(!/<\/script><b/.test(after.html), 'the texts end no script')
  ok(!before.html.includes('--arches:none'), 'the arches show')
  ok(before.policy !== after.policy)
  match((await pageOf('/page.css')).html, /--brand:#1a237e/)
  match((await pageOf('/admin/brand')).html, /--brand:#1a237e/)
  match((await pageOf('/nothing-here')).html, /--brand:#1a237e/)
  equal(currentBrand().texts.mailFooter?.es, 'Quay 7, Porto es')
  deepEqual(currentBrand().mailLogo?.subarray(1, 4).toString(), 'PNG')
})

test('B11 without a logo the icon of the pages uses the colors of the brand', async () => {
  await save({ logo: null, logoDark: null })
  const { html } = await pageOf('/login')
  match(html, /<link rel="icon" href="data:image\/svg\+xml,[^"]*%231a237e[^"]*">/)
})

test('3A4: A page outside the portal’s frame shows the first letter of the name as icon and mark', async () => {
  await save({ logo: null, logoDark: null, arches: false })
  const { html } = await pageOf('/oidc/auth?client_id=none')
  const marks = [...html.matchAll(/(?:src|href)="data:image\/svg\+xml,([^"]+)"/g)]
  deepEqual(
    marks.map(([, svg = '']) => />(.)<\/text>/.exec(decodeURIComponent(svg))?.[1]),
    ['Q', 'Q'],
  )
})

test('B11 the audit log contains the brand before and after, and a restored brand is a new version', async () => {
  const { settings: before } = await browser.call(getBrand, {})
  const { version } = await save({ name: 'Twice' })
  const { etag } = await browser.call(getBrand, {})
  await browser.call(restoreBrand, {
    params: { version: String(version - 1) },
    headers: { 'if-match': etag },
    body: {},
  })
  const now = await browser.call(getBrand, {})
  deepEqual([now.version, now.settings], [version + 1, before])
  equal(currentBrand().name, before.name)
  const [latest, earlier] = await browser.call(listBrands, {})
  deepEqual(
    [latest?.version, latest?.by, earlier?.settings.name],
    [version + 1, 'Grace Hopper', 'Twice'],
  )
  const entries = await auditOf(grace.id)
  const changed = entries.find(({ data }) => data['version'] === version)
  const restored = entries.find(({ data }) => data['version'] === version + 1)
  deepEqual([changed?.action, restored?.action], ['brand_changed', 'brand_restored'])
  deepEqual(restored?.data, {
    version: version + 1,
    restored: version - 1,
    before: { ...before, name: 'Twice' },
    after: before,
  })
})

test('B11 restoring version 0 publishes the brand of the variables; an unknown version answers 404', async () => {
  const { etag } = await browser.call(getBrand, {})
  const headers = { 'if-match': etag }
  for (const version of ['999', '-1', '1e1', 'x', '99999999999'])
    await refusedWith(
      errorCodes.notFound,
      browser.call(restoreBrand, { params: { version }, headers, body: {} }),
    )
  await browser.call(restoreBrand, { params: { version: '0' }, headers, body: {} })
  equal(currentBrand().name, config.brand.name)
})

test('B11 if two admins publish concurrently, the refusal names the admin who was first', async () => {
  const { settings, etag } = await browser.call(getBrand, {})
  const headers = { 'if-match': etag }
  const results = await Promise.allSettled([
    browser.call(saveBrand, { headers, body: { ...settings, name: 'One' } }),
    joan.call(saveBrand, { headers, body: { ...settings, name: 'Two' } }),
  ])
  deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const refusal = results.find((each) => each.status === 'rejected')?.reason as Refusal
  equal(refusal.code, errorCodes.changedMeanwhile)
  match(refusal.faults[0]?.by ?? '', /^(Grace Hopper|Joan Clarke)$/)
  await refusedWith(
    errorCodes.changedMeanwhile,
    browser.call(restoreBrand, { params: { version: '0' }, headers, body: {} }),
  )
})

test('B11 a color without enough contrast or in an invalid format is rejected with its rule', async () => {
  deepEqual(await faultsOf({ color: '#7bc47f' }), ['color contrastSoft'])
  deepEqual(await faultsOf({ colorLight: '#0b5d3b' }), ['colorLight contrastRaised'])
  deepEqual(await faultsOf({ color: 'red;}body{display:none' }), ['color invalidColor'])
  deepEqual(await faultsOf({ color: '#fff' }), ['color invalidColor'])
  deepEqual(await faultsOf({ color: '' }), ['color required'])
})

test('B11 an invalid name, text, sender or image is rejected at its field', async () => {
  const texts = (await browser.call(getBrand, {})).settings.texts
  deepEqual(await faultsOf({ name: '' }), ['name required'])
  deepEqual(await faultsOf({ name: 'x'.repeat(41) }), ['name tooLong'])
  deepEqual(await faultsOf({ senderName: 'Quay\r\nBcc: eve@elsewhere.example' }), [
    'senderName invalidCharacters',
    'senderName invalidSender',
  ])
  deepEqual(await faultsOf({ senderName: 'Eve <eve@elsewhere.example>' }), [
    'senderName invalidSender',
  ])
  deepEqual(await faultsOf({ senderName: 'Quay\u202eyauQ' }), ['senderName invalidSender'])
  deepEqual(await faultsOf({ logo: '0'.repeat(64) }), ['logo unknownImage'])
  deepEqual(await faultsOf({ logoDark: 'https://elsewhere.example/x.png' }), [
    'logoDark unknownImage',
  ])
  const partly = { ...inEveryLanguage('Money'), zh: '' }
  deepEqual(await faultsOf({ texts: { ...texts, tagline: partly } }), [
    'texts.tagline.zh everyLanguage',
  ])
})

test('B11 an upload that is not a PNG, is too large or has another type is refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const error = await upload(svg).catch((thrown: unknown) => thrown)
  ok(error instanceof Refusal)
  deepEqual(error.faults, [{ code: 400001, field: 'image', rule: 'notPng' }])
  await refusedWith(errorCodes.tooLarge, upload(Buffer.alloc(100 * 1024 + 1)))
  await refusedWith(
    errorCodes.notJson,
    browser.call(addImage, { body: new Blob([svg], { type: 'image/svg+xml' }) }),
  )
  // No other endpoint accepts an image.
  await refusedWith(
    errorCodes.notJson,
    browser.call(saveBrand, {
      headers: { 'if-match': '"1"' },
      body: new Blob([new Uint8Array(pngOf(8))], { type: 'image/png' }) as never,
    }),
  )
})

test('B11 an admin without manage_brand can neither read nor change the brand', async () => {
  for (const role of ['auditor', 'support', 'user_admin'] as const) {
    const other = await logInAdmin(await addAdmin({ roles: [role] }))
    await refusedWith(errorCodes.forbidden, other.call(getBrand, {}))
    await refusedWith(errorCodes.forbidden, other.call(listBrands, {}))
  }
})
