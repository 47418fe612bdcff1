import { deepEqual, doesNotMatch, equal, match, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createTransport } from 'nodemailer'
import { startMailbox, type Mailbox } from './mailbox.ts'

const ports = { host: '127.0.0.1', smtpPort: 0, httpPort: 0 }
const letter = {
  from: 'Portico <no-reply@portico.test>',
  to: 'Ada <ada@example.com>',
  subject: 'Hello',
  text: 'Hi Ada',
}

test('an Arabic mail to two users arrives unchanged and is returned for either address', async (t) => {
  const mailbox = await open(t)
  const text = 'مرحبًا آدا، رمزك هو 123456'
  const to = 'ada@example.com, Grace <grace@example.com>'
  await send(mailbox, {
    ...letter,
    to,
    subject: 'رمز الدخول',
    text,
    html: `<p dir="rtl">${text}</p>`,
  })
  const mail = await mailbox.waitFor('GRACE@example.com', /رمز/)
  deepEqual(mail.to[1], { name: 'Grace', address: 'grace@example.com' })
  equal(mail.text.trim(), text)
  match(mail.html, /<p dir="rtl">مرحبًا/)
  equal((await mailbox.messages()).length, 1)
})

test('waitFor resolves with the mail, and rejects after the timeout and when the mailbox stops', async (t) => {
  const mailbox = await open(t)
  const waiting = mailbox.waitFor('ada@example.com', /second/)
  await send(mailbox, letter)
  await send(mailbox, { ...letter, subject: 'The second' })
  equal((await waiting).subject, 'The second')
  await rejects(
    mailbox.waitFor('ada@example.com', /code/, 50),
    /No mail to ada@example\.com .*\/code\/ came within 50 ms\. There are: "The second" to ada@/,
  )
  const last = mailbox.waitFor('grace@example.com')
  await Promise.all([rejects(last, /before the mailbox stopped/), mailbox.stop()])
})

test('mails keep their order after a restart, and deleting them empties the folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  t.after(() => rm(folder, { recursive: true }))
  const before = await open(t, { folder })
  await send(before, { ...letter, subject: 'One' })
  await send(before, { ...letter, subject: 'Two' })
  await before.stop()
  await writeFile(join(folder, 'notes.eml'), 'another file')
  const after = await open(t, { folder })
  deepEqual(
    (await after.messages()).map(({ subject }) => subject),
    ['Two', 'One'],
  )
  await after.deleteAll()
  deepEqual(await readdir(folder), ['notes.eml'])
})

test('only the newest 500 mails are kept', { timeout: 60_000 }, async (t) => {
  const mailbox = await open(t)
  const transport = createTransport({ url: mailbox.smtpUrl, pool: true, maxMessages: Infinity })
  const all = Array.from({ length: 503 }, () => transport.sendMail(letter))
  await Promise.all(all)
  transport.close()
  equal((await mailbox.messages()).length, 500)
})

test('a mail over 1 MiB and an incomplete mail are not stored', async (t) => {
  const mailbox = await open(t)
  await rejects(send(mailbox, { ...letter, text: 'too much '.repeat(130_000) }), {
    responseCode: 552,
  })
  const sender = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1')
  for (const line of ['EHLO me', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA']) {
    await once(sender, 'data')
    sender.write(`${line}\r\n`)
  }
  await once(sender, 'data')
  sender.end('Subject: Half\r\n\r\nand no more')
  await once(sender, 'close')
  deepEqual(await mailbox.messages(), [])
})

test('tests can make the server refuse, defer, stall or drop the connection', async (t) => {
  const mailbox = await open(t)
  mailbox.behave('refuse')
  await rejects(send(mailbox, letter), { responseCode: 550 })
  mailbox.behave('defer')
  await rejects(send(mailbox, letter), { responseCode: 451 })
  mailbox.behave('stall')
  await rejects(send(mailbox, letter, { socketTimeout: 200 }), /[Tt]imeout/)
  equal((await mailbox.messages()).length, 0)
  mailbox.behave('drop-after-data')
  await rejects(send(mailbox, letter))
  equal((await mailbox.messages()).length, 1)
})

test('a port in use is reported with the variable that changes it', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  for (const [name, variable] of [
    ['smtpPort', 'SMTP_PORT'],
    ['httpPort', 'MAILBOX_PORT'],
  ] as const) {
    const message = `Port ${port} is already in use: set ${variable} to a free port.`
    await rejects(startMailbox({ ...ports, [name]: port }), { message })
  }
})

test('Mailpit’s API calls list the mails and read one of them', async (t) => {
  const mailbox = await open(t)
  for (const subject of ['1', '2', '3'])
    await send(mailbox, { ...letter, subject, messageId: `<${subject}@portico.test>` })
  const list = await read<{ total: number; messages: { ID: string }[] }>(
    mailbox,
    '/api/v1/messages?start=1&limit=1',
  )
  equal(list.total, 3)
  const [{ ID = '', ...rest } = {}] = list.messages
  deepEqual(
    { ...rest, Created: undefined },
    {
      MessageID: '2@portico.test',
      Read: false,
      From: { Name: 'Portico', Address: 'no-reply@portico.test' },
      To: [{ Name: 'Ada', Address: 'ada@example.com' }],
      Subject: '2',
      Created: undefined,
    },
  )
  const mail = await read<{ Text: string; HTML: string }>(mailbox, `/api/v1/message/${ID}`)
  deepEqual([mail.Text.trim(), mail.HTML], ['Hi Ada', ''])
  equal((await fetch(`${mailbox.url}/api/v1/message/unknown`)).status, 404)
})

test('the pages escape the content of mails, send a strict policy, and search mails', async (t) => {
  const mailbox = await open(t)
  const planted = '<img src=x onerror=alert(1)>'
  await send(mailbox, {
    ...letter,
    subject: planted,
    text: `${planted} https://a.example/x?a=1&b=2.`,
  })
  await send(mailbox, letter)
  for (const path of ['/', '/?q=%22%3Eonerror', '/mail/latest', '/?q=onerror']) {
    const page = await fetch(mailbox.url + path)
    match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 's/)
    doesNotMatch(await page.text(), /<img src=x|">onerror|<style|style=/)
  }
  const results = await (await fetch(`${mailbox.url}/?q=onerror`)).text()
  match(results, /1 of 2 mails/)
  const [, id] = /href="\/mail\/([\w-]+)"/.exec(results) ?? []
  const mailPage = await (await fetch(`${mailbox.url}/mail/${id}`)).text()
  match(mailPage, /<a href="https:\/\/a\.example\/x\?a=1&#38;b=2" target="_blank"/)
})

test('an HTML mail is shown in a sandbox without scripts', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, letter)
  equal((await fetch(`${mailbox.url}/html/latest`)).status, 404)
  await send(mailbox, { ...letter, html: '<b onclick="x()">Hi</b>' })
  match(await (await fetch(`${mailbox.url}/mail/latest`)).text(), /<iframe [^>]*sandbox="allow-pop/)
  const view = await fetch(`${mailbox.url}/html/latest`)
  const policy = view.headers.get('content-security-policy') ?? ''
  match(policy, /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
  doesNotMatch(policy, /script/)
  match(await view.text(), /^<!doctype html><base target="_blank"><b/)
})

test('an attached image is shown in the HTML of its mail', async (t) => {
  const mailbox = await open(t)
  const content = Buffer.from('iVBORw0KGgo=', 'base64')
  const html = '<img src="cid:platform-0"><img src="cid:other">'
  const attachments = [{ cid: 'platform-0', content, contentType: 'image/png' }]
  await send(mailbox, { ...letter, html, attachments })
  const view = await (await fetch(`${mailbox.url}/html/latest`)).text()
  match(view, /<img src="data:image\/png;base64,iVBORw0KGgo="><img src="cid:other">/)
})

test('only the mailbox’s own page can delete mails, and other host names are rejected', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, letter)
  const version = await (await fetch(`${mailbox.url}/changes`)).text()
  for (const site of ['cross-site', 'same-site', 'none'])
    equal(await deleteFrom(mailbox, site), 403)
  equal((await mailbox.messages()).length, 1)
  equal(await deleteFrom(mailbox, 'same-origin'), 303)
  equal((await mailbox.messages()).length, 0)
  equal((await (await fetch(`${mailbox.url}/changes`)).text()) === version, false)
  for (const host of ['rebound.example.com', 'localhost.example.com:80', '192.168.1.7'])
    equal(await statusFor(mailbox, { host }), 421, host)
  for (const host of ['localhost', '127.0.0.1:8025', '[::1]:8025'])
    equal(await statusFor(mailbox, { host }), 200, host)
  const everywhere = await open(t, { host: '0.0.0.0' })
  equal(await statusFor(everywhere, { host: '192.168.1.7:8025' }), 200)
  equal(await statusFor(everywhere, { host: 'rebound.example.com' }), 421)
})

async function open(t: TestContext, options: { host?: string; folder?: string } = {}) {
  const mailbox = await startMailbox({ ...ports, ...options })
  t.after(() => mailbox.stop())
  return mailbox
}

async function send(mailbox: Mailbox, mail: object, transport: object = {}): Promise<void> {
  const sender = createTransport({ url: mailbox.smtpUrl, ...transport })
  await sender.sendMail(mail).finally(() => sender.close())
}

async function read<Shape>(mailbox: Mailbox, path: string): Promise<Shape> {
  return (await (await fetch(mailbox.url + path)).json()) as Shape
}

function deleteFrom(mailbox: Mailbox, site: string) {
  return statusFor(mailbox, { 'sec-fetch-site': site }, { method: 'POST', path: '/delete' })
}

/** Sends a request with node:http, because fetch does not allow a test to set these headers. */
async function statusFor(
  mailbox: Mailbox,
  headers: Record<string, string>,
  options: { method?: string; path?: string } = {},
): Promise<number | undefined> {
  const { port } = new URL(mailbox.url)
  const outgoing = request({ host: '127.0.0.1', port, path: '/', headers, ...options }).end()
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}
