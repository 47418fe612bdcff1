// own process: the mail transport reads its settings once
import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { mailbox } from '#test/mailbox.ts'
import { config } from './config.ts'
import { sendMail } from './mail.ts'

test('S7: in production, no mail is sent to a server without STARTTLS', async () => {
  Object.assign(config, { requiresStartTls: true })
  const to = 'ada@quay.example'
  const mail = { mailId: 'one', to, language: 'en', subject: 'Hello', text: 'Hi', html: 'Hi' }
  await rejects(sendMail(mail), /STARTTLS/)
  deepEqual(await mailbox.messages(), [])
})
