import { equal } from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createTransport } from 'nodemailer'
import { startMailbox, type Mailbox } from './mailbox.ts'
import type { details, summary } from './mailpit.ts'

export type Summary = ReturnType<typeof summary>
export type Details = ReturnType<typeof details>
export type List = {
  total: number
  unread: number
  count: number
  start: number
  messages: Summary[]
}

export const letter = {
  from: 'Portico <no-reply@portico.test>',
  to: 'Ada <ada@example.com>',
  subject: 'Hello',
  text: 'Hi Ada',
}

export async function open(
  t: TestContext,
  about: { host?: string; folder?: string } = {},
): Promise<Mailbox> {
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0, ...about })
  t.after(() => mailbox.stop())
  return mailbox
}

export async function send(mailbox: Mailbox, mail: object, transport: object = {}): Promise<void> {
  const sender = createTransport({ url: mailbox.smtpUrl, ...transport })
  await sender.sendMail(mail).finally(() => sender.close())
}

export async function read<Shape>(mailbox: Mailbox, path: string): Promise<Shape> {
  const response = await fetch(mailbox.url + path)
  equal(response.status, 200)
  return (await response.json()) as Shape
}

export async function answer(mailbox: Mailbox, path: string, init: RequestInit = {}) {
  const response = await fetch(mailbox.url + path, init)
  return [response.status, response.headers.get('content-type')]
}
