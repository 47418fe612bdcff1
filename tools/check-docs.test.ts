import { equal, match } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'

test('documents whose links, anchors, paths and scripts exist pass', (t) => {
  const { status } = check(t, {
    'README.md': '[more](docs/more.md#what-it-does-1) `app/main.ts` `app/*.ts` `npm run build`',
    'docs/more.md':
      '# What it does\n\n# What it does\n\n[back](../README.md) [web](https://a.example/b)',
  })
  equal(status, 0)
})

test('each broken link, anchor, path and script is named with its line', (t) => {
  const { status, stdout } = check(t, {
    'README.md': '# A\n\n[gone](docs/gone.md)\n[anchor](#b)\n`app/gone.ts`\n`npm run gone`\n',
  })
  equal(status, 1)
  match(stdout, /README\.md:3 links to docs\/gone\.md/)
  match(stdout, /README\.md:4 links to #b/)
  match(stdout, /README\.md:5 names app\/gone\.ts/)
  match(stdout, /README\.md:6 names npm run gone/)
})

function check(t: TestContext, documents: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const files = { ...documents, 'app/main.ts': '', 'package.json': '{"scripts":{"build":""}}' }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return spawnSync(process.execPath, ['tools/check-docs.ts', folder], { encoding: 'utf8' })
}
