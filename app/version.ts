import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../package.json')

/** Version of this program. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }

/** Compares two versions of three numbers. Returns a negative number if the first is older, 0 if they are equal. */
export function compareVersions(one: string, other: string): number {
  const [first = [], second = []] = [one, other].map((text) => text.split('.').map(Number))
  const index = first.findIndex((number, position) => number !== second[position])
  return index < 0 ? 0 : (first[index] ?? 0) - (second[index] ?? 0)
}
