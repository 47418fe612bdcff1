import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { db } from '#server/db.ts'
import { changePassword } from '../../features/account/password/contract.ts'
import { login } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { inviteUser } from '#test/people.ts'
import { becomeUser, browser, insist, logIn, password } from './people.ts'
import { until, type RunningServer, type Stage } from './stage.ts'

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file))

type Clock = { server: RunningServer; jump: (offset: string) => Promise<void> }

/** Starts a server whose clock can be changed while it runs. The database's clock is unchanged. */
async function serverWithClock(stage: Stage): Promise<Clock> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-clock-'))
  stage.onClose(() => rm(folder, { recursive: true }))
  const file = join(folder, 'offset')
  await writeFile(file, '+0\n')
  const server = await stage.startServer({
    LD_PRELOAD: library ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    // Moves only the wall clock, not the monotonic clock.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  return { server, jump: (offset) => writeFile(file, `${offset}\n`) }
}

async function serverTime(server: RunningServer): Promise<number> {
  const answer = await fetch(`${server.url}/healthz`)
  await answer.arrayBuffer()
  return Date.parse(answer.headers.get('date') ?? '')
}

/** Signs up, logs in and changes the password on a server whose clock differs. */
async function useAccount(stage: Stage, offset: string, hours: number): Promise<string> {
  const { server, jump } = await serverWithClock(stage)
  const url = () => server.url
  const before = await becomeUser(url, await inviteUser())
  await db.query('update second_factors set last_step = 0')
  const visitor = await logIn(url, before)
  await jump(offset)
  const isThere = async () =>
    Math.abs((await serverTime(server)) - Date.now() - hours * 3_600_000) < 600_000
  await until('the clock has jumped', isThere)
  if (!(await visitor.isLoggedIn())) throw new Error('the session ended with the clock')

  const newPassword = 'Second-Harbour-2'
  const body = { oldPassword: password, newPassword, confirmPassword: newPassword }
  await visitor.call(changePassword, { body })
  await requirePassword(server, before.email, { right: newPassword, wrong: password })
  const after = await becomeUser(url, await inviteUser())
  await jump('+0')
  await until(
    'the clock is right again',
    async () => Math.abs((await serverTime(server)) - Date.now()) < 600_000,
  )
  await db.query('update second_factors set last_step = 0')
  const again = await logIn(url, after)
  if (!(await again.isLoggedIn()))
    throw new Error('a user who logged in meanwhile is not logged in')
  await requirePassword(server, before.email, { right: newPassword, wrong: password })
  return 'the session survived, a password changed meanwhile is valid, a user who signed up meanwhile can log in'
}

/** Requires a login with the new password to succeed. */
async function requirePassword(
  server: RunningServer,
  email: string,
  about: { right: string; wrong: string },
): Promise<void> {
  const attempt = (typed: string) =>
    browser(() => server.url).call(login, { body: { email, password: typed } })
  await insist(() => attempt(about.right))
  const opened = await attempt(about.wrong).then(
    () => true,
    () => false,
  )
  if (opened) throw new Error('the old password still opens the account')
}

const missing = async () =>
  library ? undefined : 'libfaketime is not installed (Debian: libfaketime)'

export const clock: Fault[] = [
  {
    name: 'clock-forward',
    what: 'the clock of a server jumps three hours ahead and back',
    missing,
    test: (stage) => useAccount(stage, '+3h', 3),
  },
  {
    name: 'clock-back',
    what: 'the clock of a server jumps three hours back and ahead again',
    missing,
    test: (stage) => useAccount(stage, '-3h', -3),
  },
]
