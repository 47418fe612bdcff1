import { equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { recordPlatformSession } from '#test/platform-session.ts'
import { endSession } from '#domain/sessions/session.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { db, row } from '#server/db.ts'
import { atEnd, type Test } from '#test/at-end.ts'
import { addUser, logIn } from '#test/people.ts'
import { startPortico } from '#test/programs.ts'
import { until } from '#test/until.ts'

test('a worker that receives SIGTERM finishes its job first, and the platform is notified exactly once', async (t) => {
  const platform = await slowPlatform(t)
  await upsertSubsystem(db, {
    id: 'slow',
    name: 'Slow',
    url: platform.url,
    clientSecret: 'a secret of this test',
    redirectUris: [`${platform.url}/callback`],
    postLogoutUris: [],
    backchannelLogoutUri: `${platform.url}/backchannel-logout`,
  })
  const ada = await addUser()
  await logIn(ada)
  const session = await row<{ id: string }>(db)`select id from sessions where user_id = ${ada.id}`
  const sessionId = session?.id ?? ''
  const platformSession = {
    sessionId,
    userId: ada.id,
    clientId: 'slow',
    sid: 'sid',
    ipAddress: '192.0.2.1',
  }
  await recordPlatformSession(db, platformSession)
  const worker = await startPortico(t, { SERVE: 'worker' })
  await endSession(db, sessionId)
  await until(() => platform.requestCount() === 1)
  const deliveredAt = Date.now()
  equal(await worker.stop('SIGTERM'), 0)
  ok(Date.now() - deliveredAt < 10_000, `it took ${Date.now() - deliveredAt} ms`)
  const notification = await row<{ isTold: boolean }>(db)`
    select delivered_at is not null as is_told from platform_sessions where user_id = ${ada.id}`
  equal(notification?.isTold, true)
  equal(platform.requestCount(), 1)
})

test('a request that arrives over an open connection while the server stops is answered', async (t) => {
  const program = await startPortico(t, { SERVE: 'users' })
  const port = Number(new URL(program.url).port)
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
  await once(socket, 'connect')
  socket.write('GET /api/users/me HTTP/1.1\r\nhost: 127.0')
  await wait(200)
  const stopped = program.stop('SIGTERM')
  await until(async () => !(await accepts(port)))
  socket.write('.0.1\r\n\r\n')
  equal(await stopped, 0)
  match(answer, /^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n[^]*"errorCode":401101/)
})

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** Starts a platform that takes two seconds to answer each notification. */
async function slowPlatform(t: Test) {
  let requestCount = 0
  const server = createServer((_, response) => {
    requestCount += 1
    void wait(2_000).then(() => response.writeHead(200).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, async () => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requestCount: () => requestCount }
}
