import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium, type BrowserContext } from '@playwright/test'
import { findChromium } from '../../test/support/chromium.ts'
import { median } from './harness.ts'
import { withPortal, type Cookie, type Portal } from './portal.ts'
import { launchRawBrowser, type RawBrowser, type Send } from './raw-browser.ts'

const rounds = 15
const timeoutMs = 60_000
const windowSettledMs = 1_500
const quietMs = 1_000
const phone = { width: 412, height: 823 }
const slowCpu = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

type BenchedPage = {
  name: string
  pathOf: (portal: Portal) => string
  /** Upper limit of the largest paint's time, as a multiple of the time that plain HTML with the same text takes. */
  ratio: number
  blockedMs: number
  /** The page requires a login. The other pages are opened without one, so that they do not redirect. */
  isLoggedIn?: true
}

const pages: readonly BenchedPage[] = [
  { name: '/login', pathOf: () => '/login', ratio: 1.3, blockedMs: 10 },
  { name: '/sign-up/{token}', pathOf: ({ links }) => links.signUp, ratio: 2, blockedMs: 10 },
  {
    name: '/reset-password/{token}',
    pathOf: ({ links }) => links.resetPassword,
    ratio: 2,
    blockedMs: 10,
  },
  {
    name: '/reset-mfa/{token}',
    pathOf: ({ links }) => links.resetTwoFactor,
    ratio: 2,
    blockedMs: 10,
  },
  { name: '/log-me-out/{token}', pathOf: ({ links }) => links.logMeOut, ratio: 2, blockedMs: 10 },
  { name: '/developers', pathOf: () => '/developers', ratio: 1.5, blockedMs: 10 },
  { name: '/main/home', pathOf: () => '/main/home', ratio: 1.6, blockedMs: 100, isLoggedIn: true },
  {
    name: '/main/security',
    pathOf: () => '/main/security',
    ratio: 1.6,
    blockedMs: 100,
    isLoggedIn: true,
  },
  {
    name: '/admin/overview',
    pathOf: () => '/admin/overview',
    ratio: 1.6,
    blockedMs: 150,
    isLoggedIn: true,
  },
  { name: '/admin', pathOf: () => '/admin', ratio: 2.25, blockedMs: 150, isLoggedIn: true },
]
/**
 * Prints as 0.00. It is not zero: an address that is known only after the check of a link shifts the rest of its line.
 */
const maxShift = 0.005

type Measured = {
  paintedMs: number
  blockedMs: number
  shift: number
  scripts: number
  styles: number
}
type Measurements = { ours: Measured[]; plain: Measured[] }

/**
 * Loads each page on an emulated slow phone, in turns with plain HTML of the same text. Names restrict the run to these
 * pages: `npm run trials -- bench pages /login`.
 */
export function benchPages(names: readonly string[]): Promise<boolean> {
  const wanted = pages.filter(({ name }) => names.length === 0 || names.includes(name))
  return withPortal(async (portal) => {
    const browser = await launchRawBrowser()
    try {
      const results = []
      for (const page of wanted) results.push(await compare(browser, portal, page))
      return results.every(Boolean)
    } finally {
      await browser.close()
    }
  })
}

async function compare(browser: RawBrowser, portal: Portal, page: BenchedPage): Promise<boolean> {
  const url = portal.url + page.pathOf(portal)
  // Each page gets its own sessions, because the first ones would time out during the run.
  const cookies = page.isLoggedIn ? await portal.logIn() : undefined
  const plain = await servePlainly(await textOf(url, cookies))
  const measured: Measurements = { ours: [], plain: [] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      measured.plain.push(await load(browser, plain.url))
      measured.ours.push(await load(browser, url, cookies))
    }
  } finally {
    plain.stop()
  }
  return report(page, measured)
}

function medianOf(all: Measured[], name: keyof Measured): number {
  return median(all.map((each) => each[name]))
}

function report(page: BenchedPage, measured: Measurements): boolean {
  const [ours, plain] = [
    medianOf(measured.ours, 'paintedMs'),
    medianOf(measured.plain, 'paintedMs'),
  ]
  const [blocked, shift] = [medianOf(measured.ours, 'blockedMs'), medianOf(measured.ours, 'shift')]
  // The ratio of each pair of loads, because the load of the machine changes during a run.
  const ratio = median(
    measured.ours.map(
      ({ paintedMs }, round) => paintedMs / (measured.plain[round]?.paintedMs ?? 0),
    ),
  )
  const { scripts, styles } = measured.ours[0] ?? { scripts: 0, styles: 0 }
  const isGood = ratio <= page.ratio && blocked <= page.blockedMs && shift <= maxShift
  console.log(`${page.name}   ${isGood ? 'within its limits' : 'OVER ITS LIMITS'}`)
  console.log(`  largest paint   ${ours.toFixed(0)} ms; plain HTML ${plain.toFixed(0)} ms`)
  console.log(`  ratio           ${ratio.toFixed(2)}, at most ${page.ratio}`)
  console.log(`  blocked         ${blocked.toFixed(0)} ms, at most ${page.blockedMs}`)
  console.log(`  layout shift    ${shift.toFixed(3)}, at most ${maxShift}`)
  console.log(`  loaded          ${scripts} scripts, ${styles} style sheets`)
  console.log(`  machine         load average ${loadavg()[0]?.toFixed(1)}`)
  return isGood
}

async function textOf(url: string, cookies?: Cookie[]): Promise<string[]> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true })
  if (cookies) await logInBrowser(context, cookies)
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const text = await page.locator('body').innerText()
  await browser.close()
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Adds the sessions of a user and of an admin. */
export async function logInBrowser(context: BrowserContext, cookies: Cookie[]): Promise<void> {
  await context.addCookies(cookies)
  await context.addInitScript(markLoggedIn())
}

/** Returns a script that marks a user and an admin as logged in, for each page. */
function markLoggedIn(): string {
  const until = Date.now() + 900_000
  return `for (const area of ['login', 'adminLogin']) {
    localStorage.setItem(area, 'true')
    localStorage.setItem(area + 'Until', '${until}')
  }`
}

async function load(browser: RawBrowser, url: string, cookies?: Cookie[]): Promise<Measured> {
  const { send, close } = await browser.newPage()
  await send('Network.enable')
  await send('Network.emulateNetworkConditions', network)
  await send('Emulation.setDeviceMetricsOverride', { ...phone, deviceScaleFactor: 1, mobile: true })
  await send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await send('Emulation.setCPUThrottlingRate', { rate: slowCpu })
  await send('Page.enable')
  for (const source of cookies ? [markLoggedIn(), observe] : [observe])
    await send('Page.addScriptToEvaluateOnNewDocument', { source })
  if (cookies) await send('Network.setCookies', { cookies })
  // A new window of the browser first loads pages of its own, which must not be measured.
  await delay(windowSettledMs)
  await send('Page.navigate', { url })
  await waitForHeading(send)
  await waitForQuiet(send)
  const shown = await evaluate(send, 'location.pathname')
  if (cookies && shown.endsWith('/login')) throw new Error(`${url} showed ${shown}`)
  const measured = JSON.parse(await evaluate(send, 'JSON.stringify(measured)')) as Measured
  await close()
  return measured
}

async function evaluate(send: Send, expression: string): Promise<string> {
  const { result } = await send('Runtime.evaluate', { expression })
  return String((result as { value?: unknown }).value)
}

/** Waits for a heading that is not inert. It is inert in the shell of an area and while a link is being checked. */
async function waitForHeading(send: Send): Promise<void> {
  const deadline = Date.now() + timeoutMs
  const isThere = `!!document.querySelector('h1:not([inert] h1)')`
  while ((await evaluate(send, isThere)) !== 'true') {
    if (Date.now() > deadline) throw new Error('the page never showed its heading')
    await delay(200)
  }
}

/** Waits until no resource has been fetched for a second. */
async function waitForQuiet(send: Send): Promise<void> {
  const fetched = `performance.getEntriesByType('resource').length`
  let [last, quietSince] = ['', Date.now()]
  while (Date.now() - quietSince < quietMs) {
    const now = await evaluate(send, fetched)
    if (now !== last) quietSince = Date.now()
    last = now
    await delay(200)
  }
}

/**
 * Serves the same text as HTML without script or style, the fastest that a page can be. Its header makes Chromium start
 * a new process, as any page from another site does.
 */
async function servePlainly(text: readonly string[]): Promise<{ url: string; stop: () => void }> {
  const [title = '', ...lines] = text.map((line) =>
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
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-encoding': 'gzip',
        'cross-origin-opener-policy': 'same-origin',
      })
      .end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** Runs in the page before its own scripts. Blocked time is the part of each long task beyond 50 ms. */
const observe = `
  const fetched = (type) => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(type)).length
  const measured = globalThis.measured = {
    paintedMs: 0, blockedMs: 0, shift: 0,
    get scripts() { return fetched('.js') },
    get styles() { return fetched('.css') },
  }
  function watch(type, note) {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  }
  watch('largest-contentful-paint', (entry) => { measured.paintedMs = entry.startTime })
  watch('longtask', (entry) => { measured.blockedMs += Math.max(0, entry.duration - 50) })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) measured.shift += entry.value })`
