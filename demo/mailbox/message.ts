import PostalMime, { decodeWords, type Address, type Email } from 'postal-mime'

export type Person = { name: string; address: string }
export type Attached = {
  name: string
  contentType: string
  contentId: string
  inline: boolean
  content: Uint8Array
}
export type Message = {
  id: string
  messageId: string
  from: Person
  to: Person[]
  cc: Person[]
  bcc: Person[]
  replyTo: Person[]
  returnPath: string
  subject: string
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: Attached[]
  createdAt: Date
  raw: Buffer
  read: boolean
}
export type Envelope = { from: string; recipients: string[] }

const nobody: Person = { name: '', address: '' }

/** What a last mail server writes on top: it alone still tells who got a blind copy. */
export function stamp(sent: Buffer, envelope: Envelope, id: string): Buffer {
  const lines = [
    `Return-Path: <${envelope.from}>`,
    ...envelope.recipients.map((address) => `Delivered-To: ${address}`),
    `Received: by mailbox with ESMTP id ${id}; ${new Date().toUTCString()}`,
  ]
  return Buffer.concat([Buffer.from(lines.map((line) => `${line}\r\n`).join('')), sent])
}

export async function readMessage(id: string, createdAt: Date, raw: Buffer): Promise<Message> {
  const email = await PostalMime.parse(raw)
  const to = people(email.to)
  const cc = people(email.cc)
  return {
    id,
    messageId: (email.messageId ?? '').replace(/^<|>$/g, ''),
    from: people(email.from && [email.from])[0] ?? nobody,
    to,
    cc,
    bcc: blindCopies(email, [...to, ...cc]),
    replyTo: people(email.replyTo),
    returnPath: email.returnPath ?? '',
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: email.headers.map(({ originalKey, value }) => ({
      name: originalKey,
      value: decodeWords(value),
    })),
    attachments: attached(email),
    createdAt,
    raw,
    read: false,
  }
}

export function recipients(message: Message): Person[] {
  return [...message.to, ...message.cc, ...message.bcc]
}

export function isAddressedTo(message: Message, address: string): boolean {
  return recipients(message).some((person) => sameAddress(person.address, address))
}

function people(addresses: Address[] | undefined): Person[] {
  return (addresses ?? [])
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => ({ name, address }))
}

function blindCopies(email: Email, open: Person[]): Person[] {
  const received = email.headers.findIndex(({ key }) => key === 'received')
  return email.headers
    .slice(0, Math.max(received, 0))
    .filter(({ key }) => key === 'delivered-to')
    .filter(({ value }) => !open.some((person) => sameAddress(person.address, value)))
    .map(({ value }) => ({ name: '', address: value }))
}

function attached(email: Email): Attached[] {
  return email.attachments.map((part) => ({
    name: part.filename ?? 'unnamed',
    contentType: part.mimeType,
    contentId: (part.contentId ?? '').replace(/^<|>$/g, ''),
    inline: part.related === true,
    content:
      typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content),
  }))
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
