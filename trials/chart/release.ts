import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { failing, startCluster, until, type Cluster } from './cluster.ts'
import { chart, render, sets, valuesOf } from './templates.ts'
import { hasCondition, watchNamespace, type Watch } from './watch.ts'

const namespace = 'portico'
const here = ['--namespace', namespace]
const values = ['--values', valuesOf('production')]
/** Expected pods by kind, with these values. */
const expectedPods = { portal: 3, admin: 2, worker: 2 }
const waits = ['--wait', '--timeout', '5m']

/** Installs, upgrades, rolls back and uninstalls the chart at a real API server. */
export async function tryRelease(): Promise<void> {
  const cluster = await startCluster()
  let watch: Watch | undefined
  try {
    await prepareNamespace(cluster)
    await dryRun(cluster)
    watch = watchNamespace(cluster, namespace)
    await install(cluster, watch)
    await evict(cluster, watch)
    await failToUpgrade(cluster, watch)
    await upgrade(cluster, watch)
    await rollBack(cluster, watch)
    await uninstall(cluster)
  } finally {
    watch?.stop()
    await cluster.stop()
  }
}

/** Creates the namespace, with a label that makes the API server reject pods that violate the standard `restricted`. */
async function prepareNamespace({ kubectl }: Cluster): Promise<void> {
  await kubectl('create', 'namespace', namespace)
  await kubectl(
    'label',
    'namespace',
    namespace,
    'pod-security.kubernetes.io/enforce=restricted',
    'pod-security.kubernetes.io/enforce-version=latest',
  )
}

/** Expects every set to pass the server's validation: fields, external objects, admission policies. */
async function dryRun({ kubectl, folder }: Cluster): Promise<void> {
  for (const set of sets) {
    const manifests = await render(set)
    const file = `${folder}/${set}.yaml`
    writeFileSync(file, manifests.map((each) => `---\n${JSON.stringify(each)}\n`).join(''))
    const output = await kubectl(
      'create',
      ...here,
      '--dry-run=server',
      '--validate=strict',
      '--filename',
      file,
    )
    equal(output.trim().split('\n').length, manifests.length, set)
  }
  console.log(`passed   the API server accepts the objects of all ${sets.length} sets`)
}

async function install({ helm, kubectl }: Cluster, watch: Watch): Promise<void> {
  const place = watch.begin()
  await helm('install', 'portico', chart, ...here, ...values, ...waits)
  expectMigrationFirst(watch, place)
  const names = await kubectl(
    'get',
    'deployments,services,pdb,hpa,networkpolicies,ingresses,cronjobs,configmaps,servicemonitors,prometheusrules',
    ...here,
    '--selector',
    'app.kubernetes.io/instance=portico',
    '--output',
    'name',
  )
  deepEqual(
    names
      .trim()
      .split('\n')
      .map((name) => name.replace(/\.[^/]*\//, '/'))
      .sort(),
    expectedObjects(),
  )
  for (const [kind, count] of Object.entries(expectedPods))
    await until(`${count} pods of ${kind}`, async () => watch.available(kind).length === count)
  const places = watch.available('portal').map(({ spec }) => spec.nodeName)
  equal(
    new Set(places).size,
    expectedPods.portal,
    `the pods of the portal are on ${places.join(', ')}`,
  )
  await expectNoMigration(kubectl)
  console.log('passed   install: the migration, then the objects; pods on separate nodes')
}

const expected: Readonly<Record<string, string[]>> = {
  deployment: ['portal', 'admin', 'worker'],
  poddisruptionbudget: ['portal', 'admin', 'worker'],
  horizontalpodautoscaler: ['portal', 'worker'],
  service: ['portal', 'admin', 'metrics'],
  networkpolicy: ['portal', 'admin', 'worker', 'audit-verify'],
  ingress: ['portal', 'admin'],
  cronjob: ['audit-verify'],
  configmap: ['dashboard'],
  servicemonitor: [''],
  prometheusrule: [''],
}

function expectedObjects(): string[] {
  return Object.entries(expected)
    .flatMap(([kind, names]) => names.map((name) => `${kind}/portico${name && '-'}${name}`))
    .sort()
}

/** Expects the migration job to complete before any deployment is created or changed. */
function expectMigrationFirst(watch: Watch, place: number): void {
  const done = watch.since(place, 'Job').find(({ object }) => hasCondition(object, 'Complete'))
  ok(done, 'no migration was completed')
  const changes = watch
    .since(place, 'Deployment')
    .filter(({ object }) => (object.metadata.generation ?? 0) > 0)
  const [first] = changes.toSorted((one, other) => one.at - other.at)
  ok(first, 'no deployment changed')
  const order = `${first.object.metadata.name} at ${first.at}, the migration at ${done.at}`
  ok(first.at > done.at, `a deployment changed before the migration was complete: ${order}`)
}

async function expectNoMigration(kubectl: Cluster['kubectl']): Promise<void> {
  const remaining = await kubectl(
    'get',
    'jobs,networkpolicies',
    ...here,
    '--selector',
    'app.kubernetes.io/component=migration',
    '--output',
    'name',
  )
  equal(remaining.trim(), '', 'objects of the migration are left')
}

/**
 * Expects the API server to reject an eviction beyond the disruption budget. Nodes are cordoned, so that no replacement
 * starts.
 */
async function evict({ kubectl, folder }: Cluster, watch: Watch): Promise<void> {
  const nodes = (await kubectl('get', 'nodes', '--output', 'name')).trim().split('\n')
  await kubectl('cordon', ...nodes)
  const [first, second] = watch.available('portal').map(({ metadata }) => metadata.name)
  const ask = (name = '') => {
    const file = `${folder}/eviction.json`
    writeFileSync(
      file,
      JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } }),
    )
    return kubectl(
      'create',
      '--raw',
      `/api/v1/namespaces/${namespace}/pods/${name}/eviction`,
      '--filename',
      file,
    )
  }
  await ask(first)
  await rejects(ask(second), /disruption budget/)
  equal(watch.available('portal').length, expectedPods.portal - 1)
  await kubectl('uncordon', ...nodes)
  await until(
    'the portal is whole again',
    async () => watch.available('portal').length === expectedPods.portal,
  )
  console.log('passed   one pod of the portal can be evicted, a second eviction is rejected')
}

/** Expects a failed migration to end the upgrade, and the servers of the previous version to stay. */
async function failToUpgrade({ helm, kubectl }: Cluster, watch: Watch): Promise<void> {
  const place = watch.begin()
  const annotation = failing.replaceAll('.', '\\.')
  const args = [
    '--set',
    'image.digest=',
    '--set',
    'image.tag=broken',
    '--set-string',
    `podAnnotations.${annotation}=yes`,
  ]
  await rejects(
    helm('upgrade', 'portico', chart, ...here, ...values, ...args, ...waits),
    /pre-upgrade/,
  )
  deepEqual(
    watch
      .since(place, 'Deployment')
      .filter(({ object }) => JSON.stringify(object.spec).includes(':broken')),
    [],
  )
  for (const [kind, count] of Object.entries(expectedPods)) equal(watch.fewest(kind), count, kind)
  match(await kubectl('get', 'jobs', ...here, '--output', 'name'), /portico-migration/)
  console.log(
    'passed   a failed migration stops the upgrade before any server changes, and its job stays',
  )
}

async function upgrade({ helm, kubectl }: Cluster, watch: Watch): Promise<void> {
  const place = watch.begin()
  await helm(
    'upgrade',
    'portico',
    chart,
    ...here,
    ...values,
    '--set',
    'image.digest=',
    '--set',
    'image.tag=next',
    ...waits,
  )
  expectMigrationFirst(watch, place)
  await expectRolledTo(watch, kubectl, 'registry.example.com/portico:next')
  await expectNoMigration(kubectl)
  console.log('passed   upgrade: the migration, then one pod after another, never too few pods')
}

async function rollBack({ helm, kubectl }: Cluster, watch: Watch): Promise<void> {
  const place = watch.begin()
  await helm('rollback', 'portico', '1', ...here, ...waits)
  deepEqual(watch.since(place, 'Job'), [], 'a job ran during the rollback')
  await expectRolledTo(watch, kubectl, /^registry\.example\.com\/portico@sha256:/)
  console.log('passed   rollback: the previous image, without a migration, never too few pods')
}

async function expectRolledTo(
  watch: Watch,
  kubectl: Cluster['kubectl'],
  image: string | RegExp,
): Promise<void> {
  for (const [kind, count] of Object.entries(expectedPods)) {
    const name = `deployment/portico-${kind}`
    await kubectl('rollout', 'status', name, ...here, '--timeout=60s')
    const runningImage = await kubectl(
      'get',
      name,
      ...here,
      '--output',
      'jsonpath={.spec.template.spec.containers[0].image}',
    )
    if (typeof image === 'string') equal(runningImage, image)
    else match(runningImage, image)
    ok(watch.fewest(kind) >= count, `${kind} had ${watch.fewest(kind)} pods of ${count}`)
  }
}

async function uninstall({ helm, kubectl }: Cluster): Promise<void> {
  await helm('uninstall', 'portico', ...here, ...waits)
  const kinds = await kubectl('api-resources', '--namespaced', '--verbs=list', '--output', 'name')
  const kindNames = kinds
    .trim()
    .split('\n')
    .filter((kind) => !/^events|^(selfsubject|localsubject)/.test(kind))
    .join(',')
  const usual = /^(configmap\/kube-root-ca\.crt|serviceaccount\/default)$/
  let remaining: string[] = []
  await until('nothing is left', async () => {
    const names = await kubectl('get', kindNames, ...here, '--ignore-not-found', '--output', 'name')
    remaining = names
      .trim()
      .split('\n')
      .filter((name) => name !== '' && !usual.test(name))
    return remaining.length === 0
  }).catch((error: unknown) => {
    throw new Error(`left after the removal: ${remaining.join(', ')}`, { cause: error })
  })
  console.log('passed   uninstall: nothing is left in the namespace')
}
