import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address } from 'postal-mime'

export type Mailbox = { name: string; address: string }
export type Message = {
  id: string
  messageId: string
  from: Mailbox
  to: Mailbox[]
  subject: string
  text: string
  html: string
  createdAt: Date
  raw: Buffer
  isRead: boolean
}
export type Store = Awaited<ReturnType<typeof openStore>>

const maxMessages = 500
const fileName = /^(?<id>[0-9a-z]{9}-[0-9a-f]{8})\.eml$/

/** Keeps the newest 500 mails in memory, and in the folder if there is one. */
export async function openStore(folder?: string) {
  let messages = folder ? await load(folder) : []
  let newestMs = messages[0]?.createdAt.getTime() ?? 0
  let version = 0
  const opened = randomBytes(4).toString('hex')
  const changes = new EventEmitter().setMaxListeners(0)

  async function replace(next: Message[]): Promise<void> {
    const remaining = new Set(next)
    const removed = messages.filter((message) => !remaining.has(message))
    messages = next
    version += 1
    changes.emit('change')
    if (folder) await Promise.all(removed.map(({ id }) => rm(join(folder, `${id}.eml`))))
  }

  return {
    changes,
    /** Returns all mails, newest first. */
    list: (): readonly Message[] => messages,
    /** Returns a mail by id, or the newest for `latest`. */
    find: (id: string) => messages.find((message) => id === 'latest' || id === message.id),
    /** Changes with every change of the mails and every start. */
    version: () => `${opened}-${version}`,
    deleteAll: () => replace([]),
    markRead: (message: Message): void => {
      message.isRead = true
    },
    add: async (raw: Buffer): Promise<void> => {
      newestMs = Math.max(Date.now(), newestMs + 1)
      // Ids sort as text in the order of arrival.
      const id = `${newestMs.toString(36).padStart(9, '0')}-${randomBytes(4).toString('hex')}`
      const message = await parse(id, raw)
      if (folder) await write(join(folder, `${id}.eml`), raw)
      // Sorted, because concurrent mails may be parsed in another order than they arrived.
      messages = [message, ...messages].toSorted((one, other) => (one.id < other.id ? 1 : -1))
      // `replace` deletes the files of the mails beyond the maximum.
      await replace(messages.slice(0, maxMessages))
    },
  }
}

async function load(folder: string): Promise<Message[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ids = (await readdir(folder)).flatMap((name) => fileName.exec(name)?.groups?.['id'] ?? [])
  const newest = ids.toSorted().toReversed().slice(0, maxMessages)
  return Promise.all(
    newest.map(async (id) => {
      const message = await parse(id, await readFile(join(folder, `${id}.eml`)))
      return { ...message, isRead: true }
    }),
  )
}

/** Writes a file and then renames it, so that a killed program leaves no partial mail. */
async function write(file: string, raw: Buffer): Promise<void> {
  await writeFile(`${file}.half`, raw, { mode: 0o600 })
  await rename(`${file}.half`, file)
}

async function parse(id: string, raw: Buffer): Promise<Message> {
  const email = await PostalMime.parse(raw)
  return {
    id,
    messageId: (email.messageId ?? '').replace(/^<|>$/g, ''),
    from: mailboxes(email.from && [email.from])[0] ?? { name: '', address: '' },
    to: [...mailboxes(email.to), ...mailboxes(email.cc)],
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    createdAt: new Date(Number.parseInt(id.slice(0, 9), 36)),
    raw,
    isRead: false,
  }
}

/** Returns the HTML of a mail with its attached images as data URLs, because a browser cannot open `cid:` addresses. */
export async function htmlWithImages({ html, raw }: Message): Promise<string> {
  const { attachments } = await PostalMime.parse(raw)
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    const id = contentId?.replace(/^<|>$/g, '')
    if (!id || !/^image\/(png|jpeg)$/.test(mimeType) || typeof content === 'string') return text
    const data = Buffer.from(new Uint8Array(content)).toString('base64')
    return text.replaceAll(`cid:${id}`, `data:${mimeType};base64,${data}`)
  }, html)
}

function mailboxes(addresses: Address[] = []): Mailbox[] {
  return addresses
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => ({ name, address }))
}
