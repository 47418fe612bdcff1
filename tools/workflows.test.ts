import { deepEqual, ok } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'

type Step = { uses?: string; run?: string; with?: Record<string, string> }
type Job = { permissions?: Record<string, string>; steps: Step[] }
type Workflow = {
  on: { schedule?: { cron: string }[] }
  permissions?: Record<string, string>
  jobs: Record<string, Job>
}

const workflows = Object.fromEntries(
  globSync('.github/workflows/*').map((file) => [
    path.basename(file),
    parse(readFileSync(file, 'utf8')) as Workflow,
  ]),
)
const stepsOf = (name: string) =>
  Object.values(workflows[name]?.jobs ?? {}).flatMap(({ steps }) => steps)
const commandsOf = (name: string) =>
  stepsOf(name)
    .map(({ run = '' }) => run)
    .join('\n')

test('3Z14: a workflow reads by default, and uses actions of GitHub or pinned ones', () => {
  for (const [name, { permissions }] of Object.entries(workflows)) {
    deepEqual(permissions, { contents: 'read' }, name)
    for (const { uses } of stepsOf(name))
      ok(
        uses === undefined || /^actions\/[\w-]+@v\d+$|@[0-9a-f]{40}$/.test(uses),
        `${name}: ${uses}`,
      )
  }
})

test('3Z14: a release is attested before it is published, by a job that runs no code of packages', () => {
  const { build, publish } = workflows['release.yml']?.jobs ?? {}
  deepEqual(build?.permissions, undefined)
  deepEqual(publish?.permissions, {
    attestations: 'write',
    contents: 'write',
    'id-token': 'write',
  })
  const steps = publish?.steps ?? []
  const indexOf = (find: (step: Step) => boolean) => steps.findIndex(find)
  const provenance = indexOf(({ uses }) => /attest-build-provenance@/.test(uses ?? ''))
  const sbom = indexOf(({ uses }) => /attest-sbom@/.test(uses ?? ''))
  const publication = indexOf(({ run }) => /gh release create .* release\/\*/.test(run ?? ''))
  ok(provenance >= 0 && sbom > provenance && publication > sbom)
  deepEqual(steps[provenance]?.with, { 'subject-path': 'release/*' })
  const commands = publish?.steps.map(({ uses = '', run = '' }) => uses + run).join('\n') ?? ''
  ok(!/checkout|npm|node /.test(commands))
})

test('3Z14: a release has a list of packages, signed packages and pinned images', () => {
  const commands = commandsOf('release.yml')
  for (const command of [
    'npm sbom --sbom-format cyclonedx',
    'npm ci --ignore-scripts',
    'npm audit signatures',
    'node tools/pin-images.ts',
    'merge-base --is-ancestor HEAD origin/main',
  ])
    ok(commands.includes(command), command)
})

test('3Z14: each week, all packages of the program, the client and the starters are compared with advisories', () => {
  deepEqual(workflows['advisories.yml']?.on.schedule, [{ cron: '43 4 * * 1' }])
  const commands = commandsOf('advisories.yml')
  const [, folders = ''] = /for folder in (.*); do/.exec(commands) ?? []
  const locked = globSync([
    'package-lock.json',
    'client/package-lock.json',
    'starters/*/package-lock.json',
  ])
  deepEqual(folders.split(' ').sort(), locked.map((file) => path.dirname(file)).sort())
  ok(commands.includes('npm audit --package-lock-only --audit-level=low'))
  ok(commands.includes('gh issue create'))
})
