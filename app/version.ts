import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../package.json')

/** The version of this program. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }

/** Negative when the first version is older; versions are three numbers. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((text) => text.split('.').map(Number))
  const at = first?.findIndex((number, index) => number !== second?.[index]) ?? -1
  return at < 0 ? 0 : (first?.[at] ?? 0) - (second?.[at] ?? 0)
}
