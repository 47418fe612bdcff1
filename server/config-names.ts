import { closest, editDistance } from './closest.ts'
import { removedVariables } from './config-removed.ts'
import { variables, type Name } from './config-table.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Prefixes by which a name counts as meant for this program. */
const ownPrefixes = /^(LIMIT|BRAND|PASSWORD_HASH|RETENTION|SESSION|ADMIN_SESSION|PASSKEY)_/
/** Variables of other programs that have such a prefix nevertheless: here, of a desktop's X session manager. */
const foreignNames = new Set(['SESSION_MANAGER'])
const minSimilarLength = 8
const maxDistance = 2

/** Returns the name of the variable that contains the path to a secret's file. */
export function fileNameOf(name: string): string {
  return `${name}_FILE`
}

/**
 * Finds removed and misspelled variables. A removed variable is a fault, and so is an unknown name that begins with one
 * of `ownPrefixes`. Any other name within two edits of a known name is only a warning, because the variable may belong
 * to another program.
 */
export function findUnknownNames(environment: Environment) {
  const names = Object.keys(variables) as Name[]
  const files = names.filter((name) => variables[name].isSecret).map(fileNameOf)
  const knownNames = [...names, ...files]
  const faults: string[] = []
  const warnings: string[] = []
  for (const [name, value] of Object.entries(environment)) {
    if (!value || knownNames.includes(name) || foreignNames.has(name)) continue
    if (Object.hasOwn(removedVariables, name)) {
      faults.push(`${name} is no longer a setting (${removedVariables[name]}): remove it`)
      continue
    }
    const [prefix] = ownPrefixes.exec(name) ?? []
    if (prefix !== undefined) {
      const namesWithPrefix = knownNames.filter((each) => each.startsWith(prefix))
      const suggestion = closest(name, namesWithPrefix.length > 0 ? namesWithPrefix : knownNames)
      faults.push(`${name} is not a known variable. The closest known one is ${suggestion}`)
    } else if (name.length >= minSimilarLength) {
      const suggestion = closest(
        name,
        knownNames.filter((each) => canBeSimilar(each, name)),
      )
      if (suggestion !== undefined && editDistance(name, suggestion) <= maxDistance) {
        warnings.push(`${name} is not a known variable. Did you mean ${suggestion}?`)
      }
    }
  }
  return { faults, warnings }
}

/**
 * Returns false only if more than two edits separate the names, at little cost: of three parts of the known name, two
 * edits leave at least one unchanged.
 */
function canBeSimilar(known: string, name: string): boolean {
  if (Math.abs(known.length - name.length) > maxDistance) return false
  const size = Math.ceil(known.length / (maxDistance + 1))
  return Array.from({ length: maxDistance + 1 }, (_, part) =>
    known.slice(part * size, (part + 1) * size),
  ).some((part) => name.includes(part))
}
