import { freePort } from '#test/free-port.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { atEnd, type Test } from './at-end.ts'
import { until } from './until.ts'

type Env = Record<string, string | undefined>

export type Program = {
  url: string
  child: ChildProcess
  said: () => string
  /** Returns the entries of the log. */
  log: () => Record<string, unknown>[]
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/**
 * Starts the program in a separate process, as an operator does. `folder` selects another working tree. The process
 * ends with the test at the latest.
 */
export async function startPortico(t: Test, env: Env = {}, folder = '.'): Promise<Program> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['app/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_TEST_CONTEXT: undefined,
      LOG_LEVEL: 'info',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null) child.kill(signal)
    return ended
  }
  atEnd(t, () => stop('SIGKILL'))
  await until(() => text.includes('"serving"') || child.exitCode !== null, 120_000)
  if (child.exitCode !== null) throw new Error(text)
  return { url, child, said: () => text, log: () => linesOf(text), stop }
}

export type CommandResult = { code: number | null; text: string }

/** Runs a command of `package.json`. `typed` is its standard input; `folder` selects another working tree. */
export async function type(
  words: readonly string[],
  env: Env = {},
  typed = '',
  folder = '.',
): Promise<CommandResult> {
  const child = spawn(process.execPath, ['demo/command.ts', ...words], {
    cwd: folder,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part))
  child.stdin.end(typed)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, text }
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
