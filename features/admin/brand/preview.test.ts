import { doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { newBrowser } from '#test/browser.ts'
import { addAdmin, addUser, logIn, logInAdmin, type Visitor } from '#test/people.ts'

const draft = {
  view: 'login',
  theme: 'light',
  locale: 'fr',
  name: 'Quay & <Co>',
  color: '#1a237e',
  colorLight: '#9fa8da',
  logo: '',
  logoDark: '',
  arches: 'off',
  tagline: '<b>Money</b>, quietly',
  claim: '',
  mailFooter: 'Quay 7 <script>alert(1)</script>',
}
const owner = await logInAdmin(await addAdmin())

async function preview(
  browser: Pick<Visitor, 'fetch'>,
  change: object = {},
  destination = 'iframe',
) {
  const query = new URLSearchParams({ ...draft, ...change })
  const answer = await browser.fetch(`/admin/brand/preview?${query}`, {
    headers: { 'sec-fetch-dest': destination },
  })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

test('B11 each view shows the draft before it is published, in its language and theme', async () => {
  for (const [view, expected] of [
    ['login', /&lt;b&gt;Money&lt;\/b&gt;, quietly/],
    ['home', /Ada/],
    ['admin', /Quay &amp; &lt;Co&gt;/],
  ] as const) {
    const { status, html } = await preview(owner, { view, theme: 'dark' })
    equal(status, 200, view)
    match(html, /<html lang="fr" dir="ltr" data-theme="dark">/)
    match(html, /:root\{--brand:#1a237e;--brand-light:#9fa8da;--arches:none\}/)
    match(html, expected)
  }
  const mail = await preview(owner, { view: 'mail', locale: 'ar' })
  match(mail.html, /<html lang="ar" dir="rtl">/)
  match(mail.html, /Quay 7 &lt;script&gt;/)
  match(mail.html, /background:#1a237e/)
  match((await preview(owner, { view: 'login' })).html, /data-theme="light"/)
})

test('3A4: Without the arches and a logo, the pages of a brand show the first letter of its name', async () => {
  const arch = /M8 25V15a8 8 0 0 1 16 0v10/
  for (const view of ['login', 'home', 'admin']) {
    const { html } = await preview(owner, { view, name: 'meridian Pay' })
    const [, drawing = ''] = /<img src="data:image\/svg\+xml,([^"]+)"/.exec(html) ?? []
    match(decodeURIComponent(drawing), />M<\/text>/)
    doesNotMatch(html, arch)
    match((await preview(owner, { view, arches: 'on' })).html, arch)
  }
})

test('3A26: Without the arches, no drawing shows a part of them', async () => {
  const { html } = await preview(owner, { view: 'home' })
  // The drawing of a list without rows hides as a whole, and one without an arch stays.
  match(html, /--arches:none\}/)
  match(html, /\[data-arch\]\{display:var\(--arches,inline\)\}/)
  const { fetch } = await newBrowser()
  const drawingAt = async (path: string) => {
    const page = await fetch(path, { headers: { accept: 'text/html' } })
    return /<svg[^>]*viewBox="0 0 120 104"[^>]*>/.exec(await page.text())?.[0]
  }
  match((await drawingAt('/unauthorized')) ?? '', /data-arch/)
  doesNotMatch((await drawingAt('/nowhere')) ?? 'data-arch', /data-arch/)
})

test('B11 a preview runs no scripts and can be framed only by the portal itself', async () => {
  for (const view of ['login', 'home', 'admin', 'mail']) {
    const { headers, html } = await preview(owner, { view })
    const policy = headers.get('content-security-policy') ?? ''
    match(
      policy,
      /^default-src 'none'; style-src [^;]+; img-src 'self' data:; sandbox allow-same-origin;/,
    )
    match(policy, /frame-ancestors 'self'$/)
    ok(!policy.includes('script-src'))
    equal(headers.get('x-frame-options'), 'SAMEORIGIN')
    equal(headers.get('cache-control'), 'no-store')
    ok(!/<script/.test(html), `${view} has no script`)
  }
})

test('B11 a preview is available only to admins with manage_brand, and only in a frame', async () => {
  const support = await logInAdmin(await addAdmin({ roles: ['support', 'auditor', 'user_admin'] }))
  for (const other of [await newBrowser(), await logIn(await addUser()), support])
    equal((await preview(other)).status, 404)
  for (const destination of ['document', 'embed', 'empty'])
    equal((await preview(owner, {}, destination)).status, 404, destination)
})

test('B11 a preview with an invalid draft is refused', async () => {
  for (const change of [
    { color: 'red;}body{display:none' },
    { color: '#12345' },
    { logo: 'https://elsewhere.example/x.png' },
    { logo: '../../x' },
    { view: 'other' },
    { theme: 'blue' },
    { locale: 'de' },
    { more: '1' },
    { name: 'x'.repeat(41) },
  ])
    equal((await preview(owner, change)).status, 400, JSON.stringify(change))
})

test('B11 only pages of the admin area may contain a frame', async () => {
  const { fetch } = await newBrowser()
  const policyAt = async (path: string) =>
    (await fetch(path)).headers.get('content-security-policy') ?? ''
  match(await policyAt('/admin/brand'), /frame-src 'self'/)
  for (const path of ['/login', '/main/home', '/admin/login'])
    ok(!(await policyAt(path)).includes('frame-src'), path)
})
