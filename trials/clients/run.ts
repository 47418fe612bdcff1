import { randomBytes } from 'node:crypto'
import { chromium, type Browser } from '@playwright/test'
import { chooseNames } from '../../tools/choose.ts'
import { findChromium } from '../../test/support/chromium.ts'
import { expectAccessByRole } from './by-role.ts'
import { writeRows } from './matrix.ts'
import { firstPort, issuer, register, startPortal } from './portal.ts'
import { build, missingTool, startProgram, type Running, type Site } from './programs.ts'
import { stacks, type Stack } from './stacks.ts'
import { walk } from './walk.ts'

/**
 * `npm run trials -- clients`: tests platforms with third-party libraries in a real browser. Names after it select
 * stacks, and `PORT` moves all ports.
 */

const names = chooseNames('stack', process.argv.slice(2), Object.keys(stacks))
const selected = Object.entries(stacks).filter(([id]) => names.includes(id))
const [passed, failed, skipped]: string[][] = [[], [], []]
const folders = new Map<string, string>()

for (const [id, stack] of selected) {
  const missing = await missingTool(stack)
  const folder = missing === undefined ? await built(id, stack) : undefined
  if (missing !== undefined) skipped?.push(`${id} (${missing} does not run here)`)
  if (folder !== undefined) folders.set(id, folder)
}
const stopPortal = await startPortal()
try {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  })
  for (const [id, stack] of selected) {
    const folder = folders.get(id)
    if (folder !== undefined) await testStack(browser, { id, stack, folder })
  }
  await browser.close()
} finally {
  await stopPortal()
}
writeRows(passed ?? [])
for (const each of skipped ?? []) console.log(`– left out: ${each}`)
console.log(`${passed?.length} passed, ${failed?.length} failed, ${skipped?.length} skipped`)
if (failed && failed.length > 0) {
  console.log(`failed: ${failed.join(', ')}`)
  process.exitCode = 1
}

async function built(id: string, stack: Stack): Promise<string | undefined> {
  return build(id, stack).catch((error: unknown) => {
    console.log(`✖ ${id} cannot be built: ${String(error)}`)
    failed?.push(id)
    return undefined
  })
}

async function testStack(
  browser: Browser,
  { id, stack, folder }: { id: string; stack: Stack; folder: string },
): Promise<void> {
  console.log(`\n${stack.name}`)
  const site = siteOf(id, stack)
  const context = await browser.newContext({ locale: 'en-GB' })
  let running: Running | undefined
  const page = await context.newPage()
  try {
    await register(site, stack)
    running = await startProgram(stack, { folder, issuer, site })
    page.setDefaultTimeout(60_000)
    await walk(page, stack, site)
    if (stack.role !== undefined) {
      await running.stop()
      running = await startProgram(stack, { folder, issuer, site, role: stack.role })
      await expectAccessByRole(page, site, stack)
    }
    passed?.push(id)
  } catch (error) {
    const seen = `${page.url()}\n${(await page.textContent('body'))?.slice(0, 500)}`
    console.log(
      `✖ ${id}: ${String(error)}\n${seen}\n${(await running?.log())?.slice(-4_000) ?? ''}`,
    )
    failed?.push(id)
  } finally {
    await running?.stop()
    await context.close()
  }
}

function siteOf(id: string, { isBrowserOnly = false }: Stack): Site {
  const port = firstPort + Object.keys(stacks).indexOf(id)
  return {
    id,
    port,
    url: `http://127.0.0.1:${port}`,
    secret: isBrowserOnly ? null : randomBytes(24).toString('base64url'),
  }
}
