import { freePort } from '#test/free-port.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf, rootHome } from '../../demo/place.ts'
import type { Cluster } from './fault.ts'
import { killPostgres } from './kill.ts'
import { isReplicating, makeRoles, type Member } from './members.ts'
import { until } from './stage.ts'

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

/** Starts two PostgreSQL servers with synchronous replication under Patroni and etcd. */
export async function startCluster(): Promise<Cluster> {
  const owner = placeOf('.').owner
  await mkdir(rootHome, { recursive: true })
  const folder = await mkdtemp(join(rootHome, 'patroni-'))
  await chown(folder, owner?.uid ?? 0, owner?.gid ?? 0)
  const members: Member[] = []
  const programs: ChildProcess[] = []
  const stop = async () => {
    for (const child of programs) child.kill('SIGKILL')
    for (const { data } of members) await killPostgres(data)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const etcd = await startEtcd(folder, programs)
    for (const name of ['one', 'other']) members.push(await newMember(folder, name, etcd))
    for (const member of members) {
      const patroni = startPatroni(member)
      programs.push(patroni)
      if (patroni.pid !== undefined) member.pid = patroni.pid
    }
    await until(
      'one of the two is primary and the other follows it',
      () => isReplicating(members),
      120,
    )
    await makeRoles(members)
  } catch (error) {
    await stop()
    throw error
  }
  return { variables: variablesOf(members), stop }
}

function variablesOf(members: readonly Member[]): Record<string, string> {
  const addresses = members.map(({ port }) => `127.0.0.1:${port}`).join()
  const at = (role: string) => `postgres://${role}@${addresses}/portico`
  return {
    DATABASE_URL: at('portico_server'),
    DATABASE_OWNER_URL: at('portico_owner'),
    FAULTS_ADMIN_URL: at('postgres'),
    FAULTS_MEMBERS: JSON.stringify(members),
  }
}

/** Starts etcd and returns its port. */
async function startEtcd(folder: string, programs: ChildProcess[]): Promise<number> {
  const [port, peer] = [await freePort(), await freePort()]
  const args = [
    `--data-dir=${folder}/etcd`,
    `--listen-client-urls=http://127.0.0.1:${port}`,
    `--advertise-client-urls=http://127.0.0.1:${port}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
  ]
  programs.push(spawn('etcd', args, { stdio: 'ignore' }))
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    )
  await until('etcd answers', isThere)
  return port
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
        // A commit waits for both servers, so that no commit is lost when a replica is promoted.
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
  // JSON is valid YAML.
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
