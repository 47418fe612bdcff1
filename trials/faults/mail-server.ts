import { freePort } from '#test/free-port.ts'
import { createServer } from 'node:net'
import type { Behaviour } from '../../demo/mailbox/smtp.ts'
import { row } from '#server/db.ts'
import { db } from '#server/db.ts'
import type { Fault } from './fault.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser, inviteUsers } from './people.ts'
import { until, type Stage } from './stage.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'

const mails = 10

async function countTries(): Promise<number> {
  const mail = await row<{ tries: number }>(db)`
    select coalesce(sum(tries), 0)::int as tries from mails where state <> 'sent'`
  return mail?.tries ?? 0
}

/** Invites ten users and signs up one while the mail server fails, then restores it. */
async function misbehaving(stage: Stage, behaviour: Behaviour): Promise<string> {
  stage.mailbox.behave(behaviour)
  const server = await stage.startServer()
  await inviteUsers(mails)
  await until('some have failed', async () => (await countTries()) >= 4, 90)
  const failures = await countTries()
  await becomeUser(() => server.url, await inviteUser())
  stage.mailbox.behave('accept')
  const end = behaviour === 'refuse' ? 'those stay failed' : `later all ${mails + 1} arrived`
  return `${failures} failures were recorded, a user signed up meanwhile, ${end}`
}

async function downForLong(stage: Stage): Promise<string> {
  const proxy = await startTcpProxy(Number(new URL(stage.mailbox.smtpUrl).port))
  stage.onClose(() => proxy.stop())
  proxy.be('refusing')
  const server = await stage.startServer({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}` })
  await inviteUsers(mails)
  const owner = await stage.connect(stage.ownerUrl)
  // Skips the delays between retries, which total a day.
  for (let time = 1; time <= 12; time += 1) {
    await until('all have failed once more', async () => {
      await owner.query("update pgboss.job set start_after = now() where state = 'retry'")
      return (await countTries()) >= time * mails
    })
  }
  await becomeUser(() => server.url, await inviteUser())
  proxy.be('open')
  return `all ${mails + 1} mails arrived once, after 12 failures each`
}

async function otherService(stage: Stage): Promise<string> {
  const port = await freePort()
  const liar = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\n\r\nThis is no mail server.\r\n')
  }).listen(port, '127.0.0.1')
  stage.onClose(() => liar.close())
  const server = await stage.startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await inviteUsers(mails)
  await until('some have failed', async () => (await countTries()) >= 4, 90)
  await becomeUser(() => server.url, await inviteUser())
  await server.kill('SIGTERM')
  return 'the mails wait, and nothing else is delayed'
}

export const mailServer: Fault[] = [
  {
    name: 'mail-refused',
    what: 'the mail server rejects every address',
    test: (stage) => misbehaving(stage, 'refuse'),
  },
  {
    name: 'mail-deferred',
    what: 'the mail server defers every mail',
    test: (stage) => misbehaving(stage, 'defer'),
  },
  {
    name: 'mail-stalled',
    what: 'the mail server accepts connections and sends nothing',
    test: (stage) => misbehaving(stage, 'stall'),
  },
  {
    name: 'mail-dropped',
    what: 'the mail server accepts each mail and closes the connection without a confirmation',
    test: (stage) => misbehaving(stage, 'drop-after-data'),
    mayMailTwice: true,
  },
  {
    name: 'mail-down',
    what: 'the mail server is down for a day',
    test: downForLong,
  },
  {
    name: 'mail-nonsense',
    what: 'another service responds at the mail server’s address',
    test: otherService,
  },
]
