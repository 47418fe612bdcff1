import { spawnSync } from 'node:child_process'
import { chooseNames } from '../../tools/choose.ts'
import { askByClients } from './clients.ts'
import { lint } from './lint.ts'
import { prepareTools, run } from './tools.ts'

/**
 * Runs `npm run trials -- schema [lint] [calls] [generated-clients]`, which checks the OpenAPI document with
 * third-party tools. See docs/api-checks.md.
 */
const parts = {
  lint,
  calls: askAsCallers,
  'generated-clients': askByClients,
}
const named = chooseNames('part', process.argv.slice(2), Object.keys(parts))

for (const tool of ['npm', 'python3']) await requireTool(tool)
await prepareTools()
for (const [name, part] of Object.entries(parts)) if (named.includes(name)) await part()

/** Runs the checks with their own server and database, separate from the demo's. */
async function askAsCallers(): Promise<void> {
  const args = [`${import.meta.dirname}/calls.ts`]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0)
    throw new Error('schemathesis reports defects that docs/api-checks.md does not list')
}

async function requireTool(tool: string): Promise<void> {
  await run(tool, ['--version']).catch(() => {
    throw new Error(`This needs ${tool}, Python from 3.11 on, and the registries of npm and PyPI.`)
  })
}
