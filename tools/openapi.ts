import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '#contract/endpoint.ts'

/**
 * Compares docs/openapi.json and the names of its operations with the code; `npm run generate -- openapi` writes both.
 */

const isWriting = process.argv.includes('--write')
const names = await operationNames()
const hasCurrentNames = compareOrWrite('app/operation-names.json', names)
// Imported only now, because the server reads the names from that file.
const { apiServer } = await import('./api-server.ts')
const { server, describeApi } = await apiServer()
// Removes values that JSON cannot represent, such as undefined.
const document: unknown = JSON.parse(JSON.stringify(describeApi(server)))
const isCurrent = compareOrWrite('docs/openapi.json', document)
process.exit(hasCurrentNames && isCurrent ? 0 : 1)

/** Writes the file with `--write`. Returns true if its content is as wanted. */
function compareOrWrite(file: string, wanted: unknown): boolean {
  if (isWriting) fs.writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`)
  const present: unknown = fs.existsSync(file)
    ? JSON.parse(fs.readFileSync(file, 'utf8'))
    : undefined
  const isCurrent = isDeepStrictEqual(present, wanted)
  const state = isWriting ? 'is written' : 'is current'
  console.log(`${file} ${isCurrent ? state : 'is stale: npm run generate -- openapi updates it'}`)
  return isCurrent
}

/** Returns the name of each operation: the export name of its contract. Throws if two operations have the same name. */
async function operationNames(): Promise<Record<string, string>> {
  const operations = new Map<string, string>()
  for (const file of fs.globSync(['contract/*.ts', '{features,app}/**/*contract.ts']).toSorted()) {
    if (/\.(test|trial)\.ts$/.test(file)) continue
    const exported = (await import(path.resolve(file))) as Record<string, Partial<Endpoint>>
    for (const [name, endpoint] of Object.entries(exported)) {
      if (endpoint?.method === undefined || endpoint.access === undefined) continue
      const operation = `${endpoint.method} ${endpoint.path}`
      const other = [...operations].find(
        ([otherOperation, otherName]) => otherName === name && otherOperation !== operation,
      )
      if (other) throw new Error(`${operation} and ${other[0]} are both called ${name}`)
      operations.set(operation, name)
    }
  }
  return Object.fromEntries([...operations].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
