import { setTimeout as wait } from 'node:timers/promises'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { db, scalar } from '#server/db.ts'
import { codeOf, createMailedToken, inviteUser } from '#test/people.ts'
import { confirmPasswordReset } from '../../features/account/password/contract.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import type { Fault } from './fault.ts'
import { memoryMib } from './hostile-clients.ts'
import { becomeUser, browser, password, type Person } from './people.ts'
import { openMany, type Crowd } from './sockets.ts'
import { until, type RunningServer, type Stage } from './stage.ts'

const logins = 8
const maxGrownMib = 400
/** The production cost of a password hash, so that attackers can fill its queue. */
const settings = { PASSWORD_HASH_MEMORY_KIB: '65536', PASSWORD_HASH_PASSES: '3' }

type Target = { stage: Stage; server: RunningServer; victim: Person }
type Attack = { results: () => string; stop: () => Promise<void> | void }
type Browser = ReturnType<typeof browser>

/**
 * Measures logins of other users, with and without the attack. If an older checkout exists, measures its server first.
 */
async function measure(
  stage: Stage,
  attack: (target: Target) => Promise<Attack>,
  isLockedOut = false,
): Promise<string> {
  const before = process.env['FAULTS_BEFORE']
  const results: string[] = []
  for (const folder of before ? [before, '.'] : ['.']) {
    const server = await stage.startServer(settings, folder)
    const victim = await becomeUser(() => server.url, await inviteUser())
    const loggedInBrowser = browser(() => server.url)
    // Warms up, because the first requests load modules and caches.
    await timeLogins(victim, () => loggedInBrowser)
    await timeLogins(victim, () => browser(() => server.url))
    const alone = await timeLogins(victim, () => loggedInBrowser)
    const memory = await memoryMib(server)
    const running = await attack({ stage, server, victim })
    await wait(1_000)
    const others = {
      'known browser': await timeLogins(victim, () => loggedInBrowser),
      ...(!isLockedOut && {
        'new browser': await timeLogins(victim, () => browser(() => server.url)),
      }),
    }
    const grown = (await memoryMib(server)) - memory
    const figures = [
      `${folder === '.' ? 'now' : 'before'}: logins ${alone.text} alone`,
      ...Object.entries(others).map(([name, { text }]) => `${name} ${text}`),
      `${running.results()}, ${grown.toFixed(0)} MiB more`,
    ].join('; ')
    results.push(figures)
    await running.stop()
    await server.kill()
    const isHeld = Object.values(others).every(({ failed }) => failed === 0) && grown < maxGrownMib
    if (folder === '.' && !isHeld) throw new Error(results.join('\n'))
  }
  return results.join('\n')
}

/** Measures sequential logins with password and code. A failed login is not retried. */
async function timeLogins(victim: Person, open: () => Browser) {
  const times: number[] = []
  for (let one = 0; one < logins; one += 1) {
    await db.query('update second_factors set last_step = 0')
    const { call } = open()
    const startTime = performance.now()
    try {
      await call(login, { body: { email: victim.email, password } })
      await call(verifyCode, { body: { otp: codeOf(victim.secret) } })
      times.push(performance.now() - startTime)
    } catch {
      await wait(200)
    }
  }
  const median = times.toSorted((one, other) => one - other)[times.length >> 1]
  const failed = logins - times.length
  return { failed, text: `${times.length} of ${logins}, ${median?.toFixed(0) ?? '–'} ms` }
}

/** Opens connections that stay open as long as the server allows, and reopens them. */
function crowd(about: Crowd) {
  return async ({ stage, server }: Target): Promise<Attack> => {
    const { open, close } = await openMany(stage, server, { ...about, isStubborn: true })
    return {
      results: () =>
        `${about.many} connections from ${about.addresses} addresses, ${open()} still open`,
      stop: close,
    }
  }
}

/** Runs callers that repeat a call endlessly. Counts the responses by error code. */
function repeat(many: number, call: (one: number) => Promise<unknown>): Attack {
  const answers: Record<string, number> = {}
  const abortController = new AbortController()
  const callers = Array.from({ length: many }, async (_, one) => {
    while (!abortController.signal.aborted) {
      const answer = await call(one).then(
        () => 'ok',
        (error: unknown) => (error instanceof Refusal ? String(error.code) : 'none'),
      )
      answers[answer] = (answers[answer] ?? 0) + 1
      if (answer !== String(errorCodes.recentPassword)) await wait(50)
    }
  })
  return {
    results: () => `${many} callers were answered ${JSON.stringify(answers)}`,
    stop: async () => {
      abortController.abort()
      await Promise.all(callers)
    },
  }
}

const slowBody = [
  'POST /oidc/token HTTP/1.1',
  'host: localhost',
  'content-type: application/x-www-form-urlencoded',
  'content-length: 12000',
  '',
  'a',
].join('\r\n')

/** Requests the largest anonymous response, often enough to fill the kernel's buffers. */
const manyAnswers = 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(40)

async function ownResetLink({ server }: Target): Promise<Attack> {
  const attacker = await becomeUser(() => server.url, await inviteUser())
  const id = (await scalar<string>(db)`select id from users where email = ${attacker.email}`) ?? ''
  const token = await createMailedToken({ id, email: attacker.email }, 'reset-password')
  const callers = Array.from({ length: 210 }, (_, one) =>
    browser(() => server.url, `203.0.113.${1 + (one % 3)}`),
  )
  const body = { token, password, confirmPassword: password }
  return repeat(callers.length, async (one) => callers[one]?.call(confirmPasswordReset, { body }))
}

/** Sends wrong passwords, each caller from its own /64 in one /48. */
function guess(
  emailOf: (target: Target, one: number) => string,
  addressOf: (one: number) => string,
) {
  return async (target: Target): Promise<Attack> => {
    const callers = Array.from({ length: 200 }, (_, one) =>
      browser(() => target.server.url, addressOf(one)),
    )
    return repeat(callers.length, async (one) =>
      callers[one]?.call(login, {
        body: { email: emailOf(target, one), password: 'Wrong-Harbour-1' },
      }),
    )
  }
}

async function rejectsSlowRequests(stage: Stage): Promise<string> {
  const server = await stage.startServer()
  const heads = { many: 500, addresses: 1, begin: 'GET / HTTP/1.1\r\nx-slow: ', drip: 'a' }
  const bodies = { many: 500, addresses: 10, begin: slowBody, drip: 'a' }
  const crowds = await Promise.all([heads, bodies].map((each) => openMany(stage, server, each)))
  await until('they are all sent away', () => crowds.every(({ open }) => open() === 0), 60)
  return 'slow headers and bodies were rejected within 60 s'
}

/** Slow and greedy clients, whose addresses differ from their victims' (findings X1, X4, X20). */
export const greedyClients: Fault[] = [
  {
    name: 'idle-sockets',
    what: '5,000 connections from 50 addresses that never send anything',
    test: (stage) => measure(stage, crowd({ many: 5_000, addresses: 50, begin: '' })),
  },
  {
    name: 'slow-heads',
    what: 'X1: 1,000 connections that send their headers a byte a second',
    test: (stage) =>
      measure(
        stage,
        crowd({ many: 1_000, addresses: 2, begin: 'GET / HTTP/1.1\r\nx-slow: ', drip: 'a' }),
      ),
  },
  {
    name: 'slow-bodies',
    what: 'X1: 1,010 connections from one address that send their body a byte a second',
    test: (stage) =>
      measure(stage, crowd({ many: 1_010, addresses: 1, begin: slowBody, drip: 'a' })),
  },
  {
    name: 'slow-bodies-of-many',
    what: 'X1: 5,000 connections from 200 addresses that send their body a byte a second',
    test: (stage) =>
      measure(stage, crowd({ many: 5_000, addresses: 200, begin: slowBody, drip: 'a' })),
  },
  {
    name: 'slow-readers',
    what: 'X1: 1,010 connections from 20 addresses that request 300 kB 40 times and read nothing',
    test: (stage) =>
      measure(stage, crowd({ many: 1_010, addresses: 20, begin: manyAnswers, isDeaf: true })),
  },
  {
    name: 'slow-ones-end',
    what: 'slow headers and bodies are rejected',
    test: rejectsSlowRequests,
  },
  {
    name: 'own-reset-link',
    what: 'X4: 210 callers from three addresses send the current password to their own reset link',
    test: (stage) => measure(stage, ownResetLink),
  },
  {
    name: 'one-network',
    what: 'X4: 200 callers of one IPv6 /48 guess passwords',
    test: (stage) =>
      measure(
        stage,
        guess(
          (_, one) => `nobody${one}@quay.example`,
          (one) => `2001:db8:4:${one.toString(16)}::1`,
        ),
      ),
  },
  {
    name: 'one-account',
    what: 'X4: 200 callers from 200 addresses guess the password of one account',
    test: (stage) =>
      measure(
        stage,
        guess(
          ({ victim }) => victim.email,
          (one) => `203.0.113.${one}`,
        ),
        true,
      ),
  },
]
