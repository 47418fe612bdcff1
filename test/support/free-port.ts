import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The range is below the ports of outgoing connections, because an outgoing connection could take the port before the
 * program listens.
 */
const [lowest, highest] = [20_000, 32_000]
const usedPorts = new Set<number>()

/** Returns a port that nothing listens on, a different one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest)
    if (usedPorts.has(port) || !(await isFree(port))) continue
    usedPorts.add(port)
    return port
  }
}

/** Returns the first of several adjacent ports that nothing listens on. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = await freePort()
    const others = Array.from({ length: count - 1 }, (_, index) => first + index + 1)
    if ((await Promise.all(others.map(isFree))).every(Boolean)) return first
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
