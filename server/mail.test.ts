// own process: sets BRAND_NAME
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { mailbox } from '#test/mailbox.ts'

process.env['BRAND_NAME'] = 'Quayside Pay, Ltd'
const { config, readConfig } = await import('./config.ts')
const { applyBrand } = await import('./current-brand.ts')
const { sendMail } = await import('./mail.ts')

async function senderOf(to: string) {
  await sendMail({ mailId: to, to, language: 'en', subject: 'Hello', text: 'Hi', html: 'Hi' })
  return (await mailbox.waitFor(to)).from
}

test('U7: the sender name is that of MAIL_FROM, or else the brand’s', async () => {
  const address = 'no-reply@portico.example'
  deepEqual(await senderOf('one@quay.example'), { name: 'Quayside Pay, Ltd', address })
  Object.assign(config, { mailFrom: 'The Quay <mail@quayside.example>' })
  const named = readConfig({ ...process.env, MAIL_FROM: config.mailFrom })
  await applyBrand(named.brand)
  deepEqual(await senderOf('two@quay.example'), {
    name: 'The Quay',
    address: 'mail@quayside.example',
  })
})

test('B11 a sender name cannot add headers, recipients or another address', async () => {
  const names = [
    'Quay\r\nBcc: eve@elsewhere.example',
    'Eve <eve@elsewhere.example>',
    '"Quay" <eve@elsewhere.example>,',
    'مدفوعات الرصيف',
  ]
  for (const [index, name] of names.entries()) {
    await applyBrand({ ...config.brand, senderName: name })
    const to = `sender${index}@quay.example`
    await sendMail({ mailId: to, to, language: 'en', subject: 'Hello', text: 'Hi', html: 'Hi' })
    const { raw, from } = await mailbox.waitFor(to)
    equal(from.address, 'mail@quayside.example', name)
    equal(/^(Bcc|To: .*elsewhere)/im.test(String(raw)), false)
    equal(from.name.replaceAll(/\s+/g, ' '), name.replaceAll(/\s+/g, ' '))
  }
})

test('the logo is attached only to mails that display it', async () => {
  await applyBrand({ ...config.brand, mailLogo: Buffer.from('the picture') })
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
