import { execFile } from 'node:child_process'
import { chown, mkdir, open, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { rootHome } from '../../demo/place.ts'
import type { Fault } from './fault.ts'
import { inviteUser } from '#test/people.ts'
import { requireOnly, createSession, type Counted } from './connections.ts'
import { isReady, until, type RunningServer, type Stage } from './stage.ts'

const run = promisify(execFile)

/** Fills a tablespace on its own disk to the last byte. */
async function diskFull(stage: Stage): Promise<string> {
  const disk = `${rootHome}/faults-disk-${process.pid}`
  await mkdir(disk, { recursive: true })
  await run('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', disk])
  stage.onClose(async () => {
    await run('umount', ['-l', disk])
    await rm(disk, { recursive: true })
  })
  const { uid = 0, gid = 0 } = stage.place.owner ?? {}
  await chown(disk, uid, gid)
  const home = await stage.connect(
    new URL(`/postgres${new URL(stage.adminUrl).search}`, stage.adminUrl).href,
  )
  const name = new URL(stage.adminUrl).pathname.slice(1)
  await home.query(`create tablespace tiny location '${disk}'`)
  stage.onClose(async () => {
    await home.query(`drop database if exists ${name} with (force)`)
    await home.query('drop tablespace tiny')
  })
  await home.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  await home.query(`alter database ${name} set tablespace tiny`)
  const server = await stage.startServer()
  await createSession(server)

  await fill(`${disk}/filler`)
  const guests = inviteUser().then(
    () => 'enough room for a mail was left',
    (error: Error) => error.message,
  )
  const summary = await guests
  const errors = await errorsUntilFull(server)
  await rm(`${disk}/filler`)
  await until('it can write again', () => isReady(server))
  return `with a full disk: “${summary}”, answers ${errors}; with free space, everything continued`
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (;;) await handle.write(Buffer.alloc(64 * 1024))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}

/** Adds failed logins until one needs a new page, because existing pages still have room for rows. */
async function errorsUntilFull(server: RunningServer): Promise<string> {
  const counts: Counted = new Map()
  for (let round = 0; round < 80 && !counts.has(503); round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => wrongLogin(server, round * 20 + at)),
    )
    for (const status of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  if (!counts.has(503))
    throw new Error(`the disk was never full: ${requireOnly(counts, [401, 503])}`)
  return requireOnly(counts, [401, 503])
}

async function wrongLogin(server: RunningServer, at: number): Promise<number> {
  const from = {
    'x-forwarded-for': `203.0.${at >> 8}.${at & 255}`,
    'x-requested-with': 'XMLHttpRequest',
  }
  const primed = await fetch(`${server.url}/api/csrf`, { headers: from })
  const cookie = primed.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const answer = await fetch(`${server.url}/api/users/login`, {
    method: 'POST',
    headers: {
      ...from,
      cookie,
      origin: 'http://localhost:8080',
      'content-type': 'application/json',
      'x-csrf-token': primed.headers.get('x-csrf-token') ?? '',
    },
    body: JSON.stringify({ email: `nobody${at}@quay.example`, password: 'Wrong-Harbour-1' }),
  })
  await answer.arrayBuffer()
  return answer.status
}

async function cannotMount(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can mount a small disk'
  const probe = `/tmp/portico-mount-${process.pid}`
  await mkdir(probe)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe])
    await run('umount', [probe])
    return undefined
  } catch {
    return 'this machine does not allow mounting a small disk'
  } finally {
    await rm(probe, { recursive: true })
  }
}

export const fullDisk: Fault[] = [
  {
    name: 'disk-full',
    what: 'the disk of the database is full to the last byte',
    missing: cannotMount,
    test: diskFull,
  },
]
