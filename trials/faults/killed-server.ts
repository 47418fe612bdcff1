import { row } from '#server/db.ts'
import { db } from '#server/db.ts'
import type { Fault } from './fault.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser, browser, inviteUsers, trySignUp, type Guest } from './people.ts'
import { until, untilReady, type RunningServer, type Stage } from './stage.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'

/** Holds a lock that stops a server in the middle of a transaction, and kills the server there. */
export async function killWhileItWaitsFor(
  stage: Stage,
  server: RunningServer,
  about: { lock: string; begin: () => unknown },
): Promise<void> {
  const owner = await stage.connect(stage.ownerUrl)
  await owner.query('begin')
  await owner.query(about.lock)
  void about.begin()
  await until('the server stands in the middle of it', async () => (await waiting()) > 0)
  await server.kill('SIGKILL')
  await until('the database has let go of it', async () => (await waiting()) === 0)
  await owner.query('rollback')
  await owner.end()
}

async function waiting(): Promise<number> {
  const result = await row<{ count: number }>(db)`
    select count(*) from pg_stat_activity
    where datname = current_database() and usename = 'portico_server' and wait_event_type = 'Lock'`
  return result?.count ?? 0
}

async function signUpHalfway(stage: Stage, lock: string): Promise<string> {
  const guest = await inviteUser()
  const first = await stage.startServer()
  const { call } = browser(() => first.url)
  const begin = () => trySignUp(call, guest).catch(() => undefined)
  await killWhileItWaitsFor(stage, first, { lock, begin })
  const summary = await leftOf(guest)
  if (summary !== '0 accounts, 0 links used')
    throw new Error(`rows of an interrupted sign-up were left: ${summary}`)
  const second = await stage.startServer()
  await becomeUser(() => second.url, guest)
  return 'no row of the interrupted sign-up was left, and the link worked at the next attempt'
}

async function leftOf({ email }: Guest): Promise<string> {
  const counts = await row<{ users: number; used: number }>(db)`
    select (select count(*) from users where email = ${email}) as users,
           (select count(*) from one_time_links where email = ${email} and used_at is not null) as used`
  return `${counts?.users} accounts, ${counts?.used} links used`
}

async function killedInMail(stage: Stage): Promise<string> {
  stage.mailbox.behave('stall')
  const first = await stage.startServer()
  const guests = await inviteUsers(4)
  await until('mails are being sent', async () => (await activeMails()) > 0)
  await first.kill('SIGKILL')
  stage.mailbox.behave('accept')
  await stage.startServer()
  for (const { email } of guests) await stage.mailbox.waitFor(email, undefined, 90_000)
  return '4 mails of a killed server were sent by the next'
}

async function killedAfterMail(stage: Stage): Promise<string> {
  const first = await stage.startServer()
  const { email } = await inviteUser()
  const taken = async () => {
    await stage.mailbox.waitFor(email, undefined, 30_000)
  }
  // The mail server has accepted the mail, but the server has not recorded that yet.
  const lock = `select from mails where to_address = '${email}' for update`
  await killWhileItWaitsFor(stage, first, { lock, begin: taken })
  await taken()
  await stage.startServer()
  const count = async () =>
    (await stage.mailbox.messages()).filter(({ to }) => to.some(({ address }) => address === email))
      .length
  await until('the next server has sent it again', async () => (await count()) === 2, 90)
  return 'one mail arrived twice with one Message-ID (record 0007), and none was lost'
}

async function activeMails(): Promise<number> {
  const result = await row<{ count: number }>(db)`
    select count(*) from pgboss.job where name = 'mail' and state = 'active'`
  return result?.count ?? 0
}

async function killedInSeal(stage: Stage): Promise<string> {
  await inviteUsers(5)
  const first = await stage.spawnServer()
  const lock = 'lock table audit_blocks in exclusive mode'
  await killWhileItWaitsFor(stage, first, { lock, begin: () => undefined })
  await inviteUsers(5)
  await stage.startServer()
  return 'the chain of the audit log continues without a gap'
}

async function frozen(stage: Stage): Promise<string> {
  stage.mailbox.behave('stall')
  const proxy = await startTcpProxy(Number(new URL(stage.mailbox.smtpUrl).port))
  stage.onClose(() => proxy.stop())
  const first = await stage.startServer({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}` })
  const { email } = await inviteUser()
  // If suspended earlier, the server would send the mail when it continues, after the other server has sent it
  // (decision 0007).
  await until('the mail server has been spoken to', () => proxy.heard('MAIL FROM'))
  first.child.kill('SIGSTOP')
  stage.mailbox.behave('accept')
  const second = await stage.startServer()
  const startTime = performance.now()
  await stage.mailbox.waitFor(email, undefined, 90_000)
  const seconds = ((performance.now() - startTime) / 1000).toFixed(0)
  first.child.kill('SIGCONT')
  await becomeUser(() => second.url, await inviteUser())
  await untilReady(first)
  return `the other server sent the mail after ${seconds} s; the suspended server resumed and served requests`
}

export const killedServer: Fault[] = [
  {
    name: 'killed-in-sign-up',
    what: 'a server is killed with -9 between inserting an account and its other rows',
    test: (stage) => signUpHalfway(stage, 'lock table terms_acceptances in exclusive mode'),
  },
  {
    name: 'killed-before-commit',
    what: 'a server is killed with -9 in the last statement of a sign-up',
    test: (stage) => signUpHalfway(stage, 'lock table login_attempts in exclusive mode'),
  },
  {
    name: 'killed-in-mail',
    what: 'a server is killed with -9 while it sends four mails',
    test: killedInMail,
  },
  {
    name: 'killed-after-mail',
    what: 'a server is killed with -9 between the mail server’s confirmation and recording it',
    test: killedAfterMail,
    mayMailTwice: true,
  },
  {
    name: 'killed-in-seal',
    what: 'a server is killed with -9 while it seals the audit log',
    test: killedInSeal,
  },
  {
    name: 'server-frozen',
    what: 'a server is suspended while it sends a mail, and continues half a minute later',
    test: frozen,
  },
]
