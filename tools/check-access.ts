import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { stepUpMinutes, type Endpoint } from '#contract/endpoint.ts'
import { rolePermissions, roles, type Permission } from '#contract/permission.ts'
import { apiServer } from './api-server.ts'
import { faultsOfSection } from './section.ts'

/**
 * Checks the tables of roles and of calls in docs/access.md, which are generated from the contracts; `--write` writes
 * them.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const { server } = await apiServer()
const tables = { roles: tableOfRoles(), calls: tableOfCalls(server.endpoints) }
const faults = Object.entries(tables).flatMap(([name, table]) => {
  const section = { page: 'docs/access.md', name, command: 'npm run generate -- access' }
  return faultsOfSection(section, table, Boolean(values.write))
})
console.log(faults.join('\n') || `${server.endpoints.length} calls, no fault`)
process.exit(faults.length > 0 ? 1 : 0)

function tableOfRoles(): string {
  const lines = roles.map((role) => {
    const names = rolePermissions[role].map((name) => `\`${name}\``).join(', ')
    return `| ${role} | ${role === 'super_admin' ? 'all' : names} |\n`
  })
  return `| role | permissions |\n|---|---|\n${lines.join('')}`
}

function tableOfCalls(endpoints: readonly Endpoint[]): string {
  const lines = endpoints
    .toSorted((one, other) => order(one).localeCompare(order(other), 'en'))
    .map((endpoint) => {
      const { method, path, body, query, reply } = endpoint
      const cells = [
        `\`${method} ${path}\``,
        callersOf(endpoint),
        stepUpOf(endpoint),
        fieldsOf(body ?? query, 'input'),
        fieldsOf(reply, 'output'),
      ]
      return `| ${cells.join(' | ')} |\n`
    })
  return `| call | who | step-up | sends | gets |\n|---|---|---|---|---|\n${lines.join('')}`
}

function order({ method, path }: Endpoint): string {
  return `${path} ${method}`
}

function callersOf({ access, machine }: Endpoint): string {
  const callers = describeAccess(access)
  if (access === 'service') return `service account with scope \`${machine}\``
  return machine === undefined ? callers : `${callers}; service account with scope \`${machine}\``
}

function describeAccess(access: Endpoint['access']): string {
  if (typeof access === 'string') return access
  if ('platformWithScope' in access) return `platform with scope \`${access.platformWithScope}\``
  if ('adminWithAnyOf' in access) return rolesWithAnyOf(access.adminWithAnyOf).join(', ')
  return `user with ${access.userWithAnyOf.join(' or ')}`
}

function rolesWithAnyOf(permissions: readonly Permission[]): string[] {
  return roles.filter((role) => permissions.some((each) => rolePermissions[role].includes(each)))
}

function stepUpOf(endpoint: Endpoint): string {
  const { stepUp } = endpoint
  if (stepUp === undefined) return ''
  if (typeof stepUp === 'object' && 'none' in stepUp) return `none: ${stepUp.none}`
  return `${stepUpMinutes(endpoint)} minutes`
}

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Returns the names of the fields; nested ones have the name of their list or object as a prefix. */
function fieldsOf(schema: z.ZodMiniType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  return [...new Set(namesIn(described))].join(', ')
}

function namesIn({ properties = {}, items, anyOf = [], oneOf = [] }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, each]) => {
    const inner = namesIn(each)
    return inner.length > 0 ? inner.map((below) => `${name}.${below}`) : [name]
  })
  return [...own, ...[items ?? [], anyOf, oneOf].flat().flatMap(namesIn)]
}
