import { doesNotMatch, equal, match } from 'node:assert/strict'
import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { locales } from '#contract/locale.ts'
import { atEnd } from '#test/at-end.ts'
import { findChromium } from '#test/chromium.ts'
import { newDemo, startDemo, untilPrinted } from '#test/demo-runs.ts'
import { isAlive, savePairs, serversOf } from '#test/dev-saves.ts'
import { until } from '#test/until.ts'
import { makeCopy } from '../mutants/copy.ts'
import { placeOf } from '../../demo/place.ts'

test('an empty demo begins with an admin alone, without users, companies and platforms', async (t) => {
  const demo = await newDemo(t, { DEMO_SAMPLES: 'none' })
  const run = startDemo(t, demo)
  await untilPrinted(run, /Ctrl-C stops everything/)
  match(run.output(), /An admin +grace\.hopper/)
  doesNotMatch(run.output(), /A user|Business hub|An invitation/)
})

test('npm run dev serves the last of two saves, fifty times', async (t) => {
  await savePairs(t, 50)
})

test('npm run dev shows the last of two saves of a text without a reload, and writes its types', async (t) => {
  const folder = makeCopy()
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  const demo = await newDemo(t, { DEMO_SAMPLES: 'off' })
  const run = startDemo(t, demo, { program: 'demo/dev.ts', folder })
  await untilPrinted(run, /Ctrl-C stops everything/)
  const browser = await chromium.launch({ executablePath: await findChromium() })
  atEnd(t, () => browser.close())
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${demo['PORT']}/login`)
  await page.getByRole('button', { name: 'Log in', disabled: false }).waitFor()
  await page.evaluate('window.isSameDocument = true')

  for (const [texts, key] of Object.entries(shownTexts)) {
    const file = join(folder, texts, 'en.json')
    const source = await readFile(file, 'utf8')
    for (const gapMs of [40, 60, 150, 300]) {
      for (const save of ['first', 'last']) {
        const text = `${key} ${gapMs} ${save}`
        await writeFile(file, source.replace(new RegExp(`"${key}": ".*"`), `"${key}": "${text}"`))
        if (save === 'first') await wait(gapMs)
      }
      // An address follows one of the texts in its element, so the match is not exact.
      await page.getByText(`${key} ${gapMs} last`).waitFor({ timeout: 5_000 })
    }
    equal(await page.evaluate('window.isSameDocument'), true)
  }

  const [texts = ''] = Object.keys(shownTexts)
  const types = join(folder, texts, 'messages.ts')
  for (const locale of locales) {
    const file = join(folder, texts, `${locale}.json`)
    const source = await readFile(file, 'utf8')
    await writeFile(file, source.replace('"messages": {', '"messages": { "extra": "{name}!",'))
  }
  await until(async () => (await readFile(types, 'utf8')).includes('extra: (values'))
  equal(await page.evaluate('window.isSameDocument'), true)
})

/** Keys of texts that the login shows, by folder: of the page, of its layout, and of every field. */
const shownTexts = {
  'features/account/sign-in/texts': 'title',
  'app/web/public/texts': 'needHelp',
  'web/ui/texts': 'skipToContent',
}

test('a killed npm run dev leaves neither a server nor a database', async (t) => {
  const demo = await newDemo(t, { DEMO_SAMPLES: 'off' })
  const run = startDemo(t, demo, { program: 'demo/dev.ts' })
  await untilPrinted(run, /Ctrl-C stops everything/)
  const [server = 0] = await serversOf(run.child.pid)
  equal(isAlive(server), true)
  run.child.kill('SIGKILL')
  await run.exit
  await until(() => !isAlive(server))
  await until(() => isStopped(demo['DATA_FOLDER'] ?? ''))
})

test('Ctrl-C during the start of npm run dev leaves no process and prints no stack trace', async (t) => {
  const demo = await newDemo(t, { DEMO_SAMPLES: 'off' })
  const run = startDemo(t, demo, { program: 'demo/dev.ts' })
  await until(async () => !(await isStopped(demo['DATA_FOLDER'] ?? '')))
  run.child.kill('SIGINT')
  equal(await run.exit, 0)
  equal(await isStopped(demo['DATA_FOLDER'] ?? ''), true)
  doesNotMatch(run.output(), /^ +at /m)
})

/** Returns true if PostgreSQL is stopped: it deletes this file when it ends. */
async function isStopped(folder: string): Promise<boolean> {
  return access(`${placeOf(folder).data}/postmaster.pid`).then(
    () => false,
    () => true,
  )
}
