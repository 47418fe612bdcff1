import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { Ajv, type AnySchemaObject } from 'ajv'
import { parse, parseDocument } from 'yaml'
import { configSchema, secretsSchema } from './chart/config-schema.ts'
import { describeValues } from './chart/values.ts'
import { faultsOfSection } from './section.ts'

/**
 * Checks the Helm chart against its sources; `--write` writes the generated parts: the part of its schema that
 * server/config-table.ts defines, and the table of its README, from the comments of its values.
 */
const { values: options, positionals } = parseArgs({
  options: { write: { type: 'boolean' } },
  allowPositionals: true,
})
const folder = path.join(positionals[0] ?? '.', 'deploy/helm/portico')
const isWriting = options.write ?? false
const command = 'npm run generate -- chart'
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8')

const { rows, faults } = describeValues(parseDocument(read('values.yaml')))
const readme = { page: path.join(folder, 'README.md'), name: 'values', command }
faults.push(...faultsOfSchema(), ...faultsOfSection(readme, table(), isWriting))
faults.push(...faultsOfDefaults(), ...faultsOfVersion(), ...faultsOfLinks())
console.log(faults.join('\n') || `${rows.length} values of the chart, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0

function table(): string {
  const lines = rows.map(
    ({ name, value, meaning }) => `| \`${name}\` | ${value} | ${meaning.replaceAll('|', '\\|')} |`,
  )
  return `| value | default | meaning |\n|---|---|---|\n${lines.join('\n')}\n`
}

function faultsOfSchema(): string[] {
  const name = 'values.schema.json'
  const present = JSON.parse(read(name)) as AnySchemaObject & { $defs: object }
  const $defs = { ...present.$defs, config: configSchema(), secrets: secretsSchema() }
  const wanted = { ...present, $defs }
  if (isWriting) fs.writeFileSync(path.join(folder, name), `${JSON.stringify(wanted, null, 2)}\n`)
  const open = openObjects(present, '').map((where) => `${name}: ${where} takes unknown keys`)
  const isStale = !isWriting && !isDeepStrictEqual(present, wanted)
  return [...open, ...(isStale ? [`${name} is stale: ${command}`] : [])]
}

/** Returns the places where an object accepts any key, except those that a `$comment` leaves to the API server. */
function openObjects(schema: unknown, where: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, properties, additionalProperties, $comment } = schema as AnySchemaObject
  const isOpen =
    (type === 'object' || where === '') &&
    (additionalProperties === undefined || (additionalProperties === true && !$comment))
  // `if` and `then` only add conditions to values that are described elsewhere.
  const parts = Object.entries(schema).filter(([key]) => key !== 'if' && key !== 'then')
  return [
    ...(isOpen ? [where === '' ? 'the top' : `${where}${properties ? '' : ', a map,'}`] : []),
    ...parts.flatMap(([key, part]) => openObjects(part, `${where}/${key}`)),
  ]
}

/** Checks that values.yaml is valid once the image and the public URL are set. */
function faultsOfDefaults(): string[] {
  const defaults = parse(read('values.yaml')) as Record<string, object>
  const image = { ...defaults['image'], repository: 'registry.example.com/portico' }
  const least = { ...defaults, image, config: { PUBLIC_URL: 'https://id.example.com' } }
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const isValid = ajv.compile(JSON.parse(read('values.schema.json')) as AnySchemaObject)
  if (isValid(least)) return []
  return (isValid.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `values.yaml: ${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

function faultsOfVersion(): string[] {
  const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }
  const chart = parse(read('Chart.yaml')) as { version: string; appVersion: string }
  if (chart.version === version && chart.appVersion === version) return []
  return [`Chart.yaml: version and appVersion are not ${version}, that of package.json`]
}

/** Checks that the chart's alerts and dashboard are links to those in deploy/. */
function faultsOfLinks(): string[] {
  return ['alerts.yaml', 'grafana-dashboard.json'].flatMap((name) => {
    const [link, original] = [path.join(folder, 'files', name), path.resolve('deploy', name)]
    const isLink = fs.existsSync(link) && fs.realpathSync(link) === fs.realpathSync(original)
    return isLink ? [] : [`files/${name} is not a link to deploy/${name}`]
  })
}
