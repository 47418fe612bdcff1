import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { parse } from 'yaml'
import { choiceOf } from './choice.ts'
import { trials } from './list.ts'
import type { Result, Task } from './run-each.ts'

const runEach = join(import.meta.dirname, 'run-each.ts')

test('npm run trials lists every trial with its requirements, and each program exists', () => {
  const { status, stdout } = run()
  equal(status, 0)
  for (const [name, { program }] of Object.entries(trials)) {
    const [file = ''] = program
    match(stdout, new RegExp(`^ {2}${name} +\\d+ min {2}`, 'm'))
    ok(existsSync(file), file)
  }
  match(stdout, /^ +needs the npm registry$/m)
})

test('the nightly workflow runs every trial', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as {
    jobs: { trials: { strategy: { matrix: { trials: string[] } } } }
  }
  const named = jobs.trials.strategy.matrix.trials.flatMap((names) => names.split(' '))
  deepEqual(named.toSorted(), Object.keys(trials).toSorted())
})

test('an unknown trial prints the closest names and exits with 2', () => {
  const { status, stderr } = run('benhc')
  equal(status, 2)
  match(stderr, /^There is no trial "benhc"\. The closest: bench, /)
})

test('words after one name are arguments of that trial; several names are run one after the other', () => {
  const names = ['bench', 'faults', 'fuzz']
  for (const [typed, choice] of [
    ['all', { names }],
    ['fuzz', { name: 'fuzz', own: [] }],
    ['bench login', { name: 'bench', own: ['login'] }],
    ['faults fuzz', { names: ['faults', 'fuzz'] }],
    ['faults rolling fuzz', { name: 'faults', own: ['rolling', 'fuzz'] }],
    ['login', { unknown: 'login' }],
    ['all fuzz', { unknown: 'all' }],
  ] as const)
    deepEqual(choiceOf(typed.split(' '), names), choice, typed)
})

test('the next trial runs after a failure, and the table shows failures and skipped trials with the reason', async (t) => {
  const { folder, results } = await runTasks(t, [
    ['good', "console.log('– left out: rust (cargo does not run here)')"],
    ['bad', "console.log('FAILED   lost a mail'); process.exitCode = 1"],
    ['poor', "console.log('Missing: etcd.'); process.exitCode = 2"],
    ['elsewhere', '', 'it needs etcd'],
  ])
  const rows = results.map(({ name, outcome, details }) => [name, outcome, details].join(' | '))
  equal(
    rows.join('\n'),
    [
      'good | passed | – left out: rust (cargo does not run here)',
      'bad | FAILED | FAILED lost a mail',
      'poor | skipped | Missing: etcd.',
      'elsewhere | skipped | it needs etcd',
    ].join('\n'),
  )
  match(readFileSync(join(folder, 'bad.log'), 'utf8'), /lost a mail/)
})

test('Ctrl-C stops the running trial with all its processes, and no other trial starts', async (t) => {
  const folder = newFolder(t)
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // The connection closes when the process ends, even if the system still lists the process.
  const endless = `require('node:net').connect(${port}, '127.0.0.1')`
  const program = `
    require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(endless)}])
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, [
    ...programOf(folder, [
      ['first', program],
      ['second', ''],
    ]),
  ])
  t.after(() => child.kill('SIGTERM'))
  const [connection] = (await once(server, 'connection')) as [Socket]
  const ended = once(connection.on('error', () => undefined).resume(), 'close')
  child.kill('SIGINT')
  await once(child, 'exit')
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Result[]
  equal(results.map(({ name, outcome }) => `${name} ${outcome}`).join(), 'first FAILED')
  await ended
})

type Row = readonly [name: string, program: string, missing?: string]

async function runTasks(t: TestContext, rows: readonly Row[]) {
  const folder = newFolder(t)
  const { status, stderr } = spawnSync(process.execPath, programOf(folder, rows), {
    encoding: 'utf8',
  })
  equal(status, 0, stderr)
  const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Result[]
  return { folder, results }
}

/**
 * Returns the arguments of a process that runs the rows and writes their results, because signals affect a whole
 * process.
 */
function programOf(folder: string, rows: readonly Row[]): string[] {
  const tasks = rows.map(([name, program, missing]) => ({
    name,
    missing,
    args: ['-e', program],
    env: {},
    minutes: 1,
  })) satisfies (Omit<Task, 'missing'> & { missing: string | undefined })[]
  const text = `
    import { writeFileSync } from 'node:fs'
    import { runEach } from ${JSON.stringify(runEach)}
    const tasks = ${JSON.stringify(tasks)}.map((task) => ({ ...task, missing: async () => task.missing }))
    const results = await runEach(tasks, ${JSON.stringify(folder)})
    writeFileSync(${JSON.stringify(join(folder, 'results.json'))}, JSON.stringify(results))`
  return ['--input-type=module', '--eval', text]
}

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'trials-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function run(...words: string[]) {
  return spawnSync(process.execPath, ['trials/run.ts', ...words], { encoding: 'utf8' })
}
