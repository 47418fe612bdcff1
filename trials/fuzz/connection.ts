import type { Socket } from 'node:net'
import { openConnection } from '../bench/harness.ts'

export type RawRequest = {
  method: string
  target: string
  headers: readonly (readonly [string, string])[]
  body: Buffer
}

export type Answer = { status: number; head: string; body: string; ms: number }

const patienceMs = 20_000

/** A keep-alive connection that writes arbitrary bytes, which an HTTP client would refuse to send. */
export class Connection {
  #port: number
  #socket: Socket | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** Sends a request. Throws if the server closes the connection without a response, or does not respond in time. */
  async ask(request: RawRequest): Promise<Answer> {
    if (!this.#socket?.writable) this.#socket = await openConnection(this.#port)
    const socket = this.#socket
    const startTime = performance.now()
    const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const head = `${request.method} ${request.target} HTTP/1.1\r\n${lines}content-length: ${request.body.length}\r\n\r\n`
    const { bytes, isClosed } = await exchange(socket, request, Buffer.from(head, 'latin1'))
    if (isClosed || /^connection: close\r?$/im.test(bytes.slice(0, bytes.indexOf('\r\n\r\n'))))
      this.close()
    const end = bytes.indexOf('\r\n\r\n')
    return {
      status: Number(bytes.slice(9, 12)),
      head: bytes.slice(0, end),
      body: bytes.slice(end + 4),
      ms: performance.now() - startTime,
    }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

function exchange(
  socket: Socket,
  request: RawRequest,
  head: Buffer,
): Promise<{ bytes: string; isClosed: boolean }> {
  return new Promise((resolve, reject) => {
    let bytes = ''
    const end = (error?: Error, isClosed = false) => {
      clearTimeout(silence)
      socket.off('data', take).off('close', lost).off('error', lost)
      if (error) {
        socket.destroy()
        reject(error)
      } else resolve({ bytes, isClosed })
    }
    const lost = () =>
      end(bytes === '' ? new Error('the connection was closed without an answer') : undefined, true)
    const silence = setTimeout(() => end(new Error('no answer within 20 s')), patienceMs)
    const take = (part: Buffer) => {
      bytes += part.toString('latin1')
      while (/^HTTP\/1\.1 1\d\d /.test(bytes) && bytes.includes('\r\n\r\n'))
        bytes = bytes.slice(bytes.indexOf('\r\n\r\n') + 4)
      if (isWhole(bytes, request.method)) end()
    }
    socket.on('data', take).on('close', lost).on('error', lost)
    socket.write(Buffer.concat([head, request.body]))
  })
}

function isWhole(bytes: string, method: string): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = bytes.slice(0, end)
  if (method === 'HEAD' || /^HTTP\/1\.1 (204|304)/.test(head)) return true
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return bytes.length >= end + 4 + Number(length)
  return /^transfer-encoding: chunked/im.test(head) && bytes.endsWith('0\r\n\r\n')
}
