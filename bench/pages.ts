import { chromium, type Browser, type BrowserContext, type CDPSession } from '@playwright/test'
import { freePort } from '../test/faults/stage.ts'
import { findChromium } from '../test/support/chromium.ts'
import { median, inDatabase } from './harness.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const rounds = 11
const patienceMs = 60_000
const phone = { width: 412, height: 823 }
const slowCpu = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

/** Limits of each page, beside plain HTML of the same words. */
const pages = [
  { path: '/login', ratio: 1.3, blockedMs: 50, shift: 0.02 },
  { path: '/main', ratio: 3.5, blockedMs: 100, shift: 0.05 },
  { path: '/admin', ratio: 4.5, blockedMs: 150, shift: 0.05 },
] as const

type PageLimits = (typeof pages)[number]
type Seen = { paintedMs: number; blockedMs: number; shift: number; scripts: number; styles: number }

/** Each page on a phone with a slow processor and a slow network, beside plain HTML of the same words. */
export function benchPages(): Promise<boolean> {
  return withPortal(async (portal) => {
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    try {
      const results = []
      for (const page of pages) results.push(await compare(browser, portal, page))
      return results.every(Boolean)
    } finally {
      await browser.close()
    }
  })
}

async function compare(browser: Browser, portal: Portal, page: PageLimits): Promise<boolean> {
  const words = await messagesOf(browser, portal, page.path)
  const plain = await servePlainly(words)
  const seen = { ours: [] as Seen[], plain: [] as Seen[] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      seen.plain.push(await look(browser, portal, plain.url))
      seen.ours.push(await look(browser, portal, portal.url + page.path))
    }
  } finally {
    plain.stop()
  }
  return report(page, seen)
}

function report(page: PageLimits, seen: { ours: Seen[]; plain: Seen[] }): boolean {
  const of = (all: Seen[], name: keyof Seen) => median(all.map((each) => each[name]))
  const [ours, plain] = [of(seen.ours, 'paintedMs'), of(seen.plain, 'paintedMs')]
  const [blocked, shift] = [of(seen.ours, 'blockedMs'), of(seen.ours, 'shift')]
  // Of each round by itself, so that both of a pair were measured on the same machine, idle or busy.
  const ratio = median(
    seen.ours.map(({ paintedMs }, round) => paintedMs / (seen.plain[round]?.paintedMs ?? 0)),
  )
  const { scripts, styles } = seen.ours[0] ?? { scripts: 0, styles: 0 }
  const isGood = ratio <= page.ratio && blocked <= page.blockedMs && shift <= page.shift
  console.log(`${page.path}   ${isGood ? 'within its limits' : 'OVER ITS LIMITS'}`)
  console.log(`  largest paint   ${ours.toFixed(0)} ms; plain HTML ${plain.toFixed(0)} ms`)
  console.log(`  ratio           ${ratio.toFixed(2)}, at most ${page.ratio}`)
  console.log(`  blocked         ${blocked.toFixed(0)} ms, at most ${page.blockedMs}`)
  console.log(`  layout shift    ${shift.toFixed(3)}, at most ${page.shift}`)
  console.log(`  came over       ${scripts} scripts, ${styles} style sheets`)
  return isGood
}

async function messagesOf(browser: Browser, portal: Portal, path: string): Promise<string[]> {
  const context = await visitor(browser, portal)
  const page = await context.newPage()
  await page.goto(portal.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const text = await page.locator('body').innerText()
  await context.close()
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Somebody who has never been here, but is logged in wherever one can be. */
async function visitor(browser: Browser, portal: Portal): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true })
  await context.addCookies(portal.cookies)
  const until = Date.now() + 900_000
  await context.addInitScript(
    `for (const area of ['login', 'adminLogin']) {
      localStorage.setItem(area, 'true')
      localStorage.setItem(area + 'Until', '${until}')
    }`,
  )
  return context
}

async function look(browser: Browser, portal: Portal, url: string): Promise<Seen> {
  const context = await visitor(browser, portal)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
  await page.addInitScript({ content: observe })
  let [scripts, styles] = [0, 0]
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts += 1
    if (request.resourceType() === 'stylesheet') styles += 1
  })
  await page.goto(url)
  await untilItStands(session)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  const seen = JSON.parse(String(await ask(session, 'JSON.stringify(seen)'))) as Seen
  await context.close()
  return { ...seen, scripts, styles }
}

/** Asked without the tool's own script, whose 300 KiB would be counted as work of the page. */
async function ask(session: CDPSession, expression: string): Promise<unknown> {
  return (await session.send('Runtime.evaluate', { expression })).result.value
}

/** The heading of the page itself, not the one for the eye only that stands there before it. */
async function untilItStands(session: CDPSession): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await ask(session, `!!document.querySelector('h1:not([inert] h1)')`))) {
    if (Date.now() > deadline) throw new Error('the page never stood')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Runs in the page before anything else. Blocked is what each long task takes beyond 50 ms. */
const observe = `
  const seen = globalThis.seen = { paintedMs: 0, blockedMs: 0, shift: 0 }
  function watch(type, note) {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  }
  watch('largest-contentful-paint', (entry) => { seen.paintedMs = entry.startTime })
  watch('longtask', (entry) => { seen.blockedMs += Math.max(0, entry.duration - 50) })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })`

type Cookie = { name: string; value: string; url: string }
/** A running portal, and the cookies of a user and of an admin. */
type Portal = { url: string; cookies: Cookie[] }

async function withPortal<Result>(measure: (portal: Portal) => Promise<Result>): Promise<Result> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PUBLIC_URL: url, PORT: String(port) }
  return inDatabase({ name: 'pages', settings }, async () => {
    const { buildServer } = await import('../app/server.ts')
    const server = await buildServer()
    await server.listen({ host: '127.0.0.1', port })
    try {
      return await measure({ url, cookies: await logIn(url) })
    } finally {
      await server.close()
    }
  })
}

/** The cookies of a user and of an admin. */
async function logIn(url: string): Promise<Cookie[]> {
  const { adminCookies, cookies } = await import('#server/cookies.ts')
  const { addAdmin, addUser, startSessionOfAdmin, startUserSession } =
    await import('#test/people.ts')
  const session = await startUserSession(await addUser())
  const adminSession = await startSessionOfAdmin(await addAdmin(), { hasRecentStepUp: false })
  return [
    { name: cookies.session, value: session.token, url },
    { name: adminCookies.session, value: adminSession.token, url },
  ]
}

/** Serves the same words as HTML without script or style, as fast as a page can be. */
async function servePlainly(words: readonly string[]): Promise<{ url: string; stop: () => void }> {
  const [title = '', ...lines] = words.map((line) =>
    line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  )
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="icon" href="data:,"><title>${title}</title></head><body><h1>${title}</h1>`,
    ...lines.map((line) => `<p>${line}</p>`),
    '</body></html>',
  ].join('')
  const body = gzipSync(html)
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}
