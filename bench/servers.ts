import { cpus } from 'node:os'
import pg from 'pg'
import { placeOf } from '../demo/place.ts'
import { postmasterOf } from '../test/faults/kill.ts'
import { nginxIsMissing, startNginx } from '../test/faults/nginx.ts'
import type { Person } from '../test/faults/people.ts'
import { inDatabase, median, report, startSide, withMailbox, type Side } from './harness.ts'
import { databaseMs, processorMs } from './processor.ts'

const name = 'servers'
const hasRoom = cpus().length > 2
/** Without a core to spare, more users at once than cores would measure how processes crowd each other out. */
const people = hasRoom ? 8 : cpus().length
const loginsARound = 80
const rounds = 5
/** So many rounds pass until the second server, which gets half of every other one, runs compiled code. */
const warmUp = 4

type Stage = { admin: pg.Pool; users: readonly Person[]; postmaster: number }
type Round = { perSecond: number; processorMs: number }

/**
 * Logins through nginx at one server and at two, in turns. With a third core free for client and database, two servers
 * take at least 1.6 times as many; with fewer cores, a login costs at most 5 % more processor time with two.
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
      const found = await logInMany(stage, servers, urls[at])
      if (round >= 0) measured[at].push(found)
    }
  const [one, two] = measured.map((found) => ({
    perSecond: median(found.map(({ perSecond }) => perSecond)),
    processorMs: median(found.map((each) => each.processorMs)),
  })) as [Round, Round]
  console.log(`${cpus().length} cores: ${hasRoom ? 'logins a second' : 'processor time'} is judged`)
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
