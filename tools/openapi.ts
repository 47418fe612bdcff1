import fs from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { apiServer } from './api-server.ts'

/** Compares docs/openapi.json with the code; `--write` writes it. */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const file = 'docs/openapi.json'
const { server, describeApi } = await apiServer()
// Removes values that JSON cannot represent, such as undefined.
const wanted: unknown = JSON.parse(JSON.stringify(await describeApi(server)))
if (values.write) fs.writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`)
const present: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
const isCurrent = isDeepStrictEqual(present, wanted)
const state = values.write ? 'is written' : 'is current'
console.log(`${file} ${isCurrent ? state : 'is stale: npm run generate -- openapi updates it'}`)
process.exit(isCurrent ? 0 : 1)
