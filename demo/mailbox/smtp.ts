import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { closing, listening } from './port.ts'
import type { Store } from './store.ts'

/**
 * What a mail job has to live with: a lasting no, a no for now, no answer at all,
 * and a line that is cut after the mail was taken, so that the sender cannot know.
 */
export type Behaviour = 'accept' | 'refuse' | 'defer' | 'stall' | 'drop-after-data'
export type Door = { port: number; behave(behaviour: Behaviour): void; stop(): Promise<void> }

const largestBytes = 1024 * 1024
const refusals: Partial<Record<Behaviour, Error>> = {
  refuse: Object.assign(new Error('No such mailbox (refused for a test)'), { responseCode: 550 }),
  defer: Object.assign(new Error('Try again later (deferred for a test)'), { responseCode: 451 }),
}

export async function receiveMail(store: Store, host: string, port: number): Promise<Door> {
  let behaviour: Behaviour = 'accept'
  const server = new SMTPServer({
    name: 'mailbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestBytes,
    rejectOversized: true,
    onMailFrom: (_address, _session, answer) => {
      if (behaviour !== 'stall') answer()
    },
    onRcptTo: (_address, _session, answer) => {
      answer(refusals[behaviour])
    },
    onData: (stream, session, answer) => {
      take(store, stream, session).then(() => {
        if (behaviour === 'drop-after-data') cut(sockets, session)
        else answer()
      }, answer)
    },
  })
  // A sender that hangs up is an 'error' of the server; without a listener it would end the program.
  server.on('error', () => {})
  const sockets = openSockets(server)

  return {
    port: await listening(server.server, host, port, 'SMTP_PORT'),
    behave: (next) => {
      behaviour = next
    },
    stop: async () => {
      const closed = closing(server.server)
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function openSockets(server: SMTPServer): Set<Socket> {
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return sockets
}

async function take(
  store: Store,
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (!stream.sizeExceeded) chunks.push(chunk)
  }
  if (stream.sizeExceeded) return
  await store.keep(Buffer.concat(chunks), {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    recipients: envelope.rcptTo.map(({ address }) => address),
  })
}

function cut(sockets: Set<Socket>, session: SMTPServerSession): void {
  for (const socket of sockets) {
    if (socket.remotePort === session.remotePort) socket.destroy()
  }
}
