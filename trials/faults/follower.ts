import { setTimeout as pause } from 'node:timers/promises'
import { listHeaders } from '#contract/list.ts'
import { adminCookies } from '#server/cookies.ts'
import { followerOf, startPair } from '#test/follower.ts'
import { addAdmin, startSessionOfAdmin } from '#test/people.ts'
import type { Cluster, Fault } from './fault.ts'
import { becomeUser, inviteUsers } from './people.ts'
import { until, type RunningServer, type Stage } from './stage.ts'

const people = 8
const lists = ['overview', 'users', 'partners', 'invitations', 'auditlogs', 'search?q=first']

async function startFollowed(): Promise<Cluster> {
  const folder = `.data/faults/followed-${process.pid}`
  const { primary, stop } = await startPair(folder)
  return {
    variables: {
      FAULTS_FOLDER: `${folder}/primary`,
      FAULTS_FOLLOWER: `${folder}/follower`,
      DATABASE_URL: primary.serverUrl,
      DATABASE_OWNER_URL: primary.ownerUrl,
      FAULTS_ADMIN_URL: Object.assign(new URL(primary.adminUrl), { pathname: '/portico' }).href,
    },
    stop,
  }
}

type Answers = { follower: number; primary: number }

/** Reads every list as an admin on two servers repeatedly, and requires each response to be 200. */
function readOn(servers: readonly RunningServer[], token: string) {
  const answers: Answers = { follower: 0, primary: 0 }
  const abortController = new AbortController()
  const read = async () => {
    for (let call = 0; !abortController.signal.aborted; call += 1) {
      const url = `${servers[call % 2]?.url}/api/admin/${lists[call % lists.length]}`
      const headers = { cookie: `${adminCookies.session}=${token}` }
      const answer = await fetch(url, { headers })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text}`)
      answers[answer.headers.has(listHeaders.asOf) ? 'follower' : 'primary'] += 1
      await pause(50)
    }
  }
  const reading = read()
  reading.catch(() => undefined)
  return {
    answers,
    end: async () => {
      abortController.abort()
      await reading
    },
  }
}

type Harm = (follower: ReturnType<typeof followerOf>) => Promise<void>

/**
 * Signs up users and reads as an admin during a fault of the follower. If `comesBack` is true, requires later reads to
 * use the follower.
 */
async function whileReading(stage: Stage, harm: Harm, comesBack: boolean): Promise<string> {
  const follower = followerOf(process.env['FAULTS_FOLLOWER'] ?? '')
  const settings = { DATABASE_READ_URL: follower.urlOf(stage.serverUrl) }
  const servers = [await stage.startServer(settings), await stage.startServer(settings)]
  const { token } = await startSessionOfAdmin(await addAdmin({ roles: ['super_admin'] }))
  await follower.caughtUp(stage.adminUrl)
  const { answers, end } = readOn(servers, token)
  await until('the follower is read from', async () => answers.follower > 20)
  const guests = await inviteUsers(people)
  const joining = guests.map((guest, at) => becomeUser(() => servers[at % 2]?.url ?? '', guest))
  const before = answers.primary
  await harm(follower)
  await until('the primary answers', async () => answers.primary > before + 20)
  await Promise.all(joining)
  const answersBefore = { ...answers }
  if (comesBack)
    await until(
      'the follower is read from again',
      async () => answers.follower > answersBefore.follower + 20,
      60,
    )
  await end()
  return `${answers.follower} lists from the follower, ${answers.primary} from the primary, no error; ${people} users joined meanwhile`
}

const common = { cluster: startFollowed, limitSeconds: 200 }

export const follower: Fault[] = [
  {
    ...common,
    name: 'follower-stopped',
    what: 'the follower that serves lists is stopped and started 5 s later',
    test: (stage) =>
      whileReading(
        stage,
        async (follower) => {
          await follower.stop()
          await pause(5_000)
          await follower.start()
        },
        true,
      ),
  },
  {
    ...common,
    name: 'follower-late',
    what: 'the follower lags by 30 s and catches up',
    test: (stage) =>
      whileReading(
        stage,
        async (follower) => {
          await follower.ask('select pg_wal_replay_pause()')
          await pause(30_000)
          await follower.ask('select pg_wal_replay_resume()')
        },
        true,
      ),
  },
  {
    ...common,
    name: 'follower-promoted',
    what: 'the follower is promoted: it accepts writes and is no longer connected to the primary',
    test: (stage) =>
      whileReading(
        stage,
        async (follower) => void (await follower.ask('select pg_promote()')),
        false,
      ),
  },
]
