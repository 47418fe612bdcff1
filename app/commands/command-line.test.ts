import { deepEqual, equal, match } from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text as readText } from 'node:stream/consumers'
import { test } from 'node:test'
import { type } from '#test/programs.ts'
import { commands } from './list.ts'

test('--help lists every command in one line, without a configuration', async () => {
  for (const args of [[], ['--help']]) {
    const { code, text } = await runProduction(args)
    equal(code, 0, text)
    for (const [name, { summary }] of Object.entries(commands))
      match(text, new RegExp(`^ {2}${name} +${RegExp.escape(summary)}$`, 'm'))
  }
})

test('every command has --help of its own, without a configuration', async () => {
  for (const name of Object.keys(commands)) {
    const { code, text } = await runProduction([name, '--help'])
    equal(code, 0, name)
    match(text, new RegExp(`Usage:\n {2}node app/commands/main\\.ts ${name}`))
  }
})

test('an unknown command, or wrong options, print the usage and exit with 2', async () => {
  const unknown = await type(['constructor'])
  equal(unknown.code, 2)
  match(unknown.text, /There is no command constructor\.\n\nUsage: npm run <command> --/)
  for (const args of [['invite', '--colour', 'green'], ['keys:rotate', 'door'], ['backup']]) {
    const { code, text } = await type(args)
    equal(code, 2, text)
    match(text, new RegExp(`^.+\n\nUsage:\n {2}npm run ${args[0]} --`))
  }
})

test('an expected failure is one sentence, and exits with 1', async () => {
  const { code, text } = await type(['admin', 'reset', '--email', 'nobody@quay.example'])
  equal(code, 1)
  match(text, /^There is no admin nobody@quay\.example\..*\n$/)
})

test('every command is a script of the package', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = Object.keys(scripts).filter((name) => scripts[name]?.includes('demo/command.ts'))
  deepEqual(named.filter((name) => name !== 'code').sort(), Object.keys(commands).sort())
})

test('a long text is printed whole before the program exits, also to a slow reader', async () => {
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
