import type { Place } from '../../demo/place.ts'
import { removeStaleLock, isRunning, start, stop } from '../../demo/postgres.ts'
import type { Fault } from './fault.ts'
import { childrenOf, kill, killPostgres, postmasterOf } from './kill.ts'
import { becomeUser, inviteUsers, type Guest } from './people.ts'
import { isReady, until, type Stage } from './stage.ts'

const people = 12

/** Signs up twelve users on two servers during a fault of the database, twice. */
export async function whileSigningUp(
  stage: Stage,
  settings: Record<string, string>,
  harm: () => Promise<void>,
): Promise<string> {
  const guests = await inviteUsers(people)
  const servers = [await stage.startServer(settings), await stage.startServer(settings)]
  const signUps = guests.map((guest, index) =>
    lateSignUp(guest, index, servers[index % 2]?.url ?? ''),
  )
  await harm()
  await Promise.all(signUps)
  for (const server of servers) {
    if (server.child.exitCode !== null) throw new Error(`a server ended:\n${server.said()}`)
    await until('a server is ready again', () => isReady(server))
  }
  return `${people} users who were signing up succeeded, and both servers survived`
}

/** Starts sign-ups over two seconds, so that the fault hits each at a different step. */
async function lateSignUp(guest: Guest, index: number, url: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, index * 150))
  await becomeUser(() => url, guest)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function startDatabaseAgain(place: Place): Promise<void> {
  await removeStaleLock(place)
  await until('PostgreSQL runs again', async () => {
    await start(place, { durable: true })
    return isRunning(place)
  })
}

export const databaseGone: Fault[] = [
  {
    name: 'database-killed',
    what: 'every process of PostgreSQL is killed during requests and started 3 s later',
    test: (stage) =>
      whileSigningUp(stage, {}, async () => {
        await pause(700)
        await killPostgres(stage.place.data)
        await pause(3_000)
        await startDatabaseAgain(stage.place)
      }),
  },
  {
    name: 'database-restarted',
    what: 'PostgreSQL is stopped during requests, as for an upgrade, and restarted, twice',
    test: (stage) =>
      whileSigningUp(stage, {}, async () => {
        for (let time = 0; time < 2; time += 1) {
          await pause(500)
          await stop(stage.place, 'fast')
          await startDatabaseAgain(stage.place)
        }
      }),
  },
  {
    name: 'backend-killed',
    what: 'one connection of PostgreSQL is killed with -9, which ends all others, five times',
    test: (stage) =>
      whileSigningUp(stage, {}, async () => {
        for (let time = 0; time < 5; time += 1) {
          await pause(400)
          await until('there is a connection to kill', async () => {
            const postmaster = (await postmasterOf(stage.place.data)) ?? 0
            const [pid] = await childrenOf(postmaster, 'portico_server')
            if (pid !== undefined) kill(pid)
            return pid !== undefined
          })
          await pause(600)
        }
      }),
  },
  {
    name: 'network-cut',
    what: 'the network to the database breaks and comes back after 4 s',
    test: async (stage) => {
      const network = await stage.network()
      return whileSigningUp(stage, network.settings, async () => {
        await pause(700)
        network.be('refusing')
        network.cut()
        await pause(4_000)
        network.be('open')
      })
    },
  },
  {
    name: 'network-stalled',
    what: 'the network to the database drops everything for 20 s',
    test: async (stage) => {
      const network = await stage.network()
      return whileSigningUp(stage, network.settings, async () => {
        await pause(700)
        network.be('stalled')
        await pause(20_000)
        network.cut()
        network.be('open')
      })
    },
  },
  {
    name: 'network-slow',
    what: 'the network to the database has a latency of 80 ms in each direction',
    test: async (stage) => {
      const network = await stage.network()
      return whileSigningUp(stage, network.settings, async () => network.be({ delayMs: 80 }))
    },
  },
  {
    name: 'answers-lost',
    what: 'the responses to ten commits are lost',
    test: async (stage) => {
      const network = await stage.network()
      return whileSigningUp(stage, network.settings, async () => {
        await pause(300)
        network.cutAfter('commit', 10)
      })
    },
  },
]
