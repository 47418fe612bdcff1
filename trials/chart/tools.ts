import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * The folder with the external programs of `npm run trials -- chart`, outside this checkout, because they are not
 * dependencies of the project.
 */
export const folder = path.join(
  process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
  'portico-chart',
)
const versions = {
  kubernetes: '1.36.3',
  helm: '4.3.1',
  kwok: '0.8.0',
  gateway: '1.5.1',
  prometheus: '0.85.0',
  validate: '1.37.0',
}
/** The three newest versions for which kubernetes-validate has schemas. */
export const schemaVersions = ['1.37.0', '1.36.0', '1.35.0']

const kubernetes = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
const needs = {
  helm: 'Go module helm.sh/helm/v4',
  'kubernetes-validate': 'PyPI',
  kubectl: "Debian's kubernetes-client or your own",
  etcd: "Debian's etcd-server or your own",
  kwok: 'Go module sigs.k8s.io/kwok',
  ...Object.fromEntries(kubernetes.map((name) => [name, 'Go module k8s.io/kubernetes'])),
} as const
const forTemplates = ['helm', 'kubernetes-validate']

/** Definitions of external objects and stages of simulated nodes, from the modules. */
export const definitions = path.join(folder, 'definitions')
const definitionFiles = {
  'sigs.k8s.io/gateway-api': {
    version: versions.gateway,
    files: ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  },
  'github.com/prometheus-operator/prometheus-operator': {
    version: versions.prometheus,
    files: ['servicemonitors', 'prometheusrules'].map(
      (kind) => `example/prometheus-operator-crd/monitoring.coreos.com_${kind}.yaml`,
    ),
  },
  'sigs.k8s.io/kwok': {
    version: versions.kwok,
    files: [
      'kustomize/stage/node/fast/node-initialize.yaml',
      ...['pod-ready', 'pod-complete', 'pod-delete'].map(
        (stage) => `kustomize/stage/pod/fast/${stage}.yaml`,
      ),
    ],
  },
}

/** Returns the path of a program: from the cache, else on the PATH; undefined if it is missing. */
export function findTool(name: string): string | undefined {
  const places = [`${folder}/bin`, `${folder}/venv/bin`, ...(process.env['PATH'] ?? '').split(':')]
  return places.map((place) => path.join(place, name)).find(isProgram)
}

/** Returns the required programs with their sources, and the missing ones. */
export function listNeeds(isForTemplatesOnly: boolean) {
  const names = isForTemplatesOnly ? forTemplates : Object.keys(needs)
  const all = names.map((name) => `${name} (${needs[name as keyof typeof needs]})`)
  const missing = names.filter((name) => findTool(name) === undefined)
  if (!isForTemplatesOnly && !existsSync(definitions))
    missing.push('definitions of external objects')
  return { all, missing }
}

/** Runs a program and returns its output. Throws an error with its whole output. */
export async function run(
  name: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const program = findTool(name)
  if (program === undefined) throw new Error(`${name} is missing`)
  const env = { ...process.env, ...options.env }
  try {
    const execOptions = { ...options, env, maxBuffer: 2 ** 27 }
    return (await promisify(execFile)(program, [...args], execOptions)).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${name} ${args.slice(0, 3).join(' ')}:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Builds and installs missing tools, except Debian's programs. Kubernetes takes minutes. */
export async function buildTools(): Promise<void> {
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  const env = { GOBIN: path.join(folder, 'bin') }
  const flags = ['install', '-p', '2', '-ldflags', '-s -w']
  for (const [name, module] of [
    ['helm', `helm.sh/helm/v4/cmd/helm@v${versions.helm}`],
    ['kwok', `sigs.k8s.io/kwok/cmd/kwok@v${versions.kwok}`],
  ] as const) {
    if (findTool(name) !== undefined) continue
    console.log(`building ${name} ${versions[name]}`)
    await run('go', [...flags, module], { env })
  }
  if (findTool('kubernetes-validate') === undefined) {
    console.log(`installing kubernetes-validate ${versions.validate}`)
    await run('python3', ['-m', 'venv', path.join(folder, 'venv')])
    await run('pip', ['install', '--quiet', `kubernetes-validate==${versions.validate}`])
  }
  await buildKubernetes()
  await copyDefinitions()
}

async function buildKubernetes(): Promise<void> {
  const waiting = kubernetes.filter((name) => findTool(name) === undefined)
  if (waiting.length === 0) return
  const cwd = path.join(folder, 'kubernetes')
  mkdirSync(cwd, { recursive: true })
  const { version, goMod } = await download('k8s.io/kubernetes', versions.kubernetes)
  writeFileSync(path.join(cwd, 'go.mod'), moduleOf(readFileSync(goMod, 'utf8'), version))
  const [major, minor] = version.split('.')
  const facts = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor }
  const named = Object.entries(facts).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  )
  for (const name of waiting) {
    console.log(`building ${name} ${version}`)
    const args = [
      'build',
      '-mod=mod',
      '-p',
      '2',
      '-ldflags',
      ['-s -w', ...named].join(' '),
      '-o',
      `../bin/${name}`,
    ]
    await run('go', [...args, `k8s.io/kubernetes/cmd/${name}`], { cwd })
  }
}

/**
 * Returns the go.mod file. Kubernetes refers to its own parts as v0.0.0; their published version is v0 instead of v1.
 */
function moduleOf(original: string, version: string): string {
  const [go] = /^go .*$/m.exec(original) ?? ['']
  const parts = new Set(
    [...original.matchAll(/^\s+(k8s\.io\/[\w.-]+) v0\.0\.0$/gm)].map(([, name]) => name),
  )
  const replaced = [...parts].map((name) => `\t${name} => ${name} v0${version.slice(1)}\n`)
  return `module portico.example/chart\n\n${go}\n\nrequire k8s.io/kubernetes v${version}\n\nreplace (\n${replaced.join('')})\n`
}

async function copyDefinitions(): Promise<void> {
  mkdirSync(definitions, { recursive: true })
  for (const [module, { version, files }] of Object.entries(definitionFiles)) {
    const { dir } = await download(module, version)
    for (const file of files)
      writeFileSync(path.join(definitions, path.basename(file)), readFileSync(path.join(dir, file)))
  }
}

async function download(module: string, version: string) {
  const text = await run('go', ['mod', 'download', '-json', `${module}@v${version}`], {
    cwd: folder,
  })
  const { Dir: dir, GoMod: goMod } = JSON.parse(text) as { Dir: string; GoMod: string }
  return { version, dir, goMod }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
