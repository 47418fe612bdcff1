import { freePort } from '#test/free-port.ts'
import { equal, match, ok } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCall } from '#contract/call.ts'
import { atEnd, type Test } from '#test/at-end.ts'
import { cookieHeader, keepCookies, type CookieJar } from '#test/cookie-jar.ts'
import { codeOf, passHumanCheck } from '#test/people.ts'
import { until } from '#test/until.ts'
import { forgetDatabase } from '../../demo/database.ts'
import { logout } from '../../features/account/sign-in/contract.ts'
import { signUp } from '../../features/account/sign-up/contract.ts'
import { beginTwoFactor, confirmTwoFactor } from '../../features/account/two-factor/contract.ts'

const tutorial = await readFile('docs/tutorial.md', 'utf8')
const [start = '', register = '', run = '', invite = '', grant = ''] = blocks('sh')

test('the tutorial leads from a fresh demo to a login at a new platform and one logout for both', async (t) => {
  const place = await newPlace(t)
  const demo = place.run(start)
  await demo.until(/Ctrl-C stops/)
  const registered = place.run(register)
  equal(await registered.exit, 0, registered.output())
  const [, secret = ''] = /client_secret\s+(\S+)/.exec(registered.output()) ?? []
  const platform = place.run(run.replace('…', secret))
  await platform.until(/Orders is running/)
  const invited = place.run(invite)
  equal(await invited.exit, 0, invited.output())
  const granted = place.run(grant)
  equal(await granted.exit, 0, granted.output())
  match(granted.output(), /ada\.byron@harbour\.example can open orders/)
  const [, token = ''] = /\/sign-up\/([^?\s]+)/.exec(invited.output()) ?? []

  const browser = newBrowser(place.portal)
  await signUpWith(browser, token)
  const greeting = /^> (Hello .*)$/m.exec(tutorial)?.[1] ?? ''
  equal((await browser.open(place.platform)).text.trim(), greeting)
  await browser.call(logout, {})
  await until(async () =>
    (await browser.open(place.platform)).url.startsWith(`${place.portal}/login`),
  )
})

test('the code in the tutorial is its platform’s code', async () => {
  const source = await readFile('docs/tutorial/platform.mjs', 'utf8')
  for (const block of blocks('js')) ok(source.includes(block), block)
})

function blocks(language: string): string[] {
  const fenced = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm')
  return [...tutorial.matchAll(fenced)].map(([, text = '']) => text)
}

/** Creates a folder and finds free ports, which replace those of the tutorial. */
async function newPlace(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'tutorial-'))
  atEnd(t, async () => {
    await forgetDatabase(folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  const [port, platformPort] = [await freePort(), await freePort()]
  const names = ['MAILBOX_PORT', 'SMTP_PORT', 'BUSINESS_HUB_PORT', 'ONBOARDING_PORT']
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
  const { PATH = '', HOME = folder } = process.env
  const env = {
    PATH,
    HOME,
    DATA_FOLDER: folder,
    PORT: String(port),
    PASSWORD_HASH_MEMORY_KIB: '64',
    HUMAN_CHECK_COST: '1',
    ...Object.fromEntries(ports),
  }
  const [portal, platform] = [`http://localhost:${port}`, `http://localhost:${platformPort}`]
  const ofPlatform = { PORT: String(platformPort), ISSUER: `${portal}/oidc` }
  return {
    portal,
    platform,
    run: (block: string) => {
      const isPlatform = block.includes('platform.mjs')
      const text = block.replaceAll('http://localhost:3000', platform)
      return runBlock(t, text, { ...env, ...(isPlatform && ofPlatform) })
    },
  }
}

function runBlock(t: Test, text: string, env: Record<string, string>) {
  const child = spawn('sh', ['-ec', text], { env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  atEnd(t, async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM')
    await exit
  })
  return {
    exit,
    output: () => output,
    until: async (what: RegExp) => {
      await until(() => what.test(output) || child.exitCode !== null, 60_000)
      match(output, what)
    },
  }
}

function newBrowser(portal: string) {
  const jar: CookieJar = new Map()
  const send = async (url: string | URL | Request, init: RequestInit = {}) => {
    const headers = { ...Object.fromEntries(new Headers(init.headers)), origin: portal }
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...headers, cookie: cookieHeader(jar) },
    })
    keepCookies(jar, answer)
    return answer
  }
  const call = createCall({ base: (path) => `${portal}/api${path}`, fetch: send })
  /** Opens a URL and follows redirects. */
  const open = async (url: string): Promise<{ url: string; text: string }> => {
    const answer = await send(url)
    const location = answer.headers.get('location')
    return location ? open(new URL(location, url).href) : { url, text: await answer.text() }
  }
  return { call, open }
}

async function signUpWith(browser: ReturnType<typeof newBrowser>, token: string): Promise<void> {
  const password = 'Quiet-Lantern-1'
  const email = 'you@harbour.example'
  const humanCheck = await passHumanCheck(browser)
  await browser.call(signUp, {
    body: { token, email, password, confirmPassword: password, humanCheck, acceptTerms: true },
  })
  const { secret } = await browser.call(beginTwoFactor, { body: {} })
  await browser.call(confirmTwoFactor, { body: { otp: codeOf(secret) } })
}
