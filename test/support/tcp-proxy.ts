import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The behavior of the network: forwards data, refuses connections, holds back every packet, or delays it. */
export type Network = 'open' | 'refusing' | 'stalled' | { delayMs: number }

export type TcpProxy = {
  port: number
  be(network: Network): void
  /** Breaks every open connection. */
  cut(): void
  /** Breaks each connection between this statement and its response, so that the client cannot know the outcome. */
  cutAfter(statement: string, times: number): void
  /** Returns true if the text was sent through the proxy. */
  heard(text: string): boolean
  stop(): Promise<void>
}

type Line = { near: Socket; far: Socket; isDoomed: boolean }

/** Starts a proxy in front of a TCP port or a unix socket. */
export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  let network: Network = 'open'
  let doom = { statement: '', times: 0 }
  let heldWrites: (() => void)[] = []
  let recentData = ''
  const lines = new Set<Line>()

  const server = createServer((near) => {
    if (network === 'refusing') return near.destroy()
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target)
    const line = { near, far, isDoomed: false }
    lines.add(line)
    for (const socket of [near, far]) {
      // Ignores errors, because the fault causes them and the other side handles them.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        lines.delete(line)
      })
    }
    near.on('data', (chunk) => {
      recentData = (recentData + chunk.toString('latin1')).slice(-10_000)
      if (doom.times > 0 && chunk.includes(doom.statement)) {
        doom.times -= 1
        line.isDoomed = true
      }
      pass(() => far.write(chunk))
    })
    far.on('data', (chunk) => (line.isDoomed ? near.destroy() : pass(() => near.write(chunk))))
    return undefined
  })

  function pass(write: () => void): void {
    if (network === 'stalled') heldWrites.push(write)
    else if (typeof network === 'object') setTimeout(write, network.delayMs)
    else write()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const { near, far } of lines) [near, far].forEach((socket) => socket.destroy())
  }
  return {
    port: (server.address() as AddressInfo).port,
    be: (next) => {
      network = next
      if (next === 'open') for (const write of heldWrites.splice(0)) write()
    },
    cut: () => {
      heldWrites = []
      cut()
    },
    cutAfter: (statement, times) => {
      doom = { statement, times }
    },
    heard: (text) => recentData.includes(text),
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
