import fs from 'node:fs'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { apiServer } from './api-server.ts'

/** Checks docs/apply.schema.json, which is generated from the sections of a configuration file; `--write` writes it. */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const file = 'docs/apply.schema.json'
// Sets the variables that the imports below read.
await apiServer()
const { configurationSections } = await import('../app/registry/apply.ts')
const { fileSchema } = await import('../features/admin/apply/schema.ts')
const wanted: unknown = JSON.parse(JSON.stringify(fileSchema(configurationSections)))
if (values.write) fs.writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`)
const present: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
const isCurrent = isDeepStrictEqual(present, wanted)
const state = values.write ? 'is written' : 'is current'
console.log(`${file} ${isCurrent ? state : 'is stale: npm run generate -- apply updates it'}`)
process.exit(isCurrent ? 0 : 1)
