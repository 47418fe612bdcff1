import { readFileSync } from 'node:fs'
import path from 'node:path'
import { folder, npmTool, pythonTool, run } from './tools.ts'

const file = path.resolve('docs/openapi.json')
const rules = path.join(import.meta.dirname, 'tools/spectral.json')

/** Runs linters, and a converter that must convert every operation. */
export async function lint(): Promise<void> {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await run(npmTool('redocly'), ['lint', file, '--extends', 'recommended-strict'], quiet)
  console.log('ok  redocly, recommended-strict')
  await run(npmTool('spectral'), ['lint', file, '--ruleset', rules, '--fail-severity', 'hint'])
  console.log('ok  spectral, spectral:oas')
  await run(pythonTool('openapi-spec-validator'), [file])
  console.log('ok  openapi-spec-validator')
  await run(npmTool('openapi2postmanv2'), ['--spec', file, '--output', 'postman.json', '--pretty'])
  const collection = readFileSync(path.join(folder, 'postman.json'), 'utf8')
  const requests = countRequests(JSON.parse(collection) as Item)
  const operations = countOperations(JSON.parse(readFileSync(file, 'utf8')) as Document)
  if (requests < operations) throw new Error(`Postman has ${requests} of ${operations} operations`)
  console.log(`ok  openapi-to-postmanv2: ${requests} requests in .data/schema/postman.json`)
}

type Item = { request?: object; item?: Item[] }
type Document = { paths: Record<string, object> }

function countRequests({ request, item = [] }: Item): number {
  return item.reduce((sum, each) => sum + countRequests(each), request ? 1 : 0)
}

function countOperations({ paths }: Document): number {
  return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
}
