import { once } from 'node:events'
import { isAddressedTo, recipients, type Message } from './message.ts'
import { receiveMail, type Behaviour } from './smtp.ts'
import { openStore, type Store } from './store.ts'
import { showMail } from './web.ts'

export type Mailbox = {
  smtpUrl: string
  url: string
  /** Newest first. */
  messages(): Promise<Message[]>
  /** The newest mail to that address, at once or when it comes. */
  waitFor(address: string, subject?: RegExp, timeoutMs?: number): Promise<Message>
  deleteAll(): Promise<void>
  behave(behaviour: Behaviour): void
  stop(): Promise<void>
}
type About = { host: string; smtpPort: number; httpPort: number; folder?: string | undefined }

const patienceMs = 5000

export async function startMailbox(about: About): Promise<Mailbox> {
  const store = await openStore(about.folder)
  const door = await receiveMail(store, about.host, about.smtpPort)
  const page = await showMail(store, about.host, about.httpPort).catch(async (error: unknown) => {
    await door.stop()
    throw error
  })
  const stopped = new AbortController()

  return {
    smtpUrl: `smtp://${reachable(about.host, '127.0.0.1')}:${door.port}`,
    url: `http://${reachable(about.host, 'localhost')}:${page.port}`,
    messages: async () => [...store.messages()],
    waitFor: (address, subject = /(?:)/, timeoutMs = patienceMs) =>
      waitFor(store, { address, subject, timeoutMs, stopped: stopped.signal }),
    deleteAll: () => store.remove(() => true),
    behave: door.behave,
    stop: async () => {
      stopped.abort()
      await Promise.all([door.stop(), page.stop()])
    },
  }
}

type Wanted = { address: string; subject: RegExp; timeoutMs: number; stopped: AbortSignal }

async function waitFor(store: Store, wanted: Wanted): Promise<Message> {
  const signal = AbortSignal.any([wanted.stopped, AbortSignal.timeout(wanted.timeoutMs)])
  for (;;) {
    const found = store
      .messages()
      .find(
        (message) =>
          isAddressedTo(message, wanted.address) && message.subject.search(wanted.subject) >= 0,
      )
    if (found) return found
    await once(store.changes, 'change', { signal }).catch(() => {
      throw new Error(missing(store, wanted))
    })
  }
}

function missing(store: Store, { address, subject, timeoutMs, stopped }: Wanted): string {
  const when = stopped.aborted ? 'before the mailbox stopped' : `within ${timeoutMs} ms`
  const there = store
    .messages()
    .slice(0, 10)
    .map((message) => {
      const addresses = recipients(message).map((person) => person.address)
      return `"${message.subject}" to ${addresses.join(', ')}`
    })
  return `No mail to ${address} with a subject like ${subject} came ${when}. There are: ${there.join('; ') || 'none'}.`
}

/** What listens everywhere is reached at home; the page's name is the one that people are told. */
function reachable(host: string, home: string): string {
  if (['localhost', '127.0.0.1', '0.0.0.0', '::'].includes(host)) return home
  return host.includes(':') ? `[${host}]` : host
}
