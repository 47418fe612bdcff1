import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#test/free-port.ts'
import { listMigrations } from '../../app/migrations.ts'
import { startDatabase, forgetDatabase } from '../../demo/database.ts'
import { placeOf } from '../../demo/place.ts'
import { variablesOf } from './cluster.ts'
import type { Cluster, Fault } from './fault.ts'
import { killPostgres } from './kill.ts'
import { needed, percentile99, startLoad, type Load } from './load.ts'
import { nginxIsMissing, startNginx } from './nginx.ts'
import type { Release } from '../../tools/released/released.ts'
import { buildRelease, releaseIsMissing, releases } from './release.ts'
import type { ReleaseData } from './release-data.ts'
import { until, type Stage } from './stage.ts'

const run = promisify(execFile)
const usualMs = 70_000
/** The minimum number of calls of one kind per phase; with fewer, the 99th percentile is printed but not checked. */
const minCalls = 50
const sideBySideMs = 12_000
const settings = {
  // The production minimum. The cheap hash of the other faults would make the startup of a process visible.
  PASSWORD_HASH_MEMORY_KIB: '19456',
  PASSWORD_HASH_PASSES: '2',
  // For nginx, whose keep-alive connections end during this time.
  STOP_DELAY_SECONDS: '3',
}

/** The number of further users in the database, for an upgrade at size. */
const furtherUsers = Number(process.env['UPGRADE_USERS'] ?? 0)

/** Starts an empty PostgreSQL, whose schema the release creates. */
async function startEmpty(): Promise<Cluster> {
  const folder = join('.data/faults', `${process.pid}-rolling`)
  const database = await startDatabase({ folder })
  const stop = async () => {
    await killPostgres(placeOf(folder).data)
    await forgetDatabase(folder)
  }
  return { variables: variablesOf(folder, database), isEmpty: true, stop }
}

async function rollingUpgrade(stage: Stage, release: Release): Promise<string> {
  const folder = await buildRelease(release)
  await migrateAs(folder)
  const data = await fillRelease(folder)
  const ports = [await freePort(), await freePort()]
  const start = (at: number, tree?: string) =>
    stage.startServer({ ...settings, PORT: String(ports[at]) }, tree)
  const servers = [await start(0, folder), await start(1, folder)]
  const replaceWith = async (at: number, tree?: string) => {
    await servers[at]?.kill('SIGTERM')
    servers[at] = await start(at, tree)
  }
  const load = await startLoad(`https://localhost:${await startNginx(stage, ports)}`, data)
  try {
    await wait(usualMs)
    load.phase = 'restart'
    await upgrade((at) => replaceWith(at, folder), folder)
    load.phase = 'upgrade'
    const tooEarly = await startTooEarly(stage, folder)
    const migrationMs = await migrateAs('.')
    await upgrade(replaceWith, folder)
    load.phase = 'usual'
    await wait(usualMs / 2)
    await load.stop()
    return `${release.version} beside this version, ${furtherUsers + needed.users} users, migrated in ${(migrationMs / 1000).toFixed(1)} s; ${await judge(load)}; ${tooEarly}`
  } finally {
    await load.stop()
  }
}

async function migrateAs(folder: string): Promise<number> {
  const startTime = performance.now()
  await run(process.execPath, ['app/commands/main.ts', 'migrate'], { cwd: folder })
  return performance.now() - startTime
}

async function fillRelease(folder: string): Promise<ReleaseData> {
  await mkdir(join(folder, 'trials/faults'), { recursive: true })
  await cp('trials/faults/release-data.ts', join(folder, 'trials/faults/release-data.ts'))
  const args = [
    'trials/faults/release-data.ts',
    `${needed.users}`,
    `${needed.guests}`,
    `${furtherUsers}`,
  ]
  const { stdout } = await run(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...settings },
  })
  return JSON.parse(stdout) as ReleaseData
}

/** Starts a server of this version on the release's schema, and returns what it said, if the release lacks migrations. */
async function startTooEarly(stage: Stage, folder: string): Promise<string> {
  const released = await listMigrations(join(folder, 'migrations'))
  const [firstNew] = (await listMigrations()).filter((name) => !released.includes(name))
  if (firstNew === undefined) return 'this version has no new migrations'
  const server = await stage.spawnServer(settings)
  await until('it gives up', () => server.child.exitCode !== null)
  const message = server.said().trim().split('\n').at(-1) ?? ''
  if (server.child.exitCode !== 1 || !message.startsWith(`The database lacks ${firstNew}`))
    throw new Error(message)
  return `started too early, this version said “${message.slice(0, 60)} … ${message.slice(-60)}”`
}

/** Replaces each server in turn, rolls the first back to the release, and upgrades it again. */
async function upgrade(
  replace: (at: number, tree?: string) => Promise<void>,
  release: string,
): Promise<void> {
  await replace(0)
  await wait(sideBySideMs)
  await replace(1)
  await wait(sideBySideMs / 2)
  await replace(0, release)
  await wait(sideBySideMs)
  await replace(0)
  await wait(sideBySideMs / 2)
}

/**
 * Throws if a call failed, a session was lost, or calls were much slower than during a restart. The restart replaces
 * servers of the release by servers of the release, so starting processes costs the same in both phases.
 */
async function judge({ done, failed, again, countSessions }: Load): Promise<string> {
  const { all, lost } = await countSessions()
  const slow: string[] = []
  let longest = 0
  const figures = [...new Set(done.map(({ kind }) => kind))].map((kind) => {
    const of = (phase: string) => done.filter((each) => each.kind === kind && each.phase === phase)
    const [usual, restart, upgrade] = [of('usual'), of('restart'), of('upgrade')].map(measure)
    if (kind === 'login') longest = Math.max(...of('upgrade').map(({ ms }) => ms))
    const isJudged = restart!.count >= minCalls && upgrade!.count >= minCalls
    if (isJudged && upgrade!.ms > 2 * restart!.ms) slow.push(kind)
    return `${kind} ${upgrade!.text} (restart ${restart!.text}; usual ${usual!.text})`
  })
  const message = `${failed.length} calls failed, ${again} set-ups of an authenticator began again, ${lost} of ${all} sessions lost; count and 99th percentile during the upgrade: ${figures.join(', ')}; longest login during the upgrade ${longest.toFixed(0)} ms`
  if (failed.length > 0) throw new Error(`${message}\n${failed.slice(0, 20).join('\n')}`)
  if (lost > 0) throw new Error(message)
  if (slow.length > 0)
    throw new Error(
      `${slow.join(', ')} took more than twice as long as during a restart: ${message}`,
    )
  return message
}

function measure(calls: Load['done']): { count: number; ms: number; text: string } {
  const ms = percentile99(calls)
  return { count: calls.length, ms, text: `${calls.length}, ${ms.toFixed(0)} ms` }
}

export const rolling: Fault[] = releases.map((release) => ({
  name: `rolling-upgrade-${release.version}`,
  what: `an upgrade from ${release.version} under load: migration, each server in turn, rollback, and upgrade again; with UPGRADE_USERS=1000000 at that size`,
  missing: async () => (await nginxIsMissing()) ?? (await releaseIsMissing(release)),
  cluster: startEmpty,
  test: (stage) => rollingUpgrade(stage, release),
  limitSeconds: furtherUsers > 0 ? 3_600 : 900,
}))
