import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { withLimits } from '#test/limits.ts'
import { inDatabase, startSide } from '../bench/harness.ts'
import type { Kind } from '../fuzz/endpoints.ts'
import { documentFor, type Document } from './documents.ts'
import { folder, pythonTool } from './tools.ts'
import { isListed, readList, readReports, type Report } from './reports.ts'

/** Runs Schemathesis as each kind of caller, and prints the reports that docs/api-checks.md does not list. */

const options =
  '--checks all --phases examples,coverage,fuzzing --max-examples 3 --seed 1 --generation-deterministic --no-shrink --generation-allow-x00 false --continue-on-failure --workers 2 --request-timeout 20 --warnings off --suppress-health-check all --no-color'
const kinds: readonly Kind[] = ['anyone', 'session', 'adminSession', 'serviceAccount', 'platform']
const [only] = process.argv.slice(2)

const isClean = await inDatabase(
  {
    name: `schema-${process.pid}`,
    settings: {
      PUBLIC_URL: 'http://localhost:8080',
      TRUSTED_PROXIES: '127.0.0.1/32',
      SERVE: 'users,admin,sso',
      PASSWORD_HASH_MEMORY_KIB: '64',
      PASSWORD_HASH_PASSES: '1',
      HUMAN_CHECK_COST: '1',
      LOG_LEVEL: 'error',
      ...withLimits({ every: 1_000_000 }),
    },
  },
  askEverything,
)
process.exit(isClean ? 0 : 1)

async function askEverything(): Promise<boolean> {
  const { Callers, addKnown } = await import('../fuzz/callers.ts')
  const server = await startSide(['app/main.ts'], {})
  const url = `http://127.0.0.1:${server.port}`
  const callers = new Callers(url)
  const knownValues = JSON.stringify(await addKnown())
  const lender = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const kind = searchParams.get('kind') as Kind
    if (pathname === '/forget') callers.forget(kind)
    const lent =
      pathname === '/caller' ? callers.of(kind).then((each) => JSON.stringify(each)) : knownValues
    void Promise.resolve(lent).then((text) => response.end(text))
  }).listen(0, '127.0.0.1')
  await once(lender, 'listening')
  const lends = `http://127.0.0.1:${(lender.address() as AddressInfo).port}`
  try {
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
    const reports: Report[] = []
    for (const kind of kinds.filter((each) => only === undefined || each === only)) {
      const file = path.join(folder, `${kind}.json`)
      const { document: own, ids } = documentFor(document, kind)
      await writeFile(file, JSON.stringify(own))
      reports.push(...(await askAs(kind, { file, ids, url, lends })))
    }
    return print(reports)
  } finally {
    lender.closeAllConnections()
    lender.close()
    await server.stop()
  }
}

type Place = { file: string; ids: string[]; url: string; lends: string }

async function askAs(kind: Kind, { file, ids, url, lends }: Place): Promise<Report[]> {
  const events = path.join(folder, `${kind}.ndjson`)
  await rm(events, { force: true })
  const operationArgs = ids.flatMap((id) => ['--include-operation-id', id])
  const reportArgs = ['--report', 'ndjson', '--report-ndjson-path', events]
  const child = spawn(
    pythonTool('schemathesis'),
    ['run', file, '--url', url, ...options.split(' '), ...operationArgs, ...reportArgs],
    {
      cwd: folder,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: path.join(import.meta.dirname, 'tools'),
        PORTICO_CALLERS: lends,
        PORTICO_KIND: kind,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  await once(child, 'close')
  await writeFile(path.join(folder, `${kind}.log`), output)
  const { requests, reports } = readReports(events)
  console.log(`${kind}: ${requests} requests, ${reports.length} reports`)
  return reports
}

/** Prints one line for each kind of report, with its first calls. Returns true if all are listed. */
function print(reports: readonly Report[]): boolean {
  const list = readList('docs/api-checks.md')
  const unlisted = reports.filter((report) => !isListed(report, list))
  const byKind = Map.groupBy(unlisted, ({ check, title, answered }) =>
    [check, title, answered.join(', ')].join(' | '),
  )
  for (const [kind, each] of byKind) {
    const calls = [...new Set(each.map(({ call }) => call))]
    console.log(`${each.length} × ${kind} | ${calls.slice(0, 5).join('; ')}`)
  }
  const listed = reports.length - unlisted.length
  console.log(`${listed} reports with a reason in docs/api-checks.md, ${unlisted.length} without`)
  return unlisted.length === 0
}
