import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { validate } from 'dockerfile-utils'
import { inDatabase, startSide } from '../trials/bench/harness.ts'
import { isKnownVariable } from './chart/config-schema.ts'
import { faultsOfCompose, readComposed } from './compose.ts'

/** `npm run trials -- deploy`: tests deploy/ as far as possible without a container engine. */
const run = promisify(execFile)
let isGood = true
/** Words in capital letters that are not names of variables. */
const wordOfKubernetes = /^(HTTPS?|TCP|UDP)$/

const composed = readComposed()
const dockerfile = readFileSync('Dockerfile', 'utf8')
await check('Dockerfile is well-formed and does not run as root', async () => {
  const faults = validate(dockerfile).map(
    ({ message, range }) => `${range.start.line + 1}: ${message}`,
  )
  if (faults.length > 0) throw new Error(faults.join('; '))
  if (!/^USER node$/m.test(dockerfile)) throw new Error('it runs as root')
})
await check('compose.yaml names images, and confines every service', async () => {
  const faults = faultsOfCompose(composed)
  if (faults.length > 0) throw new Error(faults.join('; '))
})
await check('compose.yaml, units and chart use only variables of the program', async () =>
  checkVariables(),
)
await check('the units of systemd are well-formed', async () => {
  if (!existsSync('/usr/bin/systemd-analyze')) return 'skipped: there is no systemd-analyze'
  const names = (await readdir('deploy/systemd')).map((name) => join('deploy/systemd', name))
  const { stderr } = await run('systemd-analyze', ['verify', ...names])
  if (stderr.includes('deploy/systemd')) throw new Error(stderr)
  return undefined
})
await check(
  'the files that the Dockerfile installs and copies are enough to run in production mode',
  tryInstall,
)
process.exit(isGood ? 0 : 1)

async function check(what: string, work: () => Promise<string | undefined | void>): Promise<void> {
  try {
    const detail = await work()
    console.log(`passed   ${what}${detail ? ` (${detail})` : ''}`)
  } catch (error) {
    isGood = false
    console.log(`FAILED   ${what}\n         ${(error as Error).message}`)
  }
}

/**
 * Checks that all names are variables of server/config-table.ts. The chart's `config` is also checked by its schema,
 * which is generated from that table.
 */
function checkVariables(): string {
  const named = [
    ...Object.entries(composed.services).flatMap(([service, { image, environment = {} }]) =>
      image === 'portico'
        ? Object.keys(environment).map((name) => [`compose.yaml, ${service}`, name] as const)
        : [],
    ),
    ...globSync('deploy/systemd/*.service').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
        [...line.matchAll(/([A-Z][A-Z0-9_]*)=/g)].map(([, name = '']) => [file, name] as const),
      ),
    ),
    ...globSync('deploy/helm/portico/templates/*').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:"|config\.)([A-Z][A-Z0-9]*_?[A-Z0-9_]+)\b/g)]
        .map(([, name = '']) => [file, name] as const)
        .filter(([, name]) => !wordOfKubernetes.test(name)),
    ),
  ]
  // `NODE_…` are variables of Node itself.
  const unknown = named.filter(([, name]) => !isKnownVariable(name) && !name.startsWith('NODE_'))
  if (unknown.length > 0)
    throw new Error(
      unknown.map(([file, name]) => `${file}: there is no variable ${name}`).join('; '),
    )
  return `${named.length} names`
}

/** Executes the instructions of the last two stages in a folder, so that only what they install and copy is there. */
async function tryInstall(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-image-'))
  try {
    // Without the text before the first stage, and without that stage, which only builds.
    const [, needed = '', last = ''] = dockerfile.split(/^FROM .*$/m).slice(1)
    for (const file of ['package.json', 'package-lock.json']) await cp(file, join(folder, file))
    for (const [, command = ''] of needed.matchAll(/^RUN (.*)$/gm))
      await run('sh', ['-c', command], { cwd: folder, maxBuffer: 2 ** 26 })
    // What the stage `needed` has installed is in the folder already.
    for (const [, from = '', to = ''] of last.matchAll(
      /^COPY (?!--from=needed)(?:--from=\S+ )?(\S+) (\S+)$/gm,
    )) {
      const source = from.replace('/portico/', '')
      await cp(source, join(folder, to === './' ? source : to), { recursive: true })
    }
    return await serveFrom(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function serveFrom(folder: string): Promise<string> {
  return inDatabase({ name: 'deploy' }, async () => {
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://id.example.com',
      SECRET_KEYS: randomBytes(32).toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'info',
    }
    const side = await startSide([join(folder, 'app/main.ts')], settings)
    const page = await fetch(`http://127.0.0.1:${side.port}/login`)
    await side.stop()
    if (page.status !== 200) throw new Error(`/login answers ${page.status}`)
    const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')])
    return `ready in ${side.startMs.toFixed(0)} ms, node_modules of ${stdout.split('\t')[0]} MB`
  })
}
