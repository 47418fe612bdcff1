// Installs and builds before `npm start`, `npm test` and others. It runs with the machine's Node, so it has no
// dependencies and uses old syntax. Scripts then call node_modules/.bin/node by its path, because a shell remembers
// where it found the first `node`, and with `exec`, because npm forwards signals only to its own child.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const args = process.argv.slice(2)
/** True if the program to start needs no build. */
const isInstallOnly = args.includes('--install-only')
const place = args.find((word) => !word.startsWith('--'))
const root = path.resolve(place ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '..'))
const installed = 'node_modules/.portico'
const built = 'dist/.stamp'
const lock = '.data/preparing'
const maxHeldMs = 15 * 60_000
/** Documents that tools/developers publishes. */
const isShownToDevelopers =
  /^docs\/(([a-z-]+\.md|openapi\.json)$|(apis|how-to|integrating|tutorial|webhooks|service-accounts|forward-auth)\/)/

process.chdir(root)
if (!isInstalled() || isBuildDue()) prepare()

function prepare() {
  takeLock()
  process.on('exit', () => fs.rmSync(lock, { force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
  if (!isInstalled()) install()
  if (isBuildDue()) build()
}

function install() {
  console.log('Installing dependencies…')
  npm(['ci', '--include=dev', '--no-audit', '--no-fund'], 'npm could not install the dependencies.')
  if (!fs.existsSync('node_modules/.bin/node')) {
    stop(
      'npm did not install Node: its install scripts are switched off (npm config ignore-scripts).',
    )
  }
  fs.writeFileSync(installed, lockHash())
}

function build() {
  const stamp = sourceHash()
  console.log('Building the portal…')
  npm(['run', 'build'], 'The portal could not be built.')
  if (!fs.existsSync('dist')) stop('The build left no folder dist.')
  fs.writeFileSync(built, stamp)
}

function isInstalled() {
  if (!fs.existsSync('node_modules/.bin/node')) return false
  if (read(installed) === lockHash()) return true
  if (!isAsLocked()) return false
  fs.writeFileSync(installed, lockHash())
  return true
}

/** Returns true after a manual `npm install`, according to npm's list of installed packages. */
function isAsLocked() {
  const present = JSON.parse(read('node_modules/.package-lock.json') || '{"packages":{}}').packages
  const wanted = JSON.parse(read('package-lock.json') || '{"packages":{}}').packages
  return Object.entries(wanted).every(([place, { version, integrity, optional }]) => {
    if (place === '' || (optional && !present[place])) return true
    return present[place]?.version === version && present[place]?.integrity === integrity
  })
}

function isBuildDue() {
  return !isInstallOnly && read(built) !== sourceHash()
}

function lockHash() {
  return hash([['on', `${process.platform} ${process.arch}`], ...contents(['package-lock.json'])])
}

function sourceHash() {
  const files = ['package.json', 'package-lock.json', 'vite.config.ts']
  files.push('tools/one-language.ts', 'tools/budgets.ts')
  for (const folder of ['contract', 'web', 'app/web']) files.push(...filesBelow(folder))
  files.push(...filesBelow('tools/developers'), 'app/developer-page.ts')
  files.push(...filesBelow('docs').filter((file) => isShownToDevelopers.test(file)))
  const ofStarters = ['README.md', 'server.mjs', 'portico.mjs', 'sessions.mjs']
  files.push('starters/next/README.md', ...ofStarters.map((name) => `starters/express/${name}`))
  const isScreen = /(\.tsx|\.css|\/texts\/\w+\.(json|ts)|\/contract\.ts)$/
  files.push(...filesBelow('features').filter((file) => isScreen.test(file)))
  return hash(contents(files.filter((file) => !/\.(test|trial)\.tsx?$/.test(file))))
}

function filesBelow(folder) {
  if (!fs.existsSync(folder)) return []
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}

function contents(files) {
  return files.map((file) => [file, read(file)])
}

function hash(parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}

function npm(words, sentence) {
  const env = { ...process.env, PATH: outerPath() }
  const done = spawnSync('npm', words, { env, maxBuffer: 2 ** 28 })
  if (done.status === 0) return
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`)
  stop(done.error ? `${sentence} ${done.error.message}` : sentence)
}

/**
 * Returns PATH without node_modules/.bin. `npm ci` deletes node_modules, so it must not run with the Node from there.
 */
function outerPath() {
  const own = path.join('node_modules', '.bin')
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return folders.filter((folder) => !folder.endsWith(own)).join(path.delimiter)
}

/** Waits for other processes: concurrent runs of `npm start` and `npm test` would delete each other's folders. */
function takeLock() {
  fs.mkdirSync(path.dirname(lock), { recursive: true })
  const own = `${lock}-${process.pid}`
  fs.writeFileSync(own, `${process.pid}`)
  while (!link(own)) {
    if (isHeld()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    else fs.rmSync(lock, { force: true })
  }
  fs.rmSync(own)
}

/** Creates the lock as a link, which appears with its content, so that no process reads an empty lock. */
function link(own) {
  try {
    fs.linkSync(own, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isHeld() {
  const stats = fs.statSync(lock, { throwIfNoEntry: false })
  return stats && Date.now() - stats.mtimeMs < maxHeldMs && isAlive(Number(read(lock)))
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
