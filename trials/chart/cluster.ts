import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse, stringify } from 'yaml'
import { freePort } from '#test/free-port.ts'
import { definitions, findTool, run } from './tools.ts'

/** A pod with this annotation fails where other pods complete. */
export const failing = 'chart.portico.example/fails'
/** The time until a simulated pod is ready, so that a rolling replacement can be observed. */
const readyAfterMs = 1_500
/**
 * Debian's etcd 3.4 does not report the progress of a watch, and clients that rely on it wait for half a minute each
 * time.
 */
const oldStore = { KUBE_FEATURE_WatchListClient: 'false' }
const nodes = ['one', 'two', 'three', 'four']

export type Cluster = {
  folder: string
  kubectl: (...words: string[]) => Promise<string>
  helm: (...words: string[]) => Promise<string>
  stop: () => Promise<void>
}

/**
 * Starts etcd, API server, controllers, scheduler and simulated nodes on free ports of this machine. Nothing runs in
 * their pods. Their logs are in the folder, which `stop` deletes.
 */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-cluster-'))
  const [store, peer, port] = [await freePort(), await freePort(), await freePort()]
  const config = writeFiles(folder, port)
  const env = {
    KUBECONFIG: config,
    HELM_CACHE_HOME: folder,
    HELM_CONFIG_HOME: folder,
    HELM_DATA_HOME: folder,
  }
  const children: ChildProcess[] = []
  const start = (name: string, ...words: string[]) =>
    children.push(startProgram(name, words, path.join(folder, `${name}.log`)))
  const stop = async () => {
    // Stops the store last, so that the other programs do not wait for it.
    for (const child of children.toReversed()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const kubectl = (...words: string[]) => run('kubectl', words, { env })
  const cluster = {
    folder,
    kubectl,
    helm: (...words: string[]) => run('helm', words, { env }),
    stop,
  }
  try {
    const stored = `http://127.0.0.1:${store}`
    const peers = `http://127.0.0.1:${peer}`
    start(
      'etcd',
      `--data-dir=${folder}/etcd`,
      `--listen-client-urls=${stored}`,
      `--advertise-client-urls=${stored}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
      '--log-level=error',
    )
    start('kube-apiserver', ...apiServerFlags(folder, { port, stored }))
    await until('the API server is ready', () => kubectl('get', '--raw', '/readyz'))
    const common = [`--kubeconfig=${config}`, '--leader-elect=false']
    start(
      'kube-controller-manager',
      ...common,
      '--secure-port=0',
      `--service-account-private-key-file=${folder}/accounts.key`,
      `--root-ca-file=${folder}/certs/apiserver.crt`,
    )
    start(
      'kube-scheduler',
      ...common,
      `--secure-port=${await freePort()}`,
      '--bind-address=127.0.0.1',
      `--cert-dir=${folder}/scheduler`,
    )
    start(
      'kwok',
      `--kubeconfig=${config}`,
      '--manage-all-nodes=true',
      '--node-lease-duration-seconds=40',
      `--config=${folder}/stages.yaml`,
      `--server-address=127.0.0.1:${await freePort()}`,
    )
    await kubectl('apply', '--server-side', '--filename', path.join(folder, 'definitions.yaml'))
    await kubectl('apply', '--filename', path.join(folder, 'nodes.yaml'))
    await kubectl('wait', '--for=condition=Ready', 'nodes', '--all', '--timeout=60s')
    return cluster
  } catch (error) {
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.log')))
      console.log(`${name}:\n${readFileSync(path.join(folder, name), 'utf8').slice(-2_000)}`)
    await stop()
    throw error
  }
}

function apiServerFlags(
  folder: string,
  { port, stored }: { port: number; stored: string },
): string[] {
  return [
    `--etcd-servers=${stored}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${folder}/certs`,
    `--token-auth-file=${folder}/tokens.csv`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${folder}/accounts.pub`,
    `--service-account-signing-key-file=${folder}/accounts.key`,
    '--endpoint-reconciler-type=none',
    '--feature-gates=WatchList=false',
  ]
}

/** Writes keys, tokens, stages, nodes and definitions; returns the client configuration's path. */
function writeFiles(folder: string, port: number): string {
  const token = randomBytes(24).toString('hex')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const write = (name: string, text: string) =>
    writeFileSync(path.join(folder, name), text, { mode: 0o600 })
  mkdirSync(path.join(folder, 'certs'))
  write('accounts.key', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString())
  write('accounts.pub', publicKey.export({ type: 'spki', format: 'pem' }).toString())
  write('tokens.csv', `${token},tester,tester,"system:masters"\n`)
  write(
    'stages.yaml',
    stages()
      .map((each) => `---\n${stringify(each)}`)
      .join(''),
  )
  write('nodes.yaml', nodes.map((name, index) => `---\n${stringify(nodeOf(name, index))}`).join(''))
  const foreign = readdirSync(definitions).filter((name) => /^(gateway|monitoring)/.test(name))
  write(
    'definitions.yaml',
    foreign.map((name) => `---\n${readFileSync(path.join(definitions, name), 'utf8')}`).join(''),
  )
  const server = `https://127.0.0.1:${port}`
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'tester', user: { token } }],
    contexts: [
      { name: 'test', context: { cluster: 'test', user: 'tester', namespace: 'default' } },
    ],
    'current-context': 'test',
  }
  write('config', stringify(config))
  return path.join(folder, 'config')
}

type Stage = {
  metadata: { name: string }
  spec: {
    selector: { matchExpressions: { key: string; operator: string; values?: string[] }[] }
    delay?: { durationMilliseconds: number }
    next: { statusTemplate?: string | undefined }
  }
}

/** Returns the stages of nodes and pods, from kwok's module: pods take a moment to start, and some jobs fail. */
function stages(): Stage[] {
  const read = (name: string) =>
    parse(readFileSync(path.join(definitions, `${name}.yaml`), 'utf8')) as Stage
  const [ready, complete] = [read('pod-ready'), read('pod-complete')]
  ready.spec.delay = { durationMilliseconds: readyAfterMs }
  const fails = structuredClone(complete)
  const key = `.metadata.annotations["${failing}"]`
  complete.spec.selector.matchExpressions.push({ key, operator: 'DoesNotExist' })
  fails.metadata.name = 'pod-fail'
  fails.spec.selector.matchExpressions.push({ key, operator: 'Exists' })
  fails.spec.next.statusTemplate = complete.spec.next.statusTemplate
    ?.replace('exitCode: 0', 'exitCode: 1')
    .replace('reason: Completed', 'reason: Error')
    .replace('phase: Succeeded', 'phase: Failed')
  return [read('node-initialize'), ready, complete, fails, read('pod-delete')]
}

function nodeOf(name: string, index: number): object {
  const space = { cpu: '32', memory: '64Gi', pods: '110' }
  const labels = {
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'topology.kubernetes.io/zone': `zone-${index % 2}`,
  }
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, annotations: { 'kwok.x-k8s.io/node': 'fake' } },
    status: { allocatable: space, capacity: space },
  }
}

function startProgram(name: string, words: string[], log: string): ChildProcess {
  const file = openSync(log, 'w')
  const child = spawn(findTool(name) ?? name, words, {
    env: { ...process.env, ...oldStore },
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  child.once('error', (error) => appendFileSync(log, `${error.message}\n`))
  // Kills the program also if a test ends this process with an error.
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}

/** Ends a program; kills it after ten seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(timer)
}

/** Waits until `work` succeeds with a value other than false; fails after two minutes. */
export async function until(what: string, work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const result = await work().catch((error: Error) => error)
    if (!(result instanceof Error) && result !== false) return
    if (Date.now() > deadline)
      throw new Error(`timed out after two minutes: ${what}`, { cause: result })
    await wait(250)
  }
}
