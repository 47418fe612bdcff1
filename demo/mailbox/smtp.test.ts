import { deepEqual, equal, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startMailbox } from './mailbox.ts'
import { letter, open, send } from './trial.ts'

const anywhere = { host: '127.0.0.1', smtpPort: 0, httpPort: 0 }

test('a mail over 1 MiB is refused in one sentence and not kept', async (t) => {
  const mailbox = await open(t)

  await rejects(send(mailbox, { ...letter, text: 'too much '.repeat(130_000) }), {
    responseCode: 552,
    message: /exceeds fixed maximum message size/,
  })
  deepEqual(await mailbox.messages(), [])
})

test('a mailbox that refuses says no for good', async (t) => {
  const mailbox = await open(t)
  mailbox.behave('refuse')

  await rejects(send(mailbox, { ...letter, text: 'Hi' }), { responseCode: 550 })
  deepEqual(await mailbox.messages(), [])
})

test('a mailbox that defers says no for now, and takes the mail afterwards', async (t) => {
  const mailbox = await open(t)
  mailbox.behave('defer')
  await rejects(send(mailbox, { ...letter, text: 'Hi' }), { responseCode: 451 })

  mailbox.behave('accept')
  await send(mailbox, { ...letter, text: 'Hi' })

  equal((await mailbox.messages()).length, 1)
})

test('a mailbox that stalls never answers', async (t) => {
  const mailbox = await open(t)
  mailbox.behave('stall')

  await rejects(send(mailbox, { ...letter, text: 'Hi' }, { socketTimeout: 200 }), /[Tt]imeout/)
  deepEqual(await mailbox.messages(), [])
})

test('a mailbox that drops the line has taken the mail, and the sender cannot know', async (t) => {
  const mailbox = await open(t)
  mailbox.behave('drop-after-data')

  await rejects(send(mailbox, { ...letter, text: 'Hi' }))
  equal((await mailbox.messages()).length, 1)
})

test('half a mail of a sender who hung up is not kept', async (t) => {
  const mailbox = await open(t)
  const sender = connect(Number(new URL(mailbox.smtpUrl).port), '127.0.0.1')
  const lines = ['EHLO me', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA']
  for (const line of lines) {
    await once(sender, 'data')
    sender.write(`${line}\r\n`)
  }
  await once(sender, 'data')

  sender.write('Subject: Half\r\n\r\nand no more')
  sender.end()
  await once(sender, 'close')

  await send(mailbox, letter)
  deepEqual(
    (await mailbox.messages()).map(({ subject }) => subject),
    ['Hello'],
  )
})

test('a stalled sender does not hold up the end', async () => {
  const mailbox = await startMailbox(anywhere)
  mailbox.behave('stall')
  const sending = rejects(send(mailbox, { ...letter, text: 'Hi' }))
  await setTimeout(300)

  await Promise.all([mailbox.stop(), sending])
})

test('a port that is in use is named, with the variable that moves it', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo

  await rejects(startMailbox({ ...anywhere, smtpPort: port }), {
    message: `Port ${port} is already in use: set SMTP_PORT to a free port.`,
  })
  await rejects(startMailbox({ ...anywhere, httpPort: port }), {
    message: `Port ${port} is already in use: set MAILBOX_PORT to a free port.`,
  })
})
