import { performance } from 'node:perf_hooks'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { createTransport } from 'nodemailer'
import { getChallenge } from '#contract/human-check.ts'
import { startMailbox, type Mailbox } from '../demo/mailbox/mailbox.ts'
import { requestReset } from '../features/account/password/contract.ts'
import { inDatabase } from './database.ts'
import { until } from '../test/faults/stage.ts'
import { report } from './figures.ts'
import { startSide } from './side.ts'

const many = 200

/** Links asked for and mailed, from the first request to the last mail, beside the same number of bare mails. */
export async function benchForgotPassword(): Promise<boolean> {
  const mailbox = await startMailbox({ host: '127.0.0.1', smtpPort: 0, httpPort: 0 })
  const settings = {
    TRUSTED_PROXIES: '127.0.0.1/32',
    HUMAN_CHECK_COST: '1',
    SMTP_URL: mailbox.smtpUrl,
  }
  const good = await inDatabase({ name: 'forgot-password', durable: true, settings }, async () => {
    await addPeople()
    const side = await startSide(['app/main.ts'], { SERVE: 'users,worker', LOG_LEVEL: 'info' })
    const asked = await preparedRequests(`http://127.0.0.1:${side.port}`)
    const links = await rateOf(mailbox, () => Promise.all(asked.map((ask) => ask())))
    await mailbox.deleteAll()
    const bare = await rateOf(mailbox, () => sendBare(mailbox))
    await side.stop()
    const figure = {
      name: 'links asked for and mailed beside bare mails to the same mail server',
      ratio: links / bare,
    }
    return report('forgot-password', [
      { ...figure, here: `${links.toFixed(0)}/s`, beside: `${bare.toFixed(0)}/s` },
    ])
  })
  await mailbox.stop()
  return good
}

async function addPeople(): Promise<void> {
  const { db } = await import('#server/db.ts')
  const { addUser } = await import('#domain/user.ts')
  const { hashPassword, setPassword } = await import('#domain/password.ts')
  const hash = await hashPassword('First-Harbour-1')
  const names = {
    firstname: 'Ada',
    lastname: 'Byron',
    preferredLanguage: 'en',
    partnerId: null,
  } as const
  for (let number = 0; number < many; number += 1) {
    const id = await addUser(db, { ...names, email: `ada${number}@quay.example` })
    await setPassword(db, id ?? '', hash)
  }
}

/** The work that the human check asks of a browser is done before. */
async function preparedRequests(url: string): Promise<(() => Promise<unknown>)[]> {
  const { browser } = await import('../test/faults/people.ts')
  const asks = []
  for (let number = 0; number < many; number += 1) {
    const { call } = browser(() => url)
    const challenge = (await call(getChallenge, {})) as unknown as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const humanCheck = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    asks.push(() =>
      call(requestReset, { body: { email: `ada${number}@quay.example`, humanCheck } }),
    )
  }
  return asks
}

async function rateOf(mailbox: Mailbox, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  await until('all mails have come', async () => (await mailbox.messages()).length === many, 120)
  return many / ((performance.now() - begun) / 1000)
}

async function sendBare({ smtpUrl }: Mailbox): Promise<void> {
  const transport = createTransport(smtpUrl)
  let left = many
  const one = async () => {
    while (left-- > 0) {
      const mail = {
        from: 'bench@portico.example',
        to: `ada${left}@quay.example`,
        subject: 'A link',
      }
      await transport.sendMail({ ...mail, text: 'x'.repeat(1_000), html: 'x'.repeat(4_000) })
    }
  }
  await Promise.all([one(), one(), one(), one()])
}
