import { closest, editDistance } from './closest.ts'
import { variables, type Name } from './config-table.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Prefixes that only variables of this program have. */
const families = /^(LIMIT|BRAND|PASSWORD_HASH|RETENTION|SESSION|ADMIN_SESSION|PASSKEY|MAX)_/
/** Set by a desktop's X session manager. */
const foreign = new Set(['SESSION_MANAGER'])
const minSimilarLength = 8
const maxDistance = 2

/** Name of the variable that names the file of a secret. */
export function fileNameOf(name: string): string {
  return `${name}_FILE`
}

/**
 * Finds names that were probably meant to be known ones. An unknown name of a family is a fault; another name
 * within two edits of a known one is only a warning, since it may belong to another program.
 */
export function findUnknownNames(environment: Environment) {
  const names = Object.keys(variables) as Name[]
  const files = names.filter((name) => variables[name].isSecret).map(fileNameOf)
  const known = [...names, ...files]
  const faults: string[] = []
  const warnings: string[] = []
  for (const [name, value] of Object.entries(environment)) {
    if (!value || known.includes(name) || foreign.has(name)) continue
    const [family] = families.exec(name) ?? []
    if (family !== undefined) {
      const relatives = known.filter((each) => each.startsWith(family))
      const meant = closest(name, relatives.length > 0 ? relatives : known)
      faults.push(`${name} is not a known variable. The closest known one is ${meant}`)
    } else if (name.length >= minSimilarLength) {
      const alike = known.filter((each) => Math.abs(each.length - name.length) <= maxDistance)
      const meant = closest(name, alike)
      if (meant !== undefined && editDistance(name, meant) <= maxDistance) {
        warnings.push(`${name} is not a known variable. Did you mean ${meant}?`)
      }
    }
  }
  return { faults, warnings }
}
