import type { Page } from '@playwright/test'
import { withPortico } from './portico.ts'
import type { Stage } from './stage.ts'
import { tour } from './tour.ts'
import type { View } from './view.ts'

const demanded = ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]
/** The directives required in a frame, which shows a mail or a page without scripts. */
const demandedOfFrames = ["default-src 'none'", "base-uri 'none'", "form-action 'none'"]
const refusedInFrames = /script-src|frame-ancestors [^;]*\*/
const refused = /'unsafe-(inline|eval|hashes)'|(script|style)-src[^;]*(\*|https?:|data:)/

const faults = new Set<string>()
const policies = new WeakMap<Page, string>()
const policiesOfFrames = new WeakMap<Page, string[]>()
let pageCount = 0
let dialogs = 0

await withPortico(async (browser) => {
  const { fillLists, forgottenPages, viewsNamed } = await import('./views.ts')
  for (const page of forgottenPages()) faults.add(`no view shows the page ${page}`)
  await fillLists()
  await tour({
    browser,
    locales: ['en'],
    views: viewsNamed(process.argv.slice(2)),
    onPage: listen,
    look: checkView,
    onFailure: ({ name }, _, { message }) => {
      faults.add(`${name} could not be shown: ${message.split('\n')[0]}`)
    },
  })
})
for (const fault of faults) console.log(fault)
console.log(
  `\n${pageCount} views, ${dialogs} of them with a dialog, each with Trusted Types on: ${faults.size} faults`,
)
process.exit(faults.size > 0 ? 1 : 0)

/** Records the browser's violations, and each page's policy. */
function listen(page: Page): void {
  page.on('console', (message) => {
    if (/Content Security Policy directive/.test(message.text()))
      faults.add(`${new URL(page.url()).pathname}: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (!response.request().isNavigationRequest()) return
    const policy = response.headers()['content-security-policy'] ?? ''
    if (response.frame() === page.mainFrame()) {
      policies.set(page, policy)
      policiesOfFrames.set(page, [])
    } else policiesOfFrames.get(page)?.push(policy)
  })
}

async function checkView({ page }: Stage, { name }: View): Promise<void> {
  pageCount += 1
  if ((await page.locator('dialog[open], [role=dialog]').count()) > 0) dialogs += 1
  for (const broken of await page.evaluate<string[]>('tour.brokenPolicies')) {
    faults.add(`${name}: ${broken}`)
  }
  judge(name, policies.get(page), demanded, refused)
  for (const policy of policiesOfFrames.get(page) ?? [])
    judge(`a frame of ${name}`, policy, demandedOfFrames, refusedInFrames)
  // Tries scripts last, because each attempt is a violation.
  for (const done of await page.evaluate<string[]>('tour.tryScripts()')) {
    faults.add(`${name}: ${done} is not refused`)
  }
}

function judge(name: string, policy = '', wanted: readonly string[], unwanted: RegExp): void {
  const missing = wanted.filter((part) => !policy.includes(part))
  if (missing.length > 0) faults.add(`${name}: its policy lacks ${missing.join(', ')}`)
  const loose = unwanted.exec(policy)
  if (loose) faults.add(`${name}: its policy allows ${loose[0]}`)
}
