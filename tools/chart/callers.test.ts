import { deepEqual } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv, type AnySchemaObject } from 'ajv'
import { parse } from 'yaml'

const folder = 'deploy/helm/portico'
const schema = JSON.parse(readFileSync(`${folder}/values.schema.json`, 'utf8')) as AnySchemaObject
const isValid = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)
type Values = Record<string, Record<string, unknown>>

/** Returns the places that the schema rejects, after these values were merged into the defaults as Helm does. */
function faultsOf(changes: Values): string[] {
  const values = parse(readFileSync(`${folder}/values.yaml`, 'utf8')) as Values
  const least = {
    image: { repository: 'registry.example.com/portico' },
    config: { PUBLIC_URL: 'https://id.example.com' },
  }
  for (const part of [least, changes] as Values[])
    for (const [name, value] of Object.entries(part)) values[name] = { ...values[name], ...value }
  isValid(values)
  const errors = isValid.errors ?? []
  return errors.filter(({ keyword }) => keyword !== 'if').map(({ instancePath }) => instancePath)
}

const proxies = { TRUSTED_PROXIES: '10.0.0.0/8' }
const proxyPods = [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }]
const block = (cidr: string, except?: string[]) => ({ callers: [{ ipBlock: { cidr, except } }] })
const narrow = { portal: { callers: proxyPods } }

test('3Z14: the chart rejects a world of callers where proxies are trusted', () => {
  const world = ['/portal/callers/1/ipBlock/cidr', '/portal/callers/2/ipBlock/cidr']
  deepEqual(faultsOf({ config: proxies }), world)
  deepEqual(faultsOf({ portal: { config: proxies } }), world)
  const first = '/callers/0/ipBlock/cidr'
  for (const cidr of ['0.0.0.0/0', '::/0', '0.0.0.0/00']) {
    deepEqual(faultsOf({ config: proxies, portal: block(cidr) }), [`/portal${first}`])
    deepEqual(faultsOf({ config: proxies, ...narrow, admin: block(cidr) }), [`/admin${first}`])
    deepEqual(faultsOf({ ...narrow, admin: { config: proxies, ...block(cidr) } }), [
      `/admin${first}`,
    ])
    deepEqual(faultsOf({ config: proxies, portal: block(cidr, []) }), [`/portal${first}`])
  }
})

test('3Z14: the chart accepts named callers, and any callers without trusted proxies', () => {
  deepEqual(faultsOf({}), [])
  deepEqual(faultsOf({ config: { TRUSTED_PROXIES: '' } }), [])
  deepEqual(faultsOf({ config: proxies, ...narrow }), [])
  deepEqual(faultsOf({ config: proxies, portal: block('10.0.0.0/8') }), [])
  deepEqual(faultsOf({ config: proxies, portal: block('0.0.0.0/0', ['10.0.0.0/8']) }), [])
  // The list has no effect then, and the notes of the installation warn.
  deepEqual(faultsOf({ config: proxies, networkPolicy: { enabled: false } }), [])
})
