import { deepEqual, equal, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { variables } from '#server/variables.ts'

const document = await readFile('docs/operations.md', 'utf8')
const chapter = /## Variables\n([^]*?)\n## /.exec(document)?.[1] ?? ''
const described = [...chapter.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)? *\| (.*) \|$/gm)].map(
  ([, name = '', value = '', says = '']) => ({ name, value, says }),
)
type Described = readonly [unknown, string | undefined, string]

const known = Object.entries(variables as Record<string, Described>)

test('an operator finds every variable in the document, and no other one', () => {
  deepEqual(described.map(({ name }) => name).sort(), known.map(([name]) => name).sort())
})

test('what holds where a variable is not given is what the document says', () => {
  for (const [name, [, value = '']] of known) {
    const row = described.find((each) => each.name === name)
    equal(row?.value, value, name)
    ok((row?.says ?? '').length > 5, name)
  }
})

test('every command that the document names is one of the package', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...document.matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name)
  ok(named.length > 5)
  for (const name of named) ok(name in scripts, `npm run ${name}`)
})
