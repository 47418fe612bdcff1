import { readFile } from 'node:fs/promises'
import { lastRelease, releasesFolder } from './released/released.ts'
import { acceptedDifferences } from './released/wire-accepted.ts'
import { findWireFaults } from './released/wire-faults.ts'
import { readWire, type ApiDocument, type Wire } from './released/wire.ts'

/** Part of `npm run check`: pages and programs of the last release must work with servers of this version, and vice versa. */
const { version } = await lastRelease()
const before = await readJson<Wire>(`${releasesFolder}/wire/${version}.json`)
const now = readWire(await readJson<ApiDocument>('docs/openapi.json'))
const differences = findWireFaults(before, now)
const isAccepted = (what: string) => acceptedDifferences.some(({ what: each }) => each.test(what))
const faults = [...differences].filter(([what]) => !isAccepted(what))
const unused = acceptedDifferences.filter(
  ({ what }) => ![...differences.keys()].some((each) => what.test(each)),
)
for (const [what, advice] of faults)
  console.log(`${what}, unlike version ${version}, whose pages and servers still run: ${advice}`)
for (const { what } of unused)
  console.log(`tools/released/wire-accepted.ts accepts ${what}, which does not differ: remove it`)
console.log(`${Object.keys(before.operations).length} operations of version ${version} compared`)
process.exitCode = faults.length + unused.length > 0 ? 1 : 0

async function readJson<Value>(file: string): Promise<Value> {
  return JSON.parse(await readFile(file, 'utf8')) as Value
}
