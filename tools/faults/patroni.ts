import { spawn, type ChildProcess } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { placeOf, rootHome } from '../../demo/place.ts'
import { killPostgres } from './kill.ts'
import { freePort, until } from './stage.ts'

/** PostgreSQL as people run it who must not lose it: two of them under Patroni, which asks etcd who is the primary. */
export type Cluster = { variables: Record<string, string>; stop(): Promise<void> }
/** `pid` is of its Patroni. */
export type Member = {
  name: string
  data: string
  port: number
  config: string
  log: string
  pid?: number
}

const binaries = '/usr/lib/postgresql/15/bin'

export async function patroniIsMissing(): Promise<string | undefined> {
  const needed = {
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    'postgresql-15': `${binaries}/postgres`,
    'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  }
  const lacking = Object.entries(needed).filter(([, file]) => !existsSync(file))
  if (process.getuid?.() !== 0)
    return 'only root can start PostgreSQL of the distribution as its own user'
  return lacking.length > 0
    ? `not installed (Debian: ${lacking.map(([name]) => name).join(', ')})`
    : undefined
}

export async function startCluster(): Promise<Cluster> {
  const owner = placeOf('.').owner
  await mkdir(rootHome, { recursive: true })
  const folder = await mkdtemp(join(rootHome, 'patroni-'))
  await chown(folder, owner?.uid ?? 0, owner?.gid ?? 0)
  const etcd = await startEtcd(folder)
  const members = [
    await newMember(folder, 'one', etcd.port),
    await newMember(folder, 'other', etcd.port),
  ]
  const patronis = members.map(startPatroni)
  const [first, second] = members.map(({ port }) => `127.0.0.1:${port}`)
  const at = (role: string, database: string) => `postgres://${role}@${first},${second}/${database}`
  await until(
    'one of the two is primary and the other follows it',
    () => isReplicating(members),
    120,
  )
  await makeRoles(members)
  return {
    variables: {
      DATABASE_URL: at('portico_server', 'portico'),
      DATABASE_OWNER_URL: at('portico_owner', 'portico'),
      FAULTS_ADMIN_URL: at('postgres', 'portico'),
      FAULTS_MEMBERS: JSON.stringify(
        members.map((member, at) => ({ ...member, pid: patronis[at]?.pid })),
      ),
    },
    stop: async () => {
      for (const child of [...patronis, etcd.child]) child.kill('SIGKILL')
      for (const { data } of members) await killPostgres(data)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startEtcd(folder: string): Promise<{ port: number; child: ChildProcess }> {
  const [port, peer] = [await freePort(), await freePort()]
  const words = [
    `--data-dir=${folder}/etcd`,
    `--listen-client-urls=http://127.0.0.1:${port}`,
    `--advertise-client-urls=http://127.0.0.1:${port}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
  ]
  const child = spawn('etcd', words, { stdio: 'ignore' })
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  await until('etcd answers', isThere)
  return { port, child }
}

async function newMember(folder: string, name: string, etcd: number): Promise<Member> {
  const [port, api] = [await freePort(), await freePort()]
  const member = {
    name,
    port,
    data: join(folder, name),
    config: join(folder, `${name}.yml`),
    log: join(folder, `${name}.log`),
  }
  const here = { replication: '127.0.0.1/32' }
  const settings = {
    scope: 'portico',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        // What was committed stands on both: a promoted replica has lost nothing.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: [`host replication all ${here.replication} trust`, 'host all all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: member.data,
      bin_dir: binaries,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres', password: 'trusted' },
        replication: { username: 'replicator', password: 'trusted' },
      },
      parameters: { unix_socket_directories: folder },
    },
  }
  // What is JSON is YAML.
  await writeFile(member.config, JSON.stringify(settings))
  return member
}

export function startPatroni({ config, log }: Member): ChildProcess {
  const { uid, gid } = placeOf('.').owner ?? {}
  return spawn('sh', ['-c', `exec patroni ${config} >> ${log} 2>&1`], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    ...(uid !== undefined && { uid, gid: gid ?? uid }),
  })
}

/** What one of them says of itself; undefined when it does not answer. */
export async function ask<Row>({ port }: Member, text: string): Promise<Row[] | undefined> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 3_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows as Row[]
  } catch {
    return undefined
  } finally {
    client.end().catch(() => undefined)
  }
}

export async function primaryOf(members: readonly Member[]): Promise<Member | undefined> {
  for (const member of members) {
    const said = await ask<{ standby: boolean }>(member, 'select pg_is_in_recovery() as standby')
    if (said?.[0]?.standby === false) return member
  }
  return undefined
}

export async function isReplicating(members: readonly Member[]): Promise<boolean> {
  const primary = await primaryOf(members)
  const said =
    primary && (await ask(primary, "select from pg_stat_replication where sync_state = 'sync'"))
  return said?.length === 1
}

async function makeRoles(members: readonly Member[]): Promise<void> {
  const primary = await primaryOf(members)
  if (!primary) throw new Error('there is no primary')
  for (const text of [
    'create role portico_owner login',
    'create role portico_server login',
    'create database portico owner portico_owner',
  ])
    await ask(primary, text)
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${primary.port}/portico`,
  })
  await client.connect()
  await client.query('create extension pg_trgm')
  await client.end()
}
