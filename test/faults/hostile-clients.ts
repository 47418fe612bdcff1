import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import type { Fault } from './fault.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser } from './people.ts'
import { until, type RunningServer, type Stage } from './stage.ts'

/** Opens connections, sends text on each, and counts those that the server has closed. */
async function openMany(
  stage: Stage,
  server: RunningServer,
  about: { many: number; begin: string; drip?: string },
): Promise<{ open: () => number; refused: () => number }> {
  let refused = 0
  const sockets = new Set<Socket>()
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1')
      sockets.add(socket)
      socket.on('connect', () => {
        if (about.begin) socket.write(about.begin)
        resolve()
      })
      socket.on('error', () => {
        refused += 1
        resolve()
      })
      // Node notices the end of a connection only when it is read.
      socket.resume()
      socket.on('close', () => sockets.delete(socket))
    })
  for (let from = 0; from < about.many; from += 250)
    await Promise.all(Array.from({ length: 250 }, one))
  const timer = setInterval(() => {
    if (about.drip) for (const socket of sockets) socket.write(about.drip)
  }, 1_000)
  stage.onClose(() => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })
  return { open: () => sockets.size, refused: () => refused }
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const begun = performance.now()
  await work()
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}

async function memoryMib(server: RunningServer): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function beside(
  stage: Stage,
  about: { many: number; begin: string; drip?: string; closedWithinSeconds?: number },
): Promise<string> {
  const server = await stage.startServer()
  const before = await memoryMib(server)
  const crowd = await openMany(stage, server, about)
  const guest = await inviteUser()
  const took = await timed(() => becomeUser(() => server.url, guest))
  const grown = (await memoryMib(server)) - before
  if (grown > 400) throw new Error(`${about.many} connections cost ${grown.toFixed(0)} MiB`)
  const { closedWithinSeconds: limit } = about
  if (limit) await until('they are all sent away', () => crowd.open() === 0, limit)
  const end = limit ? `, all of them sent away within ${limit} s` : ''
  return `beside ${about.many} of them (${crowd.refused()} refused) a user signed up in ${took}, ${grown.toFixed(0)} MiB more${end}`
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
  // The server may close the connection before the whole body has arrived.
  if (statuses.some((status) => ![0, 403, 413].includes(status)))
    throw new Error(`answers ${statuses}`)
  const grown = (await memoryMib(server)) - before
  if (grown > 200) throw new Error(`${grown.toFixed(0)} MiB for bodies above the limit`)
  await becomeUser(() => server.url, await inviteUser())
  return `40 bodies of 8 MiB were refused, ${grown.toFixed(0)} MiB more`
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
  const { open } = await openMany(stage, server, {
    many: 250,
    begin: `GET / HTTP/1.1\r\nhost: a\r\n${header}\r\n\r\n`,
  })
  await until('long headers are sent away', () => open() === 0, 120)
  await becomeUser(() => server.url, await inviteUser())
  return '500 connections of random bytes and 250 with headers of 200 kB were sent away'
}

const post = [
  'POST /api/users/login HTTP/1.1',
  'host: localhost',
  'content-type: application/json',
  'content-length: 60000',
  '',
  '{"email":"',
].join('\r\n')

export const hostileClients: Fault[] = [
  {
    name: 'idle-sockets',
    what: '5,000 connections that never send anything',
    test: (stage) => beside(stage, { many: 5_000, begin: '' }),
  },
  {
    name: 'slow-headers',
    what: '1,000 connections that send their headers a byte a second',
    test: (stage) =>
      beside(stage, {
        many: 1_000,
        begin: 'GET / HTTP/1.1\r\nx-slow: ',
        drip: 'a',
        closedWithinSeconds: 120,
      }),
  },
  {
    name: 'slow-bodies',
    what: '1,000 connections that send their body a byte a second',
    test: (stage) =>
      beside(stage, { many: 1_000, begin: post, drip: 'a', closedWithinSeconds: 120 }),
  },
  {
    name: 'huge-bodies',
    what: '40 bodies of 8 MiB at once',
    test: hugeBodies,
  },
  {
    name: 'garbage',
    what: 'random bytes and endless headers where HTTP is spoken',
    test: garbage,
  },
]
