import type { Server, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Store } from './store.ts'

/**
 * The server's reaction to a sender, for tests: a permanent rejection, a temporary one, no response, or a connection
 * that closes after the mail was accepted.
 */
export type Behaviour = 'accept' | 'refuse' | 'defer' | 'stall' | 'drop-after-data'

const maxBytes = 1024 * 1024
const errors: Partial<Record<Behaviour, Error>> = {
  refuse: Object.assign(new Error('No such mailbox (refused for a test)'), { responseCode: 550 }),
  defer: Object.assign(new Error('Try again later (deferred for a test)'), { responseCode: 451 }),
}

/** Returns an SMTP server that stores every mail. `server` does not listen yet. */
export function createSmtpServer(store: Store): {
  server: Server
  behave: (next: Behaviour) => void
} {
  let behaviour: Behaviour = 'accept'
  const sockets = new Set<Socket>()
  const smtp = new SMTPServer({
    name: 'mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    rejectOversized: true,
    onMailFrom: (_address, _session, answer) => {
      if (behaviour !== 'stall') answer()
    },
    onRcptTo: (_address, _session, answer) => answer(errors[behaviour]),
    onData: (stream, { remotePort }, answer) => {
      receive(store, stream).then(() => {
        if (behaviour !== 'drop-after-data') return answer()
        for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy()
      }, answer)
    },
  })
  // A sender that hangs up emits 'error' on the server; without a listener the process would end.
  smtp.on('error', () => {})
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return {
    server: smtp.server,
    behave: (next) => {
      behaviour = next
    },
  }
}

async function receive(store: Store, stream: SMTPServerDataStream): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (!stream.sizeExceeded) chunks.push(chunk)
  }
  if (!stream.sizeExceeded) await store.add(Buffer.concat(chunks))
}
