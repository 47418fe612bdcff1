import type { Attached, Message, Person } from './message.ts'

const snippetLength = 140
const notWords = /<(style|head|script)\b.*?<\/\1>|<[^>]*>|&[#\w]+;/gis
const searchedLength = 20_000

export function summary(message: Message) {
  return {
    ...head(message),
    Read: message.read,
    Created: message.createdAt.toISOString(),
    Attachments: outside(message).length,
    Snippet: snippet(message),
  }
}

export function details(message: Message) {
  return {
    ...head(message),
    ReturnPath: message.returnPath,
    Date: message.createdAt.toISOString(),
    Text: message.text,
    HTML: message.html,
    Inline: message.attachments.filter(({ inline }) => inline).map(attachment(message)),
    Attachments: outside(message).map(attachment(message)),
  }
}

export function headers(message: Message): Record<string, string[]> {
  const found = Object.groupBy(message.headers, ({ name }) => name)
  return Object.fromEntries(
    Object.entries(found).map(([name, lines = []]) => [name, lines.map(({ value }) => value)]),
  )
}

function head(message: Message) {
  return {
    ID: message.id,
    MessageID: message.messageId,
    From: person(message.from),
    To: message.to.map(person),
    Cc: message.cc.map(person),
    Bcc: message.bcc.map(person),
    ReplyTo: message.replyTo.map(person),
    Subject: message.subject,
    Size: message.raw.length,
    Tags: [],
  }
}

function person({ name, address }: Person) {
  return { Name: name, Address: address }
}

function outside(message: Message): Attached[] {
  return message.attachments.filter(({ inline }) => !inline)
}

function attachment(message: Message) {
  return (part: Attached) => ({
    PartID: String(message.attachments.indexOf(part)),
    FileName: part.name,
    ContentType: part.contentType,
    ContentID: part.contentId,
    Size: part.content.length,
  })
}

function snippet({ text, html }: Message): string {
  const beginning = (text || html).slice(0, searchedLength)
  const words = text ? beginning : beginning.replace(notWords, ' ')
  return words.replace(/\s+/g, ' ').trim().slice(0, snippetLength)
}
