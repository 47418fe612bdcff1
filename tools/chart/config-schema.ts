import * as z from 'zod/mini'
import { fileNameOf } from '#server/config-names.ts'
import { variables } from '#server/config-table.ts'
import type { Variable } from '#server/config-schema.ts'

/** Variables that the chart sets itself, with the value that determines them. */
const setByChart: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PORT: '8080',
  SERVE: 'the kind of the pod',
  TLS_CERT: 'tls.existingSecret',
  TLS_KEY: 'tls.existingSecret',
  METRICS_PORT: 'metrics.port',
  METRICS_HOST: 'HOST',
  LOG_FILE: 'the log of the pod',
  AUDIT_ARCHIVE: 'a timer of your own that runs audit:retire',
}

/** The chart derives the hosts of its routes from these origins. */
const publicOrigin = { pattern: '^https://[^/]+$' }
/** Parts of schemas that differ from those of the program. */
const overrides: Readonly<Record<string, object>> = {
  PUBLIC_URL: publicOrigin,
  ADMIN_URL: publicOrigin,
  HOST: { enum: ['0.0.0.0', '::'] },
  // YAML reads `true` without quotation marks as a boolean.
  MFA_REQUIRED: { type: ['string', 'boolean'], enum: ['true', 'false', true, false] },
}

/** Mounted from its own secret, only by the migration job. */
const ownersSecret = 'DATABASE_OWNER_URL'
const rows = Object.entries<Variable>(variables)

/** Returns the schema of `config`: the typed variables, except secrets and those that the chart sets. */
export function configSchema(): object {
  const free = rows.filter(([name, { isSecret }]) => !isSecret && !(name in setByChart))
  const properties = free.map(([name, { schema, description }]) => {
    const { $schema: _, ...type } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return [name, { description, ...type, ...overrides[name] }] as const
  })
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  }
}

/** Returns the schema of `secrets`: the variables that are secrets. */
export function secretsSchema(): object {
  const secrets = rows.filter(([name, { isSecret }]) => isSecret && name !== ownersSecret)
  const place = {
    type: 'object',
    additionalProperties: false,
    properties: {
      existingSecret: { $ref: '#/$defs/name' },
      key: { type: 'string', minLength: 1 },
    },
  }
  return {
    type: 'object',
    additionalProperties: false,
    required: secrets.filter(([, { required }]) => required === 'always').map(([name]) => name),
    properties: Object.fromEntries(
      secrets.map(([name, { description }]) => [name, { description, ...place }]),
    ),
  }
}

/** Returns true for a name that the chart may pass to the program: a variable, or the file of a secret. */
export function isKnownVariable(name: string): boolean {
  return rows.some(([row, { isSecret }]) => name === row || (isSecret && name === fileNameOf(row)))
}
