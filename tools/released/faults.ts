import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listMigrations } from '../../app/migrations.ts'
import { compareVersions } from '../../app/version.ts'
import { listReleases, type Release } from './released.ts'
import { findWholeTableChanges } from './whole-table.ts'
import { findTakings, readHead, type Head, type Taking } from './statements.ts'

const advice = 'stop reading it in this version, and take it away in the one after'
/** Migrations that are applied already, so that their text cannot be changed to contain the reason. */
const explained = new Map([
  ['0043_uniform_login.sql', 'a trigger fills `area` for servers of the version before'],
])

/**
 * Lists migrations that remove what the previous version reads, or that do not name the older version that read it, and
 * those that lock all rows of a table. Two adjacent versions run side by side on one schema.
 */
export async function findFaults(root: string): Promise<string[]> {
  const releases = await listReleases(join(root, 'tools/released'))
  const before = releases.at(-1)
  if (!before) return ['tools/released has no version']
  const folder = join(root, 'migrations')
  const later = (await listMigrations(folder)).filter((name) => !before.migrations.includes(name))
  const faults = await Promise.all(
    later.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return faultsOf(name, text, releases).map((fault) => `migrations/${name} ${fault}`)
    }),
  )
  return [...(await findUnrecorded(root, releases)), ...faults.flat()]
}

/** Returns released versions of the changelog that are not recorded in tools/released. */
async function findUnrecorded(root: string, releases: readonly Release[]): Promise<string[]> {
  const text = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const versions = [...text.matchAll(/^## \[(\d+\.\d+\.\d+)\] - /gm)].map(([, each = '']) => each)
  return versions
    .filter((version) => !releases.some((release) => release.version === version))
    .map(
      (version) => `CHANGELOG.md has version ${version}, tools/released does not: npm run release`,
    )
}

function faultsOf(name: string, text: string, releases: readonly Release[]): string[] {
  const before = releases.at(-1)!
  const head = readHead(text)
  const takings = findTakings(text)
  const taken = takings.filter(({ verb }) => verb !== 'narrows')
  const faults = taken
    .filter((taking) => reads(before, taking))
    .map((taking) => `${describe(taking)}, which version ${before.version} reads: ${advice}`)
  const [narrowed] = takings.filter((each) => each.verb === 'narrows' && reads(before, each))
  if (narrowed && head.narrows === undefined && !explained.has(name))
    faults.push(
      `${describe(narrowed)}, which version ${before.version} writes: state why that version keeps working in a line \`-- narrows: <reason>\` at the head`,
    )
  const [changed] = findWholeTableChanges(text)
  if (changed !== undefined && head.fewRows === undefined)
    faults.push(
      `changes or copies all rows of ${changed} in one statement. Commit after each batch (docs/how-to/write-a-migration.md). If the table has few rows, write the reason at the head: \`-- few rows: <reason>\``,
    )
  const lastReader = releases.findLast((each) => taken.some((taking) => reads(each, taking)))
  return faults.length > 0 ? faults : faultsOfHead(head, lastReader?.version)
}

/**
 * Returns the faults of a migration's head: `contracts` must name `reader`, the last version that reads what the
 * migration removes, and must be missing if there is none.
 */
function faultsOfHead({ contracts, isExpanding }: Head, reader: string | undefined): string[] {
  if (contracts !== undefined && (reader === undefined || compareVersions(contracts, reader) > 0))
    return [
      `says \`-- contracts: ${contracts}\`, but takes nothing away that version ${contracts} reads`,
    ]
  if (contracts !== reader)
    return [`takes away what version ${reader} reads: add \`-- contracts: ${reader}\` at the head`]
  return isExpanding && contracts !== undefined
    ? ['says that it expands, and that it contracts']
    : []
}

function reads({ tables, functions }: Release, { table, column, isFunction }: Taking): boolean {
  if (isFunction) return functions.includes(table)
  return column === undefined ? table in tables : tables[table]?.[column] !== undefined
}

function describe({ verb, table, column }: Taking): string {
  return `${verb} ${column === undefined ? table : `${table}.${column}`}`
}
