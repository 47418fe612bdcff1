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

type Shelf = {
  folder: string | undefined
  messages: Message[]
  newestMs: number
  changed: number
  changes: EventEmitter
}

export async function openStore(folder?: string): Promise<Store> {
  const messages = folder ? await load(folder) : []
  const newestMs = messages[0]?.createdAt.getTime() ?? 0
  const changes = new EventEmitter().setMaxListeners(0)
  const shelf: Shelf = { folder, messages, newestMs, changed: 0, changes }
  const opened = randomBytes(4).toString('hex')

  return {
    messages: () => shelf.messages,
    find: (id) => shelf.messages.find((message) => id === 'latest' || id === message.id),
    keep: (sent, envelope) => keep(shelf, sent, envelope),
    markRead: (message) => markRead(shelf, message),
    remove: (isDoomed) => remove(shelf, isDoomed),
    version: () => `${opened}-${shelf.changed}`,
    changes,
  }
}

async function keep(shelf: Shelf, sent: Buffer, envelope: Envelope): Promise<void> {
  shelf.newestMs = Math.max(Date.now(), shelf.newestMs + 1)
  const id = idAt(shelf.newestMs)
  const raw = stamp(sent, envelope, id)
  const message = await readMessage(id, timeOf(id), raw)
  if (shelf.folder) await write(shelf.folder, id, raw)
  change(shelf, [message, ...shelf.messages].toSorted(newestFirst))
  const tooOld = new Set(shelf.messages.slice(most))
  await remove(shelf, (message) => tooOld.has(message))
}

function markRead(shelf: Shelf, message: Message): void {
  if (message.read) return
  message.read = true
  change(shelf, shelf.messages)
}

async function remove(shelf: Shelf, isDoomed: (message: Message) => boolean): Promise<void> {
  const { folder } = shelf
  const doomed = new Set(shelf.messages.filter(isDoomed))
  if (doomed.size === 0) return
  change(
    shelf,
    shelf.messages.filter((message) => !doomed.has(message)),
  )
  if (!folder) return
  await Promise.all([...doomed].map(({ id }) => rm(fileOf(folder, id), { force: true })))
}

function change(shelf: Shelf, messages: Message[]): void {
  shelf.messages = messages
  shelf.changed += 1
  shelf.changes.emit('change')
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
