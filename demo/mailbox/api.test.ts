import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import type { Mailbox } from './mailbox.ts'
import { answer, letter, open, read, send, type Details, type List, type Summary } from './trial.ts'

test('the list has the shape of Mailpit', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, { ...letter, messageId: '<one@portico.test>' })

  const { messages, ...counts } = await read<List>(mailbox, '/api/v1/messages')

  deepEqual(counts, {
    total: 1,
    unread: 1,
    count: 1,
    messages_count: 1,
    messages_unread: 1,
    start: 0,
    tags: [],
  })
  const { ID, Created, Size, ...rest } = messages[0] as Summary
  match(ID, /^[\w-]+$/)
  equal(new Date(Created).toISOString(), Created)
  equal(Size > 100, true)
  deepEqual(rest, {
    MessageID: 'one@portico.test',
    Read: false,
    From: { Name: 'Portico', Address: 'no-reply@portico.test' },
    To: [{ Name: 'Ada', Address: 'ada@example.com' }],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: 'Hello',
    Tags: [],
    Snippet: 'Hi Ada',
    Attachments: 0,
  })
})

test('the list is cut by start and limit', async (t) => {
  const mailbox = await open(t)
  for (const subject of ['1', '2', '3']) await send(mailbox, { ...letter, subject })

  const page = await read<List>(mailbox, '/api/v1/messages?start=1&limit=1')

  deepEqual([page.total, page.count, page.start, page.messages[0]?.Subject], [3, 1, 1, '2'])
})

test('a mail that was opened is read', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, letter)

  const mail = await read<Details>(mailbox, '/api/v1/message/latest')

  equal(mail.Subject, 'Hello')
  equal(mail.Text.trim(), 'Hi Ada')
  equal(mail.HTML, '')
  equal((await read<List>(mailbox, '/api/v1/messages')).unread, 0)
})

test('headers and source of a mail can be had', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, letter)
  const [first] = (await read<List>(mailbox, '/api/v1/messages')).messages

  const headers = await read<Record<string, string[]>>(
    mailbox,
    `/api/v1/message/${first?.ID}/headers`,
  )
  const raw = await fetch(`${mailbox.url}/api/v1/message/${first?.ID}/raw`)

  deepEqual(headers['Subject'], ['Hello'])
  deepEqual(headers['Delivered-To'], ['ada@example.com'])
  match(await raw.text(), /^Return-Path: <no-reply@portico\.test>\r\nDelivered-To: ada@/)
})

test('an attachment is only ever downloaded', async (t) => {
  const mailbox = await open(t)
  const page = { filename: 'صفحة.html', content: '<script>alert(1)</script>' }
  await send(mailbox, { ...letter, attachments: [page] })
  const { ID, Attachments } = await read<Details>(mailbox, '/api/v1/message/latest')

  const part = await fetch(`${mailbox.url}/api/v1/message/${ID}/part/${Attachments[0]?.PartID}`)

  equal(Attachments[0]?.FileName, page.filename)
  equal(part.headers.get('content-type'), 'application/octet-stream')
  match(part.headers.get('content-disposition') ?? '', /^attachment; filename\*=UTF-8''%D8/)
  equal(await part.text(), page.content)
})

test('mails are found by address, subject and words', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, letter)
  await send(mailbox, { ...letter, to: 'grace@example.com', subject: 'Your code', text: '123456' })

  deepEqual(await subjects(mailbox, 'to:GRACE@example.com'), ['Your code'])
  deepEqual(await subjects(mailbox, 'from:portico'), ['Your code', 'Hello'])
  deepEqual(await subjects(mailbox, 'subject:"your code"'), ['Your code'])
  deepEqual(await subjects(mailbox, 'to:ada hi'), ['Hello'])
  deepEqual(await subjects(mailbox, 'to:portico'), [])
})

test('what is not there is answered 404 as JSON', async (t) => {
  const mailbox = await open(t)

  deepEqual(await answer(mailbox, '/api/v1/message/latest'), [404, 'application/json'])
  deepEqual(await answer(mailbox, '/api/v1/message/no-such-id/raw'), [404, 'application/json'])
  deepEqual(await answer(mailbox, '/api/v2/messages'), [404, 'application/json'])
  deepEqual(await answer(mailbox, '/../package.json'), [404, 'application/json'])
  deepEqual(await answer(mailbox, '/', { method: 'POST' }), [405, 'application/json'])
})

test('all mails or some are deleted', async (t) => {
  const mailbox = await open(t)
  for (const subject of ['1', '2', '3']) await send(mailbox, { ...letter, subject })
  const [first] = (await read<List>(mailbox, '/api/v1/messages')).messages

  await remove(mailbox, { body: JSON.stringify({ IDs: [first?.ID] }) })
  deepEqual(await subjects(mailbox, ''), ['2', '1'])
  deepEqual(await remove(mailbox, { body: '{"IDs":' }), 400)
  deepEqual(await subjects(mailbox, ''), ['2', '1'])
  deepEqual(await remove(mailbox, {}), 200)
  deepEqual(await subjects(mailbox, ''), [])
})

test('another site cannot delete mails', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, letter)

  equal(await remove(mailbox, { headers: { 'sec-fetch-site': 'cross-site' } }), 403)
  equal(await remove(mailbox, { headers: { 'sec-fetch-site': 'same-site' } }), 403)
  equal((await mailbox.messages()).length, 1)
  equal(await remove(mailbox, { headers: { 'sec-fetch-site': 'same-origin' } }), 200)
})

async function subjects(mailbox: Mailbox, query: string): Promise<string[]> {
  const found = await read<List>(mailbox, `/api/v1/search?${new URLSearchParams({ query })}`)
  return found.messages.map(({ Subject }) => Subject)
}

async function remove(mailbox: Mailbox, init: RequestInit): Promise<number> {
  const response = await fetch(`${mailbox.url}/api/v1/messages`, { method: 'DELETE', ...init })
  return response.status
}
