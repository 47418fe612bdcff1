import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMessage, stamp, type Envelope, type Message } from './message.ts'

export type Store = {
  /** Newest first. */
  messages(): readonly Message[]
  find(id: string): Message | undefined
  keep(sent: Buffer, envelope: Envelope): Promise<void>
  markRead(message: Message): void
  remove(isDoomed: (message: Message) => boolean): Promise<void>
  /** Another word after every change, and after a restart: a page asks again when it differs. */
  version(): string
  changes: EventEmitter
}

const most = 500
const ourFile = /^(?<id>[0-9a-z]{9}-[0-9a-f]{8})\.eml$/

export async function openStore(folder?: string): Promise<Store> {
  const started = randomBytes(4).toString('hex')
  const changes = new EventEmitter().setMaxListeners(0)
  let kept = folder ? await load(folder) : []
  let count = 0
  let newestMs = kept[0]?.createdAt.getTime() ?? 0

  function change(messages: Message[]): void {
    kept = messages
    count += 1
    changes.emit('change')
  }

  async function remove(isDoomed: (message: Message) => boolean): Promise<void> {
    const doomed = kept.filter(isDoomed)
    if (doomed.length === 0) return
    change(kept.filter((message) => !doomed.includes(message)))
    if (folder) await Promise.all(doomed.map(({ id }) => rm(fileOf(folder, id), { force: true })))
  }

  async function keep(sent: Buffer, envelope: Envelope): Promise<void> {
    newestMs = Math.max(Date.now(), newestMs + 1)
    const id = idAt(newestMs)
    const raw = stamp(sent, envelope, id)
    const message = await readMessage(id, new Date(newestMs), raw)
    if (folder) await write(folder, id, raw)
    change([message, ...kept].toSorted(newestFirst))
    const tooOld = new Set(kept.slice(most))
    await remove((message) => tooOld.has(message))
  }

  return {
    messages: () => kept,
    find: (id) => (id === 'latest' ? kept[0] : kept.find((message) => message.id === id)),
    keep,
    markRead: (message) => {
      if (message.read) return
      message.read = true
      change(kept)
    },
    remove,
    version: () => `${started}-${count}`,
    changes,
  }
}

async function load(folder: string): Promise<Message[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ids = (await readdir(folder)).flatMap((name) => ourFile.exec(name)?.groups?.['id'] ?? [])
  const newest = ids.toSorted().toReversed().slice(0, most)
  const messages = await Promise.all(newest.map((id) => loadOne(folder, id)))
  return messages.filter((message) => message !== undefined)
}

/** A file that somebody else spoiled costs that mail, not the start. */
async function loadOne(folder: string, id: string): Promise<Message | undefined> {
  const raw = await readFile(fileOf(folder, id))
  const message = await readMessage(id, timeOf(id), raw).catch(() => undefined)
  return message && { ...message, read: true }
}

/** Renamed when whole, so that a killed program leaves no half mail. */
async function write(folder: string, id: string, raw: Buffer): Promise<void> {
  const half = join(folder, `${id}.half`)
  await writeFile(half, raw, { mode: 0o600 })
  await rename(half, fileOf(folder, id))
}

function fileOf(folder: string, id: string): string {
  return join(folder, `${id}.eml`)
}

/** Sorts as text in the order of arrival, which the UUIDv7 of one millisecond do not. */
function idAt(timeMs: number): string {
  return `${timeMs.toString(36).padStart(9, '0')}-${randomBytes(4).toString('hex')}`
}

function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 9), 36))
}

function newestFirst(one: Message, other: Message): number {
  return one.id < other.id ? 1 : -1
}
