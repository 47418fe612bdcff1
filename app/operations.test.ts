import { ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

const document = await readFile('docs/operations.md', 'utf8')
test('every command that the document names is one of the package', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...document.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name)
  ok(named.length > 5)
  for (const name of named) ok(name in scripts, `npm run ${name}`)
})
