import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { Done, FromWorker, ToWorker } from './messages.ts'

export type Ended = Done & { hasDied: boolean }

/** The time without an event after which a file is reported. It fails after the second limit. */
const reportAfterMs = 60_000
const failAfterMs = process.env['TEST_DEBUG'] ? 2 ** 31 - 1 : 240_000
const answerMs = 3_000
/**
 * `TEST_DEBUG=wait` waits for a debugger at the port that it prints. `on` only lifts the time limit, for an editor that
 * attaches automatically.
 */
const debugged = process.env['TEST_DEBUG'] === 'wait' ? ['--inspect-brk=127.0.0.1:0'] : []

/** A process that runs test files serially: test/run/worker.ts. */
export class TestProcess {
  readonly #child: ChildProcess
  readonly #exit: Promise<number | null>
  #onMessage: (message: FromWorker) => void = () => undefined

  constructor({ signal, titles }: { signal: AbortSignal; titles: readonly string[] }) {
    const patterns = titles.map((title) => `--test-name-pattern=/${RegExp.escape(title)}/i`)
    this.#child = fork(path.join(import.meta.dirname, 'worker.ts'), {
      execArgv: [
        ...debugged,
        '--test-reporter',
        path.join(import.meta.dirname, 'reporter.ts'),
        ...patterns,
      ],
      // Shares the compile cache with programs that tests start.
      env: { ...process.env, NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/portico') },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.on('message', (message: FromWorker) => this.#onMessage(message))
    this.#exit = new Promise((resolve) => this.#child.once('exit', resolve))
    const kill = () => this.#child.kill('SIGKILL')
    signal.addEventListener('abort', kill)
    void this.#exit.then(() => signal.removeEventListener('abort', kill))
  }

  async run(file: string): Promise<Ended & { seconds: number }> {
    const start = performance.now()
    const { promise, resolve } = Promise.withResolvers<Ended>()
    const fail = (text: string) => resolve(failureOf(file, text))
    void this.#exit.then((code) => fail(`Its process ended (exit code ${code}) before its tests.`))
    const silence = setTimeout(() => this.#reportWait(file), reportAfterMs)
    const bound = setTimeout(() => {
      this.#child.kill('SIGKILL')
      fail(`It reported nothing for ${failAfterMs / 1000} s.`)
    }, failAfterMs)
    this.#onMessage = (message) => {
      if (message.kind === 'waiting') return console.log(`${file} waits for ${message.for}`)
      silence.refresh()
      bound.refresh()
      if (message.kind === 'done') resolve({ ...message, hasDied: false })
    }
    this.#send({ kind: 'run', file: path.resolve(file) })
    const ended = await promise
    clearTimeout(silence)
    clearTimeout(bound)
    return { ...ended, seconds: (performance.now() - start) / 1000 }
  }

  /** Ends the process. Returns the error that occurred after the last file; undefined if none. */
  async end(): Promise<string | undefined> {
    this.#send({ kind: 'end' })
    const killTimer = setTimeout(() => this.#child.kill('SIGKILL'), 20_000)
    const code = await this.#exit
    clearTimeout(killTimer)
    return code === 0 ? undefined : `Its process ended with exit code ${code} after its tests.`
  }

  #reportWait(file: string): void {
    console.log(`${file} has reported nothing for ${reportAfterMs / 1000} s.`)
    const busy = setTimeout(
      () => console.log(`${file} does not respond: its process is blocked.`),
      answerMs,
    )
    this.#child.once('message', () => clearTimeout(busy))
    this.#send({ kind: 'report' })
  }

  #send(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message)
  }
}

function failureOf(file: string, reason: string): Ended {
  const result = { passed: [], failed: [reason], skipped: [] }
  return { result, text: `${file}: ${reason}\n`, memoryMb: 0, statements: [], hasDied: true }
}
