import { freePort } from '#test/free-port.ts'
import { rows } from '#server/db.ts'
import { db } from '#server/db.ts'
import { Refusal } from '#contract/refusal.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { codeOf } from '#test/people.ts'
import {
  becomeUser,
  browser,
  isLoggedIn,
  inviteUsers,
  password,
  untilNextCode,
  type Person,
} from './people.ts'
import { nginxIsMissing, startNginx } from './nginx.ts'
import type { Stage } from './stage.ts'

const people = 16
const runFor = 170_000

type Tally = { completed: number; again: number; failed: string[] }

/** Logs in repeatedly, each time with the next code. A failed attempt is retried once. */
async function keepLoggingIn(
  url: string,
  person: Person,
  end: number,
  tally: Tally,
): Promise<void> {
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, untilNextCode()))
    const first = await attempt(url, person)
    if (first === undefined) {
      tally.completed += 1
      continue
    }
    tally.again += 1
    await new Promise((resolve) => setTimeout(resolve, untilNextCode()))
    const second = await attempt(url, person)
    if (second === undefined) tally.completed += 1
    else tally.failed.push(`${first}, then ${second}`)
  }
}

/** Attempts a login. Returns its error; undefined if it succeeded. */
async function attempt(url: string, person: Person): Promise<string | undefined> {
  const { call } = browser(() => url)
  try {
    await call(login, { body: { email: person.email, password } })
    await call(verifyCode, { body: { otp: codeOf(person.secret) } })
    return (await isLoggedIn(call)) ? undefined : 'not logged in afterwards'
  } catch (error) {
    return error instanceof Refusal ? String(error.code) : String((error as Error).message)
  }
}

async function killedBehindNginx(stage: Stage): Promise<string> {
  const ports = [await freePort(), await freePort()]
  const start = (at: number) => stage.startServer({ PORT: String(ports[at]) })
  const servers = [await start(0), await start(1)]
  const at = `https://localhost:${await startNginx(stage, ports)}`
  const loggingIn = await Promise.all(
    (await inviteUsers(people)).map((guest) => becomeUser(() => at, guest)),
  )
  const tally: Tally = { completed: 0, again: 0, failed: [] }
  const end = Date.now() + runFor
  const load = loggingIn.map((person) => keepLoggingIn(at, person, end, tally))
  let kills = 0
  while (Date.now() < end - 15_000) {
    // Waits for a new one-time code, so that the kill hits logins, and varies the delay, so that it does not hit the
    // second attempt of the same user.
    await new Promise((resolve) => setTimeout(resolve, untilNextCode() + 100 + kills * 150))
    const which = kills % 2
    await servers[which]?.kill(kills < 2 ? 'SIGKILL' : 'SIGTERM')
    kills += 1
    servers[which] = await start(which)
    await new Promise((resolve) => setTimeout(resolve, untilNextCode()))
  }
  await Promise.all(load)
  if (tally.failed.length > 0)
    throw new Error(`${tally.failed.length} failed twice: ${tally.failed.join('; ')}`)
  const twice = await rows(db)`select 1 from sessions group by user_id having count(*) > (
    select count(*) from audit_log a where a.action = 'login_succeeded' and a.actor_id = user_id::text)`
  if (twice.length > 0) throw new Error('a login was counted twice')
  return `${tally.completed} logins of ${people} users while servers were killed and restarted ${kills} times: ${tally.again} were retried, none failed, none was counted twice`
}

export const behindNginx: Fault[] = [
  {
    name: 'killed-behind-nginx',
    what: 'each of two servers behind nginx is killed and restarted in turn, under load',
    missing: nginxIsMissing,
    test: killedBehindNginx,
    limitSeconds: 400,
  },
]
