import { cpus } from 'node:os'
import pg from 'pg'
import { placeOf } from '../../demo/place.ts'
import { postmasterOf } from '../faults/kill.ts'
import { nginxIsMissing, startNginx } from '../faults/nginx.ts'
import type { Person } from '../faults/people.ts'
import { inDatabase, median, report, startSide, withMailbox, type Side } from './harness.ts'
import { databaseMs, processorMs } from './processor.ts'

const name = 'servers'
const hasRoom = cpus().length > 2
/** Concurrent users. With no spare core, more users than cores would measure contention between processes. */
const people = hasRoom ? 8 : cpus().length
const loginsARound = 80
const rounds = 5
/** Rounds until the second server, which gets half of the logins of every other round, runs compiled code. */
const warmUp = 4

type Stage = { admin: pg.Pool; users: readonly Person[]; postmaster: number }
type Round = { perSecond: number; processorMs: number }

/**
 * Compares logins through nginx to one server and to two, in turns. With a third core free for client and database, two
 * servers must handle at least 1.6 times as many. With fewer cores, a login with two servers must not cost more than 5
 * % more processor time.
 */
export async function benchServers(): Promise<boolean> {
  const missing = await nginxIsMissing()
  if (missing !== undefined) throw new Error(missing)
  return withMailbox((settings) =>
    inDatabase({ name, durable: true, settings }, async (database) => {
      const connectionString = Object.assign(new URL(database.adminUrl), { pathname: '/portico' })
      const admin = new pg.Pool({ connectionString: connectionString.href, max: 2 })
      const servers = [await serve(), await serve()]
      const closings: (() => unknown)[] = []
      const stops = { onClose: (work: () => unknown) => void closings.push(work) }
      try {
        const { joinPeople } = await import('./logins.ts')
        const [first = 0, second = 0] = servers.map(({ port }) => port)
        const one = `https://localhost:${await startNginx(stops, [first, first])}`
        const two = `https://localhost:${await startNginx(stops, [first, second])}`
        const postmaster = (await postmasterOf(placeOf(`.data/bench-${name}`).data)) ?? 0
        const stage = { admin, postmaster, users: await joinPeople(one, people) }
        return await inTurns(stage, servers, [one, two])
      } finally {
        for (const work of closings) await work()
        for (const server of servers) await server.stop()
        await admin.end()
      }
    }),
  )
}

function serve(): Promise<Side> {
  return startSide(['app/main.ts'], { SERVE: 'users', LOG_LEVEL: 'info' })
}

async function inTurns(
  stage: Stage,
  servers: readonly Side[],
  urls: readonly [string, string],
): Promise<boolean> {
  const measured: [Round[], Round[]] = [[], []]
  for (let round = -warmUp; round < rounds; round += 1)
    for (const at of [0, 1] as const) {
      const figures = await logInMany(stage, servers, urls[at])
      if (round >= 0) measured[at].push(figures)
    }
  const [one, two] = measured.map((rounds) => ({
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    processorMs: median(rounds.map((each) => each.processorMs)),
  })) as [Round, Round]
  console.log(
    `${cpus().length} cores: ${hasRoom ? 'logins a second' : 'processor time'} is compared`,
  )
  return report(name, [
    {
      name: 'logins a second at two servers behind nginx',
      here: `${two.perSecond.toFixed(1)}/s`,
      beside: `${one.perSecond.toFixed(1)}/s at one`,
      ratio: two.perSecond / one.perSecond,
      ...(hasRoom && { least: 1.6 }),
    },
    {
      name: 'processor time of a login, servers and PostgreSQL',
      here: `${two.processorMs.toFixed(1)} ms`,
      beside: `${one.processorMs.toFixed(1)} ms at one`,
      ratio: two.processorMs / one.processorMs,
      ...(!hasRoom && { most: 1.05 }),
    },
  ])
}

async function logInMany(
  { admin, users, postmaster }: Stage,
  servers: readonly Side[],
  url: string,
): Promise<Round> {
  const { logInAll } = await import('./logins.ts')
  const spent = async () => {
    const times = servers.map(({ child }) => processorMs(child.pid ?? 0))
    return (await Promise.all([...times, databaseMs(postmaster)])).reduce((sum, ms) => sum + ms)
  }
  const [before, begun] = [await spent(), performance.now()]
  await logInAll(admin, { url, people: users, many: loginsARound })
  const seconds = (performance.now() - begun) / 1000
  return {
    perSecond: loginsARound / seconds,
    processorMs: ((await spent()) - before) / loginsARound,
  }
}
