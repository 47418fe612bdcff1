import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { letter, open, send } from './trial.ts'

test('a mail to two people is one mail that both may read', async (t) => {
  const mailbox = await open(t)

  await send(mailbox, { ...letter, to: 'ada@example.com, Grace <grace@example.com>', text: 'Hi' })

  const mail = await mailbox.waitFor('grace@example.com')
  deepEqual(mail.to, [
    { name: '', address: 'ada@example.com' },
    { name: 'Grace', address: 'grace@example.com' },
  ])
  equal(mail.from.name, 'Portico')
  equal(mail.text.trim(), 'Hi')
  equal(mail.html, '')
  equal((await mailbox.messages()).length, 1)
})

test('whoever gets a blind copy is known from the envelope', async (t) => {
  const mailbox = await open(t)

  await send(mailbox, { ...letter, bcc: 'secret@example.com', text: 'Hi' })

  const mail = await mailbox.waitFor('SECRET@example.com')
  deepEqual(mail.bcc, [{ name: '', address: 'secret@example.com' }])
  equal(
    mail.headers.some(({ name }) => name === 'Bcc'),
    false,
  )
})

test('an Arabic mail arrives as it was written', async (t) => {
  const mailbox = await open(t)
  const subject = 'رمز الدخول إلى حسابك'
  const text = 'مرحبًا آدا، رمزك هو 123456'

  await send(mailbox, { ...letter, subject, text, html: `<p dir="rtl">${text}</p>` })

  const mail = await mailbox.waitFor('ada@example.com', /رمز/)
  equal(mail.subject, subject)
  equal(mail.text.trim(), text)
  match(mail.html, /<p dir="rtl">مرحبًا/)
})

test('a mail that comes later ends the waiting', async (t) => {
  const mailbox = await open(t)
  const waiting = mailbox.waitFor('ada@example.com', /second/)

  await send(mailbox, { ...letter, subject: 'The first', text: 'Hi' })
  await send(mailbox, { ...letter, subject: 'The second', text: 'Hi' })

  equal((await waiting).subject, 'The second')
})

test('the newest mail is the one that is found', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, { ...letter, text: 'old' })
  await send(mailbox, { ...letter, text: 'new' })

  equal((await mailbox.waitFor('ada@example.com')).text.trim(), 'new')
  equal((await mailbox.messages())[1]?.text.trim(), 'old')
})

test('who waits in vain is told what came instead', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, { ...letter, text: 'Hi' })

  await rejects(
    mailbox.waitFor('ada@example.com', /code/, 50),
    /No mail to ada@example\.com .*\/code\/ came within 50 ms\. There are: "Hello" to ada@example\.com/,
  )
})

test('who waits when the mailbox stops is told so', async (t) => {
  const mailbox = await open(t)
  const waiting = mailbox.waitFor('ada@example.com')

  await Promise.all([rejects(waiting, /before the mailbox stopped/), mailbox.stop()])
})

test('mails survive a restart, with their order and their blind copies', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  t.after(() => rm(folder, { recursive: true }))
  const before = await open(t, { folder })
  await send(before, { ...letter, subject: 'One', text: 'Hi', bcc: 'secret@example.com' })
  await send(before, { ...letter, subject: 'Two', text: 'Hi' })
  const kept = await before.messages()
  await before.stop()
  await writeFile(join(folder, 'notes.eml'), 'not ours')

  const after = await open(t, { folder })

  const found = await after.messages()
  deepEqual(
    found.map(({ subject }) => subject),
    ['Two', 'One'],
  )
  deepEqual(
    found.map(({ createdAt }) => createdAt),
    kept.map(({ createdAt }) => createdAt),
  )
  deepEqual(found[1]?.bcc, [{ name: '', address: 'secret@example.com' }])
})

test('deleting all mails empties the folder too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mailbox-'))
  t.after(() => rm(folder, { recursive: true }))
  const mailbox = await open(t, { folder })
  await send(mailbox, { ...letter, text: 'Hi' })
  equal((await readdir(folder)).length, 1)

  await mailbox.deleteAll()

  deepEqual(await mailbox.messages(), [])
  deepEqual(await readdir(folder), [])
})

test('only the newest 500 mails are kept', { timeout: 60_000 }, async (t) => {
  const mailbox = await open(t)
  const transport = createTransport({ url: mailbox.smtpUrl, pool: true, maxMessages: Infinity })
  const numbers = Array.from({ length: 503 }, (_, number) => number)
  await Promise.all(
    numbers.map((number) => transport.sendMail({ ...letter, subject: `${number}`, text: 'Hi' })),
  )
  transport.close()

  equal((await mailbox.messages()).length, 500)
})
