import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { mailbox } from '#test/mailbox.ts'

process.env['BRAND_NAME'] = 'Quayside Pay, Ltd'
const { config } = await import('./config.ts')
const { sendMail } = await import('./mail.ts')

async function senderOf(to: string) {
  await sendMail({ mailId: to, to, language: 'en', subject: 'Hello', text: 'Hi', html: 'Hi' })
  return (await mailbox.waitFor(to)).from
}

test('U7: a mail comes from the brand, unless MAIL_FROM has a name of its own', async () => {
  const address = 'no-reply@portico.example'
  deepEqual(await senderOf('one@quay.example'), { name: 'Quayside Pay, Ltd', address })
  Object.assign(config, { mailFrom: 'mail@quayside.example' })
  deepEqual(await senderOf('two@quay.example'), {
    name: 'Quayside Pay, Ltd',
    address: 'mail@quayside.example',
  })
  Object.assign(config, { mailFrom: 'The Quay <mail@quayside.example>' })
  deepEqual(await senderOf('three@quay.example'), {
    name: 'The Quay',
    address: 'mail@quayside.example',
  })
})

test('a logo that mail programs show comes with the mails that name it', async () => {
  Object.assign(config.brand, { mailLogo: Buffer.from('the picture') })
  for (const [to, html, isThere] of [
    ['four@quay.example', '<img src="cid:logo" alt="">', true],
    ['five@quay.example', 'Hi', false],
  ] as const) {
    await sendMail({ mailId: to, to, language: 'en', subject: 'Hello', text: 'Hi', html })
    const { raw } = await mailbox.waitFor(to)
    equal(/^Content-ID: <logo>\r$/im.test(String(raw)), isThere)
    equal(String(raw).includes(Buffer.from('the picture').toString('base64')), isThere)
  }
})
