import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Requests that were answered in a second, and how long each of them took, in milliseconds. */
export type Rate = { perSecond: number; medianMs: number; count: number }

type About = { port: number; path: string; headersOf: (count: number) => string; atOnce: number }

/**
 * Asks for one path again and again, each connection the next time when it has been answered: no more of the machine
 * than that takes goes into asking. Throws at the first answer that is not one of success.
 */
export async function askFor(
  about: About,
  limit: { ms: number } | { requests: number },
): Promise<Rate> {
  const times: number[] = []
  const begun = performance.now()
  let asked = 0
  const goesOn = () =>
    'ms' in limit ? performance.now() - begun < limit.ms : asked < limit.requests
  const one = async () => {
    const socket = await openConnection(about.port)
    while (goesOn()) {
      asked += 1
      const start = performance.now()
      await ask(
        socket,
        `GET ${about.path} HTTP/1.1\r\nhost: localhost\r\n${about.headersOf(asked)}\r\n`,
      )
      if (times.length < 200_000) times.push(performance.now() - start)
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: about.atOnce }, one))
  const seconds = (performance.now() - begun) / 1000
  const sorted = times.toSorted((one, other) => one - other)
  return {
    perSecond: asked / seconds,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    count: asked,
  }
}

export function openConnection(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** The answer, its head and its body. Throws when it is not one of success. */
export function ask(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const end = (error?: Error) => {
      socket.off('data', take)
      socket.off('close', lost)
      if (error) reject(error)
      else resolve(answer)
    }
    const lost = () => end(new Error('the connection was closed'))
    const take = (part: Buffer) => {
      answer += part.toString('latin1')
      const head = answer.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
      if (answer.length < head + 4 + length) return
      end(answer.startsWith('HTTP/1.1 20') ? undefined : new Error(answer.slice(0, 400)))
    }
    socket.on('data', take)
    socket.on('close', lost)
    socket.write(request)
  })
}
