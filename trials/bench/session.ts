import { cp, mkdir } from 'node:fs/promises'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import {
  inDatabase,
  median,
  report,
  type Figure,
  measureRequests,
  portico,
  startSide,
  type Side,
} from './harness.ts'
import { measureActivity } from './session-activity.ts'

const version = '1.7.0'
const concurrency = 16

/**
 * Measures the session check, with logging, against bare Fastify with one select and against better-auth, in turns.
 * With the folder of an earlier version (`git worktree add`, then `node tools/prepare.mjs` there) also against that
 * version: `… session 15 folder`. Then counts the writes of checks that record activity, with 50,000 cookies or as many
 * as the third argument says: `… session 15 folder 5000`, or with `''` in place of the folder.
 */
export async function benchSession(words: readonly string[]): Promise<boolean> {
  const [rounds, earlier, many] = [
    Number(words[0] ?? 15),
    words[1] ?? '',
    Number(words[2] ?? 50_000),
  ]
  return inDatabase({ name: 'session', durable: true }, async (database) => {
    const { program, settings } = portico
    const { id, token } = await createSession()
    const cookie = `cookie: portico=${token}\r\n`
    const sides = [
      {
        name: 'portico',
        side: await startSide(program, settings),
        path: '/api/users/me',
        headers: cookie,
      },
      {
        name: 'bare',
        side: await startSide(['trials/bench/bare.ts'], {}, '/'),
        path: '/',
        headers: `x-id: ${id}\r\n`,
      },
    ]
    if (earlier !== '')
      sides.push({
        name: 'earlier',
        side: await startSide(
          program.map((word) => join(earlier, word)),
          settings,
        ),
        path: '/api/users/me',
        headers: cookie,
      })
    const peer = await startBetterAuth()
    if (peer) sides.push({ name: 'better-auth', path: '/api/auth/get-session', ...peer })
    const rates = new Map(sides.map(({ name }) => [name, [] as number[]]))
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, side, path, headers } of sides) {
        const target = { port: side.port, path, headersOf: () => headers, concurrency }
        const { perSecond } = await measureRequests(target, { ms: 1_000 })
        // The first round only warms up.
        if (round > 0) rates.get(name)?.push(perSecond)
      }
    }
    const sideOf = (name: string) => sides.find((each) => each.name === name)?.side
    const activity = await measureActivity(database, {
      many,
      here: sideOf('portico')!,
      earlier: sideOf('earlier'),
    })
    for (const { side } of sides) await side.stop()
    const of = (name: string) => rates.get(name) ?? []
    const beside = (name: string): Pick<Figure, 'here' | 'beside' | 'ratio'> => ({
      here: `${median(of('portico')).toFixed(0)}/s`,
      beside: `${median(of(name)).toFixed(0)}/s`,
      // The ratio of rounds that follow each other, so that other load on the machine affects both equally.
      ratio: median(of('portico').map((one, at) => one / (of(name)[at] ?? 1))),
    })
    return report('session', [
      { name: 'session check beside bare Fastify with one select', ...beside('bare'), least: 0.5 },
      ...(earlier !== ''
        ? [{ name: 'session check beside the earlier version', ...beside('earlier'), least: 0.97 }]
        : []),
      ...(peer
        ? [
            {
              name: `session check beside better-auth ${version}`,
              ...beside('better-auth'),
              least: 6,
            },
          ]
        : []),
      ...activity,
    ])
  })
}

export async function createSession(): Promise<{ id: string; token: string }> {
  const { addUser, startUserSession } = await import('#test/people.ts')
  return startUserSession(await addUser())
}

/** Returns undefined if npm cannot install better-auth. */
async function startBetterAuth(): Promise<{ side: Side; headers: string } | undefined> {
  const folder = join('.data', `better-auth-${version}`)
  await mkdir(folder, { recursive: true })
  await cp('trials/bench/better-auth.mjs', join(folder, 'server.mjs'))
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
  const installed = spawnSync('npm', [...args, `better-auth@${version}`, 'pg@8.23.1'], {
    encoding: 'utf8',
  })
  if (installed.status !== 0) {
    console.log(
      `skipped: npm cannot install better-auth ${version}: ${installed.stderr.split('\n')[0]}`,
    )
    return undefined
  }
  const side = await startSide([join(folder, 'server.mjs')], {}, '/cookie')
  const cookie = await (await fetch(`http://127.0.0.1:${side.port}/cookie`)).text()
  return { side, headers: `cookie: ${cookie}\r\n` }
}
