import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createSmtpServer, type Behaviour } from './smtp.ts'
import { openStore, type Message, type Store } from './store.ts'
import { createWebServer } from './web.ts'

export type Mailbox = {
  smtpUrl: string
  url: string
  /** Returns all mails, newest first. */
  messages(): Promise<readonly Message[]>
  /** Returns the newest mail to the address; waits for one if there is none. Throws after the timeout. */
  waitFor(address: string, subject?: RegExp, timeoutMs?: number): Promise<Message>
  deleteAll(): Promise<void>
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}
type Options = { host: string; smtpPort: number; httpPort: number; folder?: string | undefined }

/** Starts a mail server that delivers nothing, and a page that shows the received mails. */
export async function startMailbox({
  host,
  smtpPort,
  httpPort,
  folder,
}: Options): Promise<Mailbox> {
  const store = await openStore(folder)
  const smtp = createSmtpServer(store)
  const smtpServer = await listen(smtp.server, host, smtpPort, 'SMTP_PORT')
  const web = await listen(createWebServer(store, host), host, httpPort, 'MAILBOX_PORT').catch(
    async (error: unknown) => {
      await smtpServer.stop()
      throw error
    },
  )
  const stopped = new AbortController()
  return {
    smtpUrl: `smtp://${reachable(host, '127.0.0.1')}:${smtpServer.port}`,
    url: `http://${reachable(host, 'localhost')}:${web.port}`,
    messages: async () => [...store.list()],
    waitFor: (address, subject = /(?:)/, timeoutMs = 5000) =>
      waitFor(store, { address, subject, timeoutMs, stopped: stopped.signal }),
    deleteAll: store.deleteAll,
    behave: smtp.behave,
    stop: async () => {
      stopped.abort()
      await Promise.all([smtpServer.stop(), web.stop()])
    },
  }
}

type WaitOptions = { address: string; subject: RegExp; timeoutMs: number; stopped: AbortSignal }

async function waitFor(store: Store, options: WaitOptions): Promise<Message> {
  const { address, subject, timeoutMs, stopped } = options
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)])
  for (;;) {
    const mail = store
      .list()
      .find(
        (message) =>
          message.to.some((to) => to.address.toLowerCase() === address.toLowerCase()) &&
          message.subject.search(subject) >= 0,
      )
    if (mail) return mail
    await once(store.changes, 'change', { signal }).catch(() => {
      const when = stopped.aborted ? 'before the mailbox stopped' : `within ${timeoutMs} ms`
      const received = store
        .list()
        .slice(0, 10)
        .map(
          (message) => `"${message.subject}" to ${message.to.map((to) => to.address).join(', ')}`,
        )
      throw new Error(
        `No mail to ${address} with a subject like ${subject} came ${when}. There are: ${received.join('; ') || 'none'}.`,
      )
    })
  }
}

async function listen(server: Server, host: string, port: number, variable: string) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // 'localhost' may resolve to ::1 only, which a sender that tries only 127.0.0.1 does not reach.
  server.listen(port, host === 'localhost' ? '127.0.0.1' : host)
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'EADDRINUSE'
        ? `Port ${port} is already in use`
        : `The mailbox cannot listen on ${host} port ${port} (${error.code})`
    throw new Error(`${why}: set ${variable} to a free port.`, { cause: error })
  })
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Returns the host to connect to; a server that listens on all addresses is reached on loopback. */
function reachable(host: string, loopback: string): string {
  if (['localhost', '127.0.0.1', '0.0.0.0', '::'].includes(host)) return loopback
  return host.includes(':') ? `[${host}]` : host
}
