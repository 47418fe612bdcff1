// own process: sets BRAND_NAME
import { doesNotMatch, equal, match, notEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'

process.env['BRAND_NAME'] = 'Quay <b> Pay'
const { visitor } = await import('#test/people.ts')

async function open(path: string, headers: Record<string, string> = {}) {
  const browser = await visitor()
  const answer = await browser.fetch(path, { headers, redirect: 'manual' })
  return { answer, text: await answer.text() }
}

test('the documentation opens with its menu and escapes the brand’s name', async () => {
  const { answer, text } = await open('/developers')
  equal(answer.status, 200)
  match(answer.headers.get('content-type') ?? '', /^text\/html/)
  match(text, /<h1>Build on the portal<\/h1>/)
  match(text, /aria-current="page">Overview</)
  match(text, /<title>[^<]*Quay &lt;b&gt; Pay/)
  doesNotMatch(text, /Quay <b>/)
})

test('the content security policy of the documentation allows no other host, and no inline code but the page’s style', async () => {
  const { answer, text } = await open('/developers/login')
  const policy = answer.headers.get('content-security-policy') ?? ''
  match(policy, /script-src 'self';/)
  match(policy, /style-src 'self' 'sha256-[^']+';/)
  doesNotMatch(policy, /https?:|unsafe/)
  doesNotMatch(text, / style="| onclick=/)
  const files = [...text.matchAll(/(?:src|<link[^>]*href)="([^"]+)"/g)].map(([, url = '']) => url)
  ok(files.every((url) => /^(\/|data:image)/.test(url)))
})

test('a page is compressed and tagged, and a browser with a current copy gets 304', async () => {
  const { answer } = await open('/developers/claims', { 'accept-encoding': 'br' })
  equal(answer.headers.get('content-encoding'), 'br')
  const etag = answer.headers.get('etag') ?? ''
  equal((await open('/developers/claims', { 'if-none-match': etag })).answer.status, 304)
  const dark = await open('/developers/claims', { cookie: 'theme=dark' })
  match(dark.text, /<html[^>]* data-theme="dark"/)
  notEqual(dark.answer.headers.get('etag'), etag)
  match(dark.answer.headers.get('vary') ?? '', /Cookie/)
})

test('the settings of this portal are filled in, and a client id is a placeholder', async () => {
  const { text } = await open('/developers/login')
  match(text, /<code>http:\/\/[^<]+\/oidc<\/code>/)
  doesNotMatch(text, /%PORTAL%|PUBLIC_URL&gt;/)
})

test('each page has one address: a trailing slash redirects, and an unknown path answers 404', async () => {
  const { answer } = await open('/developers/claims/')
  equal(answer.status, 301)
  equal(answer.headers.get('location'), '/developers/claims')
  equal((await open('/developers/')).answer.headers.get('location'), '/developers')
  for (const path of ['/developers/nothing', '/developers/..%2findex', '/developers/nothing/'])
    equal((await open(path)).answer.status, 404, path)
})

test('if all pages are public, their addresses below /admin redirect to them', async () => {
  for (const path of ['', '/webhooks', '/api/users/list-users']) {
    const { answer } = await open(`/admin/developers${path}`)
    equal(answer.status, 302)
    match(answer.headers.get('location') ?? '', new RegExp(`^http://[^/]+/developers${path}$`))
  }
  for (const path of ['/nothing', '/..%2fwebhooks', '/webhooks/'])
    equal((await open(`/admin/developers${path}`)).answer.status, 404, path)
})

test('the search index contains pages, headings and operations', async () => {
  const { text } = await open('/developers/search.json')
  const places = JSON.parse(text) as { to: string; text: string; method?: string }[]
  ok(places.some(({ to }) => to === '/developers/claims'))
  ok(places.some(({ to }) => to === '/developers/login#settings'))
  ok(places.some(({ method, to }) => method === 'POST' && to.startsWith('/developers/api/')))
})
