import { chmod, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { config } from '#server/config.ts'
import type { Server } from '#server/http.ts'
import { explainPort } from './reason.ts'

/** Listens on PORT of HOST, or on the Unix socket that HOST names. Only the socket's owner and group may connect. */
export async function listen(server: Server): Promise<void> {
  const { host, port } = config
  try {
    if (!host.startsWith('/')) return void (await server.listen({ host, port }))
    await removeDeadSocket(host)
    await server.listen({ path: host })
    await chmod(host, 0o660)
  } catch (error) {
    throw host.startsWith('/') ? explainSocket(error, host) : explainPort(error, port, 'PORT')
  }
}

/** Removes the socket that a killed process left behind. */
async function removeDeadSocket(path: string): Promise<void> {
  const isSocket = await stat(path).then(
    (stats) => stats.isSocket(),
    () => false,
  )
  if (isSocket && !(await acceptsConnections(path))) await rm(path, { force: true })
}

function acceptsConnections(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path, () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

function explainSocket(cause: unknown, path: string): Error {
  const { code = '' } = cause as { code?: string }
  const message = `Cannot listen on the socket ${path} (${code}). Choose another with HOST=…`
  return new Error(message, { cause })
}
