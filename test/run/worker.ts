import { once } from 'node:events'
import { Readable } from 'node:stream'
import { mock, suite } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { closePlace, emptyPlace, openPlace } from '../support/setup.ts'
import { recordStatements, takeStatements } from '../support/sent-statements.ts'
import type { FromWorker, Result, ToWorker } from './messages.ts'
import { events } from './reporter.ts'

/**
 * Runs test files serially in this process with one database, one mailbox and one server. The parent sends the files
 * and ends the process. Each file becomes a suite, so that its hooks run before and after its own tests.
 */
const running = new Set<string>()
/** Errors outside a running test, which node:test reports only when the process ends. */
const strayErrors: string[] = []
const globals = new Set(Object.keys(globalThis))
recordStatements()
const opened = openPlace().then(() => ({ ...process.env }))

for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) => strayErrors.push(`outside of a test: ${inspect(error)}`))
process.on('disconnect', () => process.exit(1))
process.on('message', (message: ToWorker) => {
  if (message.kind === 'report') send({ kind: 'waiting', for: describeWait() })
  else if (message.kind === 'end') void end()
  else
    void runFile(message.file).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
})

async function end(): Promise<void> {
  await closePlace().catch((error: unknown) => strayErrors.push(inspect(error)))
  if (strayErrors.length > 0) console.error(strayErrors.join('\n'))
  process.exit(strayErrors.length > 0 ? 1 : 0)
}

async function runFile(file: string): Promise<void> {
  const collected: TestEvent[] = []
  const result: Result = { passed: [], failed: [], skipped: [] }
  const ended = Promise.withResolvers<void>()
  const listen = (event: TestEvent) => {
    collected.push(event)
    note(event, result)
    if (isEndOf(file, event)) ended.resolve()
    send({ kind: 'alive' })
  }
  const variables = await opened
  await emptyPlace()
  events.on('event', listen)
  void suite(file, { concurrency: 1 }, async () => {
    await import(pathToFileURL(file).href)
  })
  await ended.promise
  events.off('event', listen)
  await restore(variables)
  result.failed.push(...strayErrors.splice(0))
  if (Object.values(result).every((titles) => titles.length === 0))
    result.failed.push('it has no test')
  const text = await textOf(collected)
  const memoryMb = Math.round(process.memoryUsage().rss / 2 ** 20)
  send({ kind: 'done', result, text, memoryMb, statements: takeStatements() })
}

function isEndOf(file: string, { type, data }: TestEvent): boolean {
  return (type === 'test:pass' || type === 'test:fail') && data.nesting === 0 && data.name === file
}

function note(event: TestEvent, { passed, failed, skipped }: Result): void {
  const { type, data } = event
  if (type === 'test:dequeue') running.add(data.name)
  if (type === 'test:complete') running.delete(data.name)
  if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) failed.push(data.message)
  if (type !== 'test:pass' && type !== 'test:fail') return
  if (data.details.type === 'suite') {
    if (type === 'test:fail' && isOwnFault(data.details.error)) failed.push(data.name)
    return
  }
  const reason = data.skip ?? data.todo
  if (reason !== undefined)
    skipped.push(typeof reason === 'string' ? `${data.name} (${reason})` : data.name)
  else if (type === 'test:pass') passed.push(data.name)
  else failed.push(data.name)
}

/** Returns true for a failure of the suite itself, such as in a hook or an import, rather than of one of its tests. */
function isOwnFault(error: Error & { failureType?: string }): boolean {
  return error.failureType !== 'subtestsFailed'
}

/** Restores the process after a file: mocks, globals, environment variables and the configuration. */
async function restore(variables: NodeJS.ProcessEnv): Promise<void> {
  running.clear()
  mock.reset()
  for (const name of Object.keys(globalThis))
    if (!globals.has(name)) Reflect.deleteProperty(globalThis, name)
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name]
  Object.assign(process.env, variables)
  const { config, readConfig } = await import('#server/config.ts')
  assignDeep(config, readConfig(process.env))
}

/** Assigns properties recursively. Keeps the target's objects, because modules may hold references to them. */
function assignDeep(target: object, source: object): void {
  for (const [key, value] of Object.entries(source)) {
    const old: unknown = Reflect.get(target, key)
    if (isRecord(old) && isRecord(value)) assignDeep(old, value)
    else Reflect.set(target, key, value)
  }
}

function isRecord(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

async function textOf(collected: readonly TestEvent[]): Promise<string> {
  const reporter = Readable.from(collected).pipe(new spec())
  let text = ''
  reporter.on('data', (part) => (text += part))
  await once(reporter, 'end')
  return text
}

function describeWait(): string {
  const kinds = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind))
  const resources = kinds.map(([kind, all]) => `${all?.length} ${kind}`)
  const tests = [...running].filter((name) => !name.endsWith('.ts')).map((name) => `"${name}"`)
  return `${tests.join(', ') || 'no test'} (open: ${resources.join(', ') || 'nothing'})`
}

function send(message: FromWorker): void {
  process.send?.(message)
}
