import { deepEqual, equal, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { db, row, sql, transaction } from '#server/db.ts'
import { mailbox } from '#test/mailbox.ts'
import { inviteUser } from '#test/people.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import { until } from '#test/until.ts'
import { startWorker } from './worker.ts'
import { invite } from '../features/admin/invitations/invite.ts'

test('SC-16 an invitation is in the language of its recipient, right to left in Arabic, with one link', async () => {
  const worker = await startWorker()
  const { email, token } = await inviteUser({ preferredLanguage: 'ar', firstname: 'منى' })
  const mail = await mailbox.waitFor(email, /دعوة من/, 20_000)
  await worker.stop()
  match(mail.html, /<html lang="ar" dir="rtl">/)
  const links = [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
  deepEqual(links, [`http://localhost:8080/sign-up/${token}?user=${encodeURIComponent(email)}`])
  equal((await stateOf(email))?.state, 'sent')
})

test('no mail is sent if the transaction was rolled back', async () => {
  const worker = await startWorker()
  await transaction(db, async (tx) => {
    await invite(
      tx,
      { kind: 'system' },
      {
        email: 'undone@quay.example',
        firstname: 'A',
        lastname: 'B',
        company: 'Harbour Ltd',
        subsystems: [],
        preferredLanguage: 'en',
      },
    )
    throw new Error('undone')
  }).catch(() => undefined)
  const { email } = await inviteUser()
  await mailbox.waitFor(email, /(?:)/, 20_000)
  await worker.stop()
  const mails = await mailbox.messages()
  equal(
    mails.some((mail) => JSON.stringify(mail.to).includes('undone@')),
    false,
  )
})

test('a mail that the mail server rejects at first is sent again with the same Message-ID and link', async () => {
  mailbox.behave('drop-after-data')
  const worker = await startWorker()
  const { email } = await inviteUser()
  const first = await mailbox.waitFor(email, /(?:)/, 20_000)
  mailbox.behave('accept')
  await until(async () => (await stateOf(email))?.state === 'sent')
  await worker.stop()
  const [second] = (await mailbox.messages()).filter((mail) => mail.to[0]?.address === email)
  equal(second?.messageId, first.messageId)
  equal(second?.text, first.text)
})

test('X15: a 5xx reply of the mail server is final and shown, and a 4xx reply is retried', async () => {
  mailbox.behave('refuse')
  const worker = await startWorker()
  const { email } = await inviteUser()
  await until(async () => (await stateOf(email))?.state === 'failed')
  const refused = await stateOf(email)
  deepEqual([refused?.state, refused?.tries], ['failed', 1])
  match(refused?.lastError ?? '', /550 No such mailbox/)

  mailbox.behave('defer')
  const { email: other } = await inviteUser()
  await until(async () => ((await stateOf(other))?.tries ?? 0) > 1)
  equal((await stateOf(other))?.state, 'queued')
  mailbox.behave('accept')
  await until(async () => (await stateOf(other))?.state === 'sent')
  await worker.stop()
  deepEqual(await stateOf(email), refused)
})

test('C4: a mail is shown as undelivered after its last attempt, even if the worker died during it', async () => {
  mailbox.behave('defer')
  const { email } = await inviteUser()
  const { email: other } = await inviteUser()
  await updateRows('pgboss.job', { name: 'mail', state: 'created' }, { retryLimit: 0 })
  // Leaves the job as a worker that died would.
  const ofOther = sql`->>'mailId' = (select id::text from mails where to_address = ${other})`
  await updateRows(
    'pgboss.job',
    { name: 'mail', data: ofOther },
    {
      state: 'active',
      startedOn: ago('1 hour'),
      heartbeatOn: ago('1 hour'),
    },
  )
  const worker = await startWorker()
  await until(async () => (await stateOf(email))?.state === 'failed')
  await until(async () => (await stateOf(other))?.state === 'failed', 90_000)
  mailbox.behave('accept')
  await worker.stop()
  const failed = await stateOf(email)
  deepEqual([failed?.state, failed?.tries], ['failed', 1])
  match(failed?.lastError ?? '', /^4\d\d |: 4\d\d /)
})

test('a mail survives a server that is killed right after the commit: the next one sends it, once', async () => {
  const email = 'killed@quay.example'
  const program = `
    const { invite } = await import('./features/admin/invitations/invite.ts')
    const { db } = await import('#server/db.ts')
    await invite(db, { kind: 'system' }, { email: '${email}', firstname: 'A', lastname: 'B', company: 'Harbour Ltd', subsystems: [], preferredLanguage: 'en' })
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: 'ignore',
  })
  await once(child, 'exit')
  equal((await stateOf(email))?.state, 'queued')
  const worker = await startWorker()
  await mailbox.waitFor(email, /(?:)/, 20_000)
  await until(async () => (await stateOf(email))?.state === 'sent')
  await worker.stop()
  equal((await mailbox.messages()).filter((mail) => mail.to[0]?.address === email).length, 1)
})

test('an invitation that a newer one replaced before its mail was sent is not mailed', async () => {
  const { email } = await inviteUser()
  await updateRows('one_time_links', { email }, { voidedAt: now })
  const worker = await startWorker()
  await until(async () => (await stateOf(email))?.state === 'failed')
  await worker.stop()
  equal(
    (await mailbox.messages()).some((mail) => mail.to[0]?.address === email),
    false,
  )
})

function stateOf(email: string) {
  return row<{ state: string; tries: number; lastError: string | null }>(db)`
    select state, tries, last_error from mails where to_address = ${email}`
}
