import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

export async function listening(
  server: Server,
  host: string,
  port: number,
  variable: string,
): Promise<number> {
  // 'localhost' may be ::1 alone, which a sender that tries only 127.0.0.1 does not reach.
  server.listen(port, host === 'localhost' ? '127.0.0.1' : host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(sentence(error, host, port, variable), { cause: error })
  })
  return (server.address() as AddressInfo).port
}

export async function closing(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve))
}

function sentence(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  variable: string,
): string {
  const why =
    error.code === 'EADDRINUSE'
      ? `Port ${port} is already in use`
      : `The mailbox cannot listen on ${host} port ${port} (${error.code})`
  return `${why}: set ${variable} to a free port.`
}
