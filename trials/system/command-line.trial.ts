import { deepEqual, equal, match } from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text as readText } from 'node:stream/consumers'
import { test } from 'node:test'
import { type } from '#test/programs.ts'
import { commands } from '../../app/registry/commands.ts'

test('--help lists every command in one line, without a configuration; a call without a command does the same and exits with 2', async () => {
  for (const args of [[], ['--help']]) {
    const { code, text } = await runProduction(args)
    equal(code, args.length > 0 ? 0 : 2, text)
    for (const [name, { summary }] of Object.entries(commands))
      match(text, new RegExp(`^ {2}${name} +${RegExp.escape(summary)}$`, 'm'))
  }
})

test('npm run portico lists every command of the program and those of a checkout', async () => {
  const { code, text } = await type(['--help'])
  equal(code, 0)
  const names = [...text.matchAll(/^ {2}([a-z][\w:-]*) {2}/gm)].map(([, name]) => name)
  deepEqual(names, [...Object.keys(commands), 'code', 'demo:reset', 'capacity'])
})

test('every command has its own --help, without a configuration', async () => {
  for (const name of Object.keys(commands)) {
    const { code, text } = await runProduction([name, '--help'])
    equal(code, 0, name)
    match(text, new RegExp(`Usage:\n {2}node app/commands/main\\.ts ${name}`))
  }
})

test('an unknown command prints the closest name and exits with 2', async () => {
  for (const [input, suggestion] of [
    ['migrat', 'migrate'],
    ['constructor', 'config'],
  ] as const) {
    const { code, text } = await type([input])
    equal(code, 2)
    match(text, new RegExp(`^Unknown command: ${input}\\. Did you mean ${suggestion}\\?\n`))
  }
})

test('wrong options print the usage and exit with 2', async () => {
  for (const [args, caller] of [
    [['invite', '--colour', 'green'], 'npm run invite --'],
    [['capacity'], 'npm run portico -- capacity'],
    [['keys:rotate', 'door'], 'npm run portico -- keys:rotate'],
    [['backup'], 'npm run portico -- backup'],
  ] as const) {
    const { code, text } = await type(args)
    equal(code, 2, text)
    match(text, new RegExp(`^.+\n\nUsage:\n {2}${caller} `))
  }
})

test('an expected failure prints one sentence and exits with 1', async () => {
  const { code, text } = await type(['admin', 'reset', '--email', 'nobody@quay.example'])
  equal(code, 1)
  match(text, /^There is no admin nobody@quay\.example\..*\n$/)
})

test('a long text is printed completely before the program exits, even to a slow reader', async () => {
  const program = `
    import { runCommandLine } from './app/commands/command-line.ts'
    const run = async () => Array.from({ length: 50_000 }, (_, at) => 'line ' + at)
    process.exit(await runCommandLine(['migrate'], { caller: String, run }))`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The pipe fills up before the first line is read.
  await once(child.stdout, 'readable')
  const lines = (await readText(child.stdout)).split('\n')
  deepEqual([lines.length, lines.at(-2)], [50_001, 'line 49999'])
})

function runProduction(args: readonly string[]): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' }
  return new Promise((resolve) => {
    execFile(process.execPath, ['app/commands/main.ts', ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, text: out + err }),
    )
  })
}
