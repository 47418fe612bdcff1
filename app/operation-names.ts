import { globSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Names of operations by method and path. */
export type OperationNames = ReadonlyMap<string, string>

let names: Promise<OperationNames> | undefined

/**
 * Returns the name of each operation, which is that of the export in its contract. Reads the contracts at the first
 * call. Throws if two operations have the same name.
 */
export function findOperationNames(): Promise<OperationNames> {
  return (names ??= readNames())
}

async function readNames(): Promise<OperationNames> {
  const files = globSync(['contract/*.ts', '{features,app}/**/*contract.ts'], { cwd: root })
  const callNames = new Map<string, string>()
  for (const file of files.filter((each) => !each.endsWith('.test.ts')).toSorted()) {
    const exported = (await import(path.join(root, file))) as Record<string, Partial<Endpoint>>
    for (const [name, endpoint] of Object.entries(exported)) {
      if (endpoint?.method === undefined || endpoint.access === undefined) continue
      const operation = `${endpoint.method} ${endpoint.path}`
      const [other] = [...callNames].find(([key, each]) => each === name && key !== operation) ?? []
      if (other) throw new Error(`${operation} and ${other} are both called ${name}`)
      callNames.set(operation, name)
    }
  }
  return callNames
}
