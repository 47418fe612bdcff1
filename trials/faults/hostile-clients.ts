import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Fault } from './fault.ts'
import { openMany } from './sockets.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser } from './people.ts'
import { until, type RunningServer, type Stage } from './stage.ts'

export async function memoryMib(server: RunningServer): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function hugeBodies(stage: Stage): Promise<string> {
  const server = await stage.startServer()
  const before = await memoryMib(server)
  const body = Buffer.alloc(8 * 2 ** 20, 'a')
  const statuses = await Promise.all(
    Array.from({ length: 40 }, () =>
      fetch(`${server.url}/api/users/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).then(
        (answer) => answer.status,
        () => 0,
      ),
    ),
  )
  // Status 0 is allowed, because the server may close the connection before the whole body has arrived.
  if (statuses.some((status) => ![0, 403, 413].includes(status)))
    throw new Error(`answers ${statuses}`)
  const grown = (await memoryMib(server)) - before
  if (grown > 200) throw new Error(`${grown.toFixed(0)} MiB for bodies above the limit`)
  await becomeUser(() => server.url, await inviteUser())
  return `40 bodies of 8 MiB were rejected with ${grown.toFixed(0)} MiB more memory`
}

async function garbage(stage: Stage): Promise<string> {
  const server = await stage.startServer()
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.end(randomBytes(4_096)))
      socket.resume()
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
  await Promise.all(Array.from({ length: 500 }, one))
  const header = `x-long: ${'a'.repeat(200_000)}`
  const begin = `GET / HTTP/1.1\r\nhost: a\r\n${header}\r\n\r\n`
  const { open } = await openMany(stage, server, { many: 250, addresses: 1, begin })
  await until('long headers are sent away', () => open() === 0, 120)
  await becomeUser(() => server.url, await inviteUser())
  return '500 connections of random bytes and 250 with headers of 200 kB were rejected'
}

export const hostileClients: Fault[] = [
  {
    name: 'huge-bodies',
    what: '40 concurrent bodies of 8 MiB',
    test: hugeBodies,
  },
  {
    name: 'garbage',
    what: 'random bytes and endless headers instead of HTTP',
    test: garbage,
  },
]
