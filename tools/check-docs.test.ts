import { deepEqual, equal, match } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'

const source = '/* oldName */ export function startServer(port: number) {}'

test('documents with existing links, anchors, paths and scripts pass', (t) => {
  const { status } = check(t, {
    'README.md': '[more](docs/more.md#what-it-does-1) `app/main.ts` `app/*.ts` `npm run build`',
    'docs/more.md':
      '# What it does\n\n# What it does\n\n[back](../README.md) [web](https://a.example/b)',
  })
  equal(status, 0)
})

test('each broken link, anchor, path and script is reported with its line', (t) => {
  const { status, stdout } = check(t, {
    'README.md': '# A\n\n[gone](docs/gone.md)\n[anchor](#b)\n`app/gone.ts`\n`npm run gone`\n',
  })
  equal(status, 1)
  match(stdout, /README\.md:3 links to docs\/gone\.md/)
  match(stdout, /README\.md:4 links to #b/)
  match(stdout, /README\.md:5 names app\/gone\.ts/)
  match(stdout, /README\.md:6 names npm run gone/)
})

test('an unknown script, command, trial or check in any text is reported with the closest names', (t) => {
  const { status, stdout } = check(t, {
    'README.md':
      '```sh\nnpm run portico -- migrat\nnpm run portico -- migrate\nnpm run invite\n```\n',
    'compose.yaml': '# node app/commands/main.ts migrat\n# node app/commands/main.ts migrate\n',
    'deploy/units.ts': '// npm run trials -- fautls rolling-upgrade\n// npm run check -- impots\n',
  })
  equal(status, 1)
  const faults = stdout.trim().split('\n')
  equal(faults.length, 5, stdout)
  match(faults[0] ?? '', /^README\.md:2 names npm run portico -- migrat, .*; the closest: migrate,/)
  match(faults[1] ?? '', /^README\.md:4 names npm run invite, which package\.json does not have/)
  match(faults[2] ?? '', /^compose\.yaml:1 names the command migrat, .*: migrate,/)
  match(faults[3] ?? '', /^deploy\/units\.ts:1 names npm run trials -- fautls, .*: faults,/)
  match(faults[4] ?? '', /^deploy\/units\.ts:2 names npm run check -- impots, .*: imports,/)
})

test('an unknown file name, function, or name in a file is reported with its line', (t) => {
  const { status, stdout } = check(t, {
    'CONTRIBUTING.md': [
      '`main.ts` `startServer` `startServer({ … })` `findX` `port` in `app/main.ts`',
      '`gone.ts` `…/gone-too.ts`',
      '`stopServer`',
      '`host` in `app/main.ts`',
      '`oldName`',
    ].join('\n'),
    'docs/other.md': '`stopServer` `gone.sql`',
    'CHANGELOG.md': '`gone.ts` `stopServer`',
  })
  equal(status, 1)
  deepEqual(stdout.trim().split('\n'), [
    'CONTRIBUTING.md:2 names gone.ts, which does not exist',
    'CONTRIBUTING.md:2 names …/gone-too.ts, which does not exist',
    'CONTRIBUTING.md:3 names stopServer, which no source has',
    'CONTRIBUTING.md:4 names host in app/main.ts, which does not have it',
    'CONTRIBUTING.md:5 names oldName, which no source has',
    'docs/other.md:1 names gone.sql, which does not exist',
  ])
})

function check(t: TestContext, documents: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const scripts = { build: '', portico: '', trials: '', check: '' }
  const files = { ...documents, 'app/main.ts': source, 'package.json': JSON.stringify({ scripts }) }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return spawnSync(process.execPath, ['tools/check-docs.ts', folder], { encoding: 'utf8' })
}
