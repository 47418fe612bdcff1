import fs from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { apiServer } from './api-server.ts'

/** Compares docs/openapi.json with the server's own document; `npm run openapi` writes it. */

const file = 'docs/openapi.json'
const { server, describeApi } = await apiServer()
// Without what JSON cannot hold, such as undefined.
const document: unknown = JSON.parse(JSON.stringify(describeApi(server)))

if (process.argv.includes('--write')) fs.writeFileSync(file, JSON.stringify(document, null, 2))
const present: unknown = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
const isCurrent = isDeepStrictEqual(present, document)
console.log(isCurrent ? `${file} is current` : `${file} is stale: npm run openapi updates it`)
process.exit(isCurrent ? 0 : 1)
