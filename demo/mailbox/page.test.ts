import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import type { Mailbox } from './mailbox.ts'
import { answer, letter, open, read, send } from './trial.ts'

type Changes = { version: string }
type Headers = Record<string, string[]>

test('a foreign name that leads to this machine is not answered', async (t) => {
  const mailbox = await open(t)

  equal(await statusFor(mailbox, 'rebound.example.com'), 421)
  equal(await statusFor(mailbox, 'localhost.example.com:80'), 421)
  equal(await statusFor(mailbox, '192.168.1.7'), 421)
  equal(await statusFor(mailbox, 'localhost'), 200)
  equal(await statusFor(mailbox, '127.0.0.1:8025'), 200)
  equal(await statusFor(mailbox, '[::1]:8025'), 200)
})

test('a mailbox that listens everywhere answers to every address, but to no foreign name', async (t) => {
  const mailbox = await open(t, { host: '0.0.0.0' })

  equal(await statusFor(mailbox, '192.168.1.7:8025'), 200)
  equal(await statusFor(mailbox, 'rebound.example.com'), 421)
})

test('the page has a strict policy and none of a mail in it', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, { ...letter, subject: 'A planted word' })

  const page = await fetch(mailbox.url)

  match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'/)
  const html = await page.text()
  match(html, /<title>Mailbox<\/title>/)
  doesNotMatch(html, /planted|<script>|<style|style=| on\w+=/)
})

test('the scripts of the page write text, never HTML', async () => {
  for (const name of ['mailbox-client.js', 'mail-list.js', 'mail-view.js']) {
    const script = await readFile(new URL(name, import.meta.url), 'utf8')
    doesNotMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write|eval/)
  }
})

test('an HTML mail is shown in a sandbox, its links in new tabs, its pictures inside', async (t) => {
  const mailbox = await open(t)
  const logo = {
    filename: 'logo.png',
    cid: 'logo@portico',
    content: 'PNG',
    contentType: 'image/png',
  }
  const html = '<html dir="rtl"><a href="https://example.com">x</a><img src="cid:logo@portico">'
  await send(mailbox, { ...letter, html, attachments: [logo] })

  const view = await fetch(`${mailbox.url}/view/latest.html`)

  const policy = view.headers.get('content-security-policy') ?? ''
  match(policy, /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
  doesNotMatch(policy, /script/)
  const shown = await view.text()
  match(shown, /^<!doctype html><base target="_blank"><html dir="rtl">/)
  match(shown, /src="data:image\/png;base64,UE5H"/)
})

test('a mail without HTML has no HTML view', async (t) => {
  const mailbox = await open(t)
  await send(mailbox, letter)

  deepEqual(await answer(mailbox, '/view/latest.html'), [404, 'application/json'])
})

test('headers that were smuggled into a subject or a name become no headers', async (t) => {
  const mailbox = await open(t)
  const smuggled = '\r\nBcc: thief@example.com\r\n\r\n<script>alert(1)</script>'
  await send(mailbox, {
    ...letter,
    subject: `Hello${smuggled}`,
    from: { name: `Portico${smuggled}`, address: 'no-reply@portico.test' },
  })

  const [mail] = await mailbox.messages()
  const headers = await read<Headers>(mailbox, `/api/v1/message/${mail?.id}/headers`)

  deepEqual(mail?.bcc, [])
  equal(headers['Bcc'], undefined)
  match(mail?.subject ?? '', /^Hello Bcc: thief@example\.com +<script>/)
  equal(mail?.text.trim(), 'Hi Ada')
})

test('the page can tell whether anything changed', async (t) => {
  const mailbox = await open(t)
  const before = await read<Changes>(mailbox, '/changes')
  deepEqual(await read<Changes>(mailbox, '/changes'), before)

  await send(mailbox, letter)

  equal((await read<Changes>(mailbox, '/changes')).version === before.version, false)
})

/** Only node:http lets a test choose the Host header. */
async function statusFor(mailbox: Mailbox, host: string): Promise<number | undefined> {
  const asked = request(`${mailbox.url}/changes`, { headers: { host } }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}
