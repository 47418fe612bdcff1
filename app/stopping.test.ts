import { equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { recordPlatformSession } from '#domain/platform-session.ts'
import { endSession } from '#domain/session.ts'
import { upsertSubsystem } from '#domain/subsystem.ts'
import { db, row } from '#server/db.ts'
import { atEnd, type Test } from '#test/at-end.ts'
import { addUser, logIn } from '#test/people.ts'
import { startPortico } from '#test/programs.ts'
import { until } from '#test/until.ts'

test('a worker that is told to stop finishes its job first: the platform is told, and once', async (t) => {
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
  const led = { sessionId, userId: ada.id, clientId: 'slow', sid: 'sid', ipAddress: '192.0.2.1' }
  await recordPlatformSession(db, led)
  const worker = await startPortico(t, { SERVE: 'worker' })
  await endSession(db, sessionId)
  await until(() => platform.asked() === 1)
  const deliveredAt = Date.now()
  equal(await worker.stop('SIGTERM'), 0)
  ok(Date.now() - deliveredAt < 10_000, `it took ${Date.now() - deliveredAt} ms`)
  const found = await row<{ isTold: boolean }>(db)`
    select delivered_at is not null as is_told from platform_sessions where user_id = ${ada.id}`
  equal(found?.isTold, true)
  equal(platform.asked(), 1)
})

/** Takes two seconds over each notice. */
async function slowPlatform(t: Test) {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    void wait(2_000).then(() => response.writeHead(200).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, async () => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}
