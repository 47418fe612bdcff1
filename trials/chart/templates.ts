import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { isKnownVariable } from '../../tools/chart/config-schema.ts'
import { run, schemaVersions } from './tools.ts'

export const chart = path.resolve('deploy/helm/portico')
const folder = path.join(chart, 'ci')
export const sets = readdirSync(folder).map((file) => file.replace('-values.yaml', ''))
export const valuesOf = (set: string) => path.join(folder, `${set}-values.yaml`)
const output = path.join(tmpdir(), 'portico-chart')

export type Manifest = {
  kind: string
  apiVersion: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}
type Container = {
  name: string
  env: { name: string; value?: string; valueFrom?: unknown }[]
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: Record<string, unknown>
  command: string[]
  resources: { limits: { memory: string } }
}
type PodSpec = {
  containers: Container[]
  volumes: { name: string; projected?: { sources: { secret: { name: string } }[] } }[]
  securityContext: Record<string, unknown>
  automountServiceAccountToken: boolean
  terminationGracePeriodSeconds?: number
}

/**
 * Lints and renders each set, validates it against the schemas of Kubernetes, and checks the properties of every set.
 */
export async function tryTemplates(): Promise<void> {
  equal(sets.length, 10)
  mkdirSync(output, { recursive: true })
  for (const set of sets) {
    await run('helm', ['lint', '--strict', '--quiet', chart, '--values', valuesOf(set)])
    for (const version of schemaVersions) {
      const own = (await render(set, version)).filter(isOfKubernetes)
      const file = path.join(output, `${set}.yaml`)
      writeFileSync(file, own.map((each) => `---\n${JSON.stringify(each)}\n`).join(''))
      await run('kubernetes-validate', ['--strict', '--quiet', '-k', version, file])
    }
    const manifests = await render(set)
    checkPods(manifests)
    console.log(
      `passed   ${set}: ${manifests.length} objects match the schemas of ${schemaVersions.join(', ')}`,
    )
  }
  await expectWrongObjectsRejected()
  await checkDifferences()
  await checkSecretVariables()
  await checkDryRun()
}

/** Expects the validator to reject wrong objects, because a validator that accepts everything would pass. */
async function expectWrongObjectsRejected(): Promise<void> {
  const [deployment] = (await render('least')).filter(({ kind }) => kind === 'Deployment')
  const file = path.join(output, 'wrong.yaml')
  for (const wrong of [{ replicas: 'three' }, { replica: 3 }]) {
    writeFileSync(file, JSON.stringify({ ...deployment, spec: { ...deployment?.spec, ...wrong } }))
    for (const version of schemaVersions)
      await rejects(
        run('kubernetes-validate', ['--strict', '--quiet', '-k', version, file]),
        /replica/,
      )
  }
}

/** Returns the objects of a set. */
export async function render(
  set: string,
  version = schemaVersions[0] ?? '',
  more: readonly string[] = [],
): Promise<Manifest[]> {
  const args = ['template', 'portico', chart, '--values', valuesOf(set), '--kube-version', version]
  const text = await run('helm', [...args, ...more])
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

function isOfKubernetes({ apiVersion }: Manifest): boolean {
  return !/gateway\.networking|monitoring\.coreos/.test(apiVersion)
}

export function podsOf(
  manifests: readonly Manifest[],
): { name: string; kind: string; pod: PodSpec }[] {
  return manifests.flatMap(({ kind, spec, metadata: { name, labels } }) => {
    const job = (spec as { jobTemplate?: { spec: object } } | undefined)?.jobTemplate?.spec ?? spec
    const pod = (job as { template?: { spec: PodSpec } } | undefined)?.template?.spec
    return pod ? [{ name, kind: labels['app.kubernetes.io/component'] ?? kind, pod }] : []
  })
}

/** Returns the command of a pod's program, without the program. */
function commandOf(manifests: readonly Manifest[], kind: string): string[] | undefined {
  return podsOf(manifests)
    .find((each) => each.kind === kind)
    ?.pod.containers[0]?.command.slice(2)
}

/** Checks the properties of every pod of every set. */
function checkPods(manifests: readonly Manifest[]): void {
  const pods = podsOf(manifests)
  ok(pods.length > 0)
  for (const { name, kind, pod } of pods) {
    equal(pod.automountServiceAccountToken, false, name)
    equal(pod.securityContext['runAsNonRoot'], true, name)
    deepEqual(pod.securityContext['seccompProfile'], { type: 'RuntimeDefault' }, name)
    const [container, ...others] = pod.containers
    equal(others.length, 0)
    deepEqual(container?.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const names = container?.env.map((each) => each.name) ?? []
    deepEqual([...new Set(names)].sort(), [...names].sort(), `${name} sets a variable twice`)
    for (const variable of names)
      ok(isKnownVariable(variable) || /^(NODE|OTEL)_/.test(variable), `${name}: ${variable}`)
    equal(names.includes('DATABASE_OWNER_URL_FILE'), kind === 'migration', name)
    equal(container?.env.find((each) => each.name === 'NODE_ENV')?.value, 'production', name)
    if (container) expectMemoryForHashes(container, name)
    // Rejects a number with an exponent, and a value that a template could not find.
    for (const { value = '' } of container?.env ?? [])
      ok(!/^\d\.\d+e\+|<nil>|map\[/.test(value), value)
  }
}

/** Expects half of the memory to be enough for the four password hashes that a process computes concurrently. */
function expectMemoryForHashes({ env, resources }: Container, name: string): void {
  const kib = Number(env.find((each) => each.name === 'PASSWORD_HASH_MEMORY_KIB')?.value ?? 65_536)
  const serves = env.find((each) => each.name === 'SERVE')?.value ?? ''
  if (!/users|admin/.test(serves)) return
  const [, count = '', unit = ''] = /^(\d+)([MG])i$/.exec(resources.limits.memory) ?? []
  const limitKib = Number(count) * (unit === 'G' ? 1_048_576 : 1_024)
  ok(8 * kib <= limitKib, `${name}: four hashes of ${kib} KiB in ${resources.limits.memory}`)
}

/** Expects a secret variable of a library to come from its Secret in each pod, even if `extraEnv` has it as text. */
async function checkSecretVariables(): Promise<void> {
  const name = 'OTEL_EXPORTER_OTLP_HEADERS'
  const asText = ['--set', 'extraEnv.NODE_OPTIONS=x,secretEnv.NODE_OPTIONS.key=options']
  const pods = podsOf(await render('external-secrets', undefined, asText))
  equal(pods.length, 5)
  for (const { pod } of pods) {
    const env = pod.containers[0]?.env.filter((each) => [name, 'NODE_OPTIONS'].includes(each.name))
    deepEqual(env, [
      {
        name: 'NODE_OPTIONS',
        valueFrom: { secretKeyRef: { name: 'portico-vault', key: 'options' } },
      },
      { name, valueFrom: { secretKeyRef: { name: 'portico-traces', key: 'headers' } } },
    ])
  }
  console.log('passed   secret variables of libraries come from their Secrets')
}

/** Expects the replacement in the upgrade how-to to turn the migration job into a dry run. */
async function checkDryRun(): Promise<void> {
  const jobs = ['--show-only', 'templates/jobs.yaml', '--set', 'auditVerify.enabled=false']
  const args = ['template', 'portico', chart, '--values', valuesOf('least'), ...jobs]
  const howTo = readFileSync('docs/how-to/upgrade.md', 'utf8')
  const [, before = '', after = ''] = /sed 's\/(.+)\/(.+)\/;/.exec(howTo) ?? []
  const changed = (await run('helm', args)).replace(before, after)
  const [job] = podsOf(parseAllDocuments(changed).map((each) => each.toJS() as Manifest))
  deepEqual(job?.pod.containers[0]?.command.slice(2), ['migrate', '--dry-run'])
  console.log('passed   the command of the how-to turns the migration job into a dry run')
}

/** Checks the differences between sets. */
async function checkDifferences(): Promise<void> {
  const [least, production, off] = [
    await render('least'),
    await render('production'),
    await render('everything-off'),
  ]
  deepEqual(kindsOf(off), ['Deployment', 'PodDisruptionBudget', 'Service'])
  equal(serveOf(off, 'portal'), 'users,sso,admin,worker')
  equal(serveOf(least, 'portal'), 'users,sso')
  deepEqual([serveOf(least, 'admin'), serveOf(least, 'worker')], ['admin', 'worker'])
  equal(kindsOf(least).includes('Ingress'), false)
  const portal = podsOf(production).find(({ kind }) => kind === 'portal')
  equal(portal?.pod.terminationGracePeriodSeconds, 35)
  const env = Object.fromEntries(
    portal?.pod.containers[0]?.env.map(({ name, value }) => [name, value]) ?? [],
  )
  deepEqual(
    [env['LIMIT_SIGN_ONS'], env['OTEL_TRACES_SAMPLER_ARG'], env['LOGIN_UNIFORM']],
    ['1000000', '0.1', 'on'],
  )
  deepEqual(commandOf(least, 'audit-verify'), ['audit:verify'])
  deepEqual(commandOf(production, 'audit-verify'), ['audit:verify', '--since', '4f0c'.repeat(16)])
  const rule = production.find(({ kind }) => kind === 'PrometheusRule')
  deepEqual(rule?.spec, parseAllDocuments(readFileSync('deploy/alerts.yaml', 'utf8'))[0]?.toJS())
  const dashboard = production.find(({ kind }) => kind === 'ConfigMap') as unknown as {
    data: Record<string, string>
  }
  deepEqual(
    JSON.parse(dashboard.data['portico.json'] ?? ''),
    JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')),
  )
  equal(
    hostsOf(await render('admin-host')),
    'portico-admin=admin.example.internal portico-portal=id.example.com',
  )
  const admin = callersOf(await render('admin-host'), 'admin')
  match(admin, /ingress-staff/)
  ok(!admin.includes('ingress-public'), 'the ingress of customers may call the admin area')
  equal(callersOf(least, 'admin').includes('"port":"http"'), false)
  const sources = JSON.stringify(
    podsOf(await render('external-secrets')).find(({ kind }) => kind === 'admin')?.pod.volumes,
  )
  for (const [secret, key] of [
    ['portico-db-server', 'uri'],
    ['portico-vault', 'SECRET_KEYS'],
    ['portico-vault', 'smtp.url'],
    ['portico-idp', 'client-secret'],
  ])
    match(sources, new RegExp(`"name":"${secret}","items":\\[\\{"key":"${key}"`))
  ok(!sources.includes('portico-db-owner'), 'the admin area has the password of the table owner')
  console.log(
    'passed   parts, hosts, callers, secrets, alerts and dashboard are those of the values',
  )
}

function kindsOf(manifests: readonly Manifest[]): string[] {
  return [...new Set(manifests.map(({ kind }) => kind))].sort()
}

function serveOf(manifests: readonly Manifest[], wanted: string): string | undefined {
  const pod = podsOf(manifests).find(({ kind }) => kind === wanted)?.pod
  return pod?.containers[0]?.env.find(({ name }) => name === 'SERVE')?.value
}

function hostsOf(manifests: readonly Manifest[]): string {
  return manifests
    .filter(({ kind }) => kind === 'Ingress')
    .map(
      ({ metadata, spec }) => `${metadata.name}=${(spec['rules'] as { host: string }[])[0]?.host}`,
    )
    .sort()
    .join(' ')
}

function callersOf(manifests: readonly Manifest[], wanted: string): string {
  const policy = manifests.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === `portico-${wanted}`,
  )
  return JSON.stringify(policy?.spec['ingress'])
}
