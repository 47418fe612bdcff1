import { connect, type Socket } from 'node:net'
import type { RunningServer, Stage } from './stage.ts'

export type Crowd = {
  many: number
  /** The number of loopback addresses from 127.0.1.1 on, which are not trusted proxies. */
  addresses: number
  /** The text sent when a connection opens. `drip` is then sent each second. */
  begin: string
  drip?: string
  /** True to read no response. */
  isDeaf?: boolean
  /** True to reopen each second the connections that the server has closed. */
  isStubborn?: boolean
}

/** Opens connections, sends text on each, and counts the connections that the server has closed. */
export async function openMany(
  stage: Stage,
  server: RunningServer,
  { many, addresses, begin, drip, isDeaf = false, isStubborn = false }: Crowd,
): Promise<{ open: () => number; close: () => void }> {
  let closed: number[] = []
  const sockets = new Set<Socket>()
  const openOne = (one: number) =>
    new Promise<void>((resolve) => {
      const localAddress = `127.0.1.${1 + (one % addresses)}`
      const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
      sockets.add(socket)
      socket.on('connect', () => {
        if (begin) socket.write(begin)
        resolve()
      })
      socket.on('error', () => resolve())
      // Node notices the end of a connection only when it is read.
      if (!isDeaf) socket.resume()
      socket.on('close', () => {
        sockets.delete(socket)
        closed.push(one)
      })
    })
  for (let from = 0; from < many; from += 250) {
    const next = Math.min(250, many - from)
    await Promise.all(Array.from({ length: next }, (_, one) => openOne(from + one)))
  }
  const timer = setInterval(() => {
    if (drip) for (const socket of sockets) socket.write(drip)
    const again = closed
    closed = []
    if (isStubborn) for (const one of again) void openOne(one)
  }, 1_000)
  const close = () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
  stage.onClose(close)
  return { open: () => sockets.size, close }
}
