import { setTimeout as wait } from 'node:timers/promises'
import { db, row } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { closeServer } from '#test/browser.ts'
import { authorize, newPlatform, tokensOf, visitorOf, type Platform } from '#test/platform.ts'
import { askAt, callsOf } from '#test/token-calls.ts'
import type { Fault } from './fault.ts'
import { killWhileItWaitsFor } from './killed-server.ts'
import { until, type RunningServer, type Stage } from './stage.ts'

const kills = 10
const load = 16
const secret = 'a secret of the hub'
const settings = { SERVE: 'users,sso' }

/** A single-use code or refresh token with its own grant. */
type Once = {
  model: 'AuthorizationCode' | 'RefreshToken'
  value: string
  /** The maximum number of access tokens of its grant until it is used again. */
  most: number
  ask: (url: string) => Promise<Response>
  answers: number
}

async function newCode(hub: Platform): Promise<Once> {
  const { browser } = await visitorOf(hub)
  const authorized = await authorize(browser, hub)
  const value = authorized.back.searchParams.get('code') ?? ''
  const ask = (url: string) => callsOf(askAt(url), hub, secret).exchange(authorized)
  return { model: 'AuthorizationCode', value, most: 1, ask, answers: 0 }
}

async function newRefreshToken(app: Platform): Promise<Once> {
  const { browser } = await visitorOf(app)
  const { refresh: value } = await tokensOf(browser, app)
  const ask = (url: string) => callsOf(askAt(url), app, null).refresh(value)
  return { model: 'RefreshToken', value, most: 2, ask, answers: 0 }
}

/** Uses the credential on a server that may be killed meanwhile. Returns true if it received tokens. */
async function use(once: Once, { url }: Pick<RunningServer, 'url'>): Promise<boolean> {
  const answer = await once.ask(url).catch(() => undefined)
  const body = (await answer?.json().catch(() => undefined)) as Record<string, string> | undefined
  if (body === undefined) return false
  if (body['access_token']) once.answers += 1
  else if (body['error'] !== 'invalid_grant') throw new Error(JSON.stringify(body))
  return body['access_token'] !== undefined
}

/**
 * Kills the server under load. Alternates between the moment when a quarter of the calls are answered and the moment
 * before any token is stored.
 */
async function killUnder(
  stage: Stage,
  { server, round, all }: { server: RunningServer; round: number; all: readonly Once[] },
): Promise<void> {
  let answered = 0
  const begin = () =>
    Promise.all(
      all.map(async (once) => {
        if ((await use(once, server)) && ++answered === load / 4) await server.kill('SIGKILL')
      }),
    )
  if (round % 2 === 0) await begin()
  else {
    const lock = 'select from sessions for update'
    let requests: Promise<unknown> = Promise.resolve()
    await killWhileItWaitsFor(stage, server, { lock, begin: () => (requests = begin()) })
    await requests
  }
  await wait(100)
  await until('the database has ended what the dead server began', async () => {
    const waiting = await row<{ count: number }>(db)`
      select count(*) from pg_stat_activity
      where datname = current_database() and usename = 'portico_server' and state <> 'idle'
        and pid <> pg_backend_pid()`
    return waiting?.count === 0
  })
}

type Left = { grantId: string; isConsumed: boolean; access: number; refresh: number }

async function leftOf({ model, value }: Once): Promise<Left> {
  const stored = await row<Left>(db)`
    select r.grant_id, r.consumed_at is not null as is_consumed,
           (select count(*) from oidc_records t
            where t.grant_id = r.grant_id and t.model = 'AccessToken') as access,
           (select count(*) from oidc_records t
            where t.grant_id = r.grant_id and t.model = 'RefreshToken' and t.consumed_at is null) as refresh
    from oidc_records r
    where r.model = ${model} and r.id = ${tokenHash(value).toString('base64url')}`
  if (!stored) throw new Error(`a ${model} is gone before it was used twice`)
  return stored
}

type Count = { answered: number; lost: number; untouched: number }

/** Checks the rows that remain after the kill, and the results of two more uses on another server. */
async function check(once: Once, other: RunningServer, count: Count): Promise<void> {
  const stored = await leftOf(once)
  const { answers } = once
  if (stored.access > once.most || stored.refresh > 1)
    throw new Error(`tokens of two uses: ${JSON.stringify(stored)}`)
  if (answers > 0 && !stored.isConsumed) throw new Error('answered but not consumed')
  const again = [await use(once, other), await use(once, other)]
  if (again[0] === stored.isConsumed || again[1])
    throw new Error(`${JSON.stringify(stored)}, and then tokens: ${again.join(', ')}`)
  if (once.answers > 1) throw new Error(`${once.answers} answers with tokens`)
  const remaining = await row<{ count: number }>(db)`
    select count(*) from oidc_records where grant_id = ${stored.grantId}`
  if (remaining?.count !== 0)
    throw new Error('a grant whose code or token was used twice has tokens')
  if (answers > 0) count.answered += 1
  else if (stored.isConsumed) count.lost += 1
  else count.untouched += 1
}

async function killInExchanges(stage: Stage, prepare: () => Promise<Once>): Promise<string> {
  const other = await stage.startServer(settings)
  const count: Count = { answered: 0, lost: 0, untouched: 0 }
  for (let round = 0; round < kills; round += 1) {
    const server = await stage.startServer(settings)
    const all: Once[] = []
    while (all.length < load) all.push(await prepare())
    await killUnder(stage, { server, round, all })
    for (const once of all) await check(once, other, count)
  }
  // Deletes the sessions, because these users did not log in and the common checks would fail.
  await db.query('delete from sessions')
  const { answered, lost, untouched } = count
  if (answered === 0 || lost + untouched === 0) throw new Error(JSON.stringify(count))
  return `${kills} kills: ${answered} answered, ${lost} consumed without an answer, ${untouched} untouched; none was usable twice, no grant had tokens of two uses`
}

export const killedInExchange: Fault[] = [
  {
    name: 'killed-in-exchange',
    what: 'a server is killed with -9 between consuming codes and responding, ten times',
    test: async (stage) => {
      stage.onClose(closeServer)
      const hub = await newPlatform({ clientSecret: secret })
      return killInExchanges(stage, () => newCode(hub))
    },
  },
  {
    name: 'killed-in-refresh',
    what: 'a server is killed with -9 between consuming refresh tokens of a public client and responding, ten times',
    test: async (stage) => {
      stage.onClose(closeServer)
      const app = await newPlatform({ clientSecret: null })
      return killInExchanges(stage, () => newRefreshToken(app))
    },
  },
]
