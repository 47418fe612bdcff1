import { performance } from 'node:perf_hooks'
import { createTransport } from 'nodemailer'
import { startMailbox, type Mailbox } from '../../demo/mailbox/mailbox.ts'
import { requestReset } from '../../features/account/password/contract.ts'
import { inDatabase, report, startSide } from './harness.ts'
import { until } from '../faults/stage.ts'

const many = 200

/** Measures reset links, from the first request to the last mail, against the same number of plain mails. */
export async function benchForgotPassword(): Promise<boolean> {
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 })
  const settings = {
    TRUSTED_PROXIES: '127.0.0.1/32',
    HUMAN_CHECK_COST: '1',
    SMTP_URL: mailbox.smtpUrl,
  }
  const good = await inDatabase({ name: 'forgot-password', durable: true, settings }, async () => {
    await addUsers()
    const side = await startSide(['app/main.ts'], { SERVE: 'users,worker', LOG_LEVEL: 'info' })
    const requests = await preparedRequests(`http://127.0.0.1:${side.port}`)
    const links = await rateOf(mailbox, () => Promise.all(requests.map((ask) => ask())))
    await mailbox.deleteAll()
    const bare = await rateOf(mailbox, () => sendBare(mailbox))
    await side.stop()
    const figure = {
      name: 'reset links beside plain mails to the same mail server',
      ratio: links / bare,
    }
    return report('forgot-password', [
      { ...figure, here: `${links.toFixed(0)}/s`, beside: `${bare.toFixed(0)}/s` },
    ])
  })
  await mailbox.stop()
  return good
}

async function addUsers(): Promise<void> {
  const { addUser } = await import('#test/people.ts')
  for (let number = 0; number < many; number += 1)
    await addUser({ email: `ada${number}@quay.example`, company: null, hasSecondFactor: false })
}

/** Solves the human check's proof of work before the measurement. */
async function preparedRequests(url: string): Promise<(() => Promise<unknown>)[]> {
  const { browser } = await import('../faults/people.ts')
  const { passHumanCheck } = await import('#test/people.ts')
  const requests = []
  for (let number = 0; number < many; number += 1) {
    const { call } = browser(() => url)
    const humanCheck = await passHumanCheck({ call })
    requests.push(() =>
      call(requestReset, { body: { email: `ada${number}@quay.example`, humanCheck } }),
    )
  }
  return requests
}

async function rateOf(mailbox: Mailbox, work: () => Promise<unknown>): Promise<number> {
  const startTime = performance.now()
  await work()
  await until('all mails have come', async () => (await mailbox.messages()).length === many, 120)
  return many / ((performance.now() - startTime) / 1000)
}

async function sendBare({ smtpUrl }: Mailbox): Promise<void> {
  const transport = createTransport(smtpUrl)
  let remaining = many
  const one = async () => {
    while (remaining-- > 0) {
      const mail = {
        from: 'bench@portico.example',
        to: `ada${remaining}@quay.example`,
        subject: 'A link',
      }
      await transport.sendMail({ ...mail, text: 'x'.repeat(1_000), html: 'x'.repeat(4_000) })
    }
  }
  await Promise.all([one(), one(), one(), one()])
}
