import { freePort } from '#test/free-port.ts'
import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { grantAccess } from '#domain/platform-access/platform-account.ts'
import { upsertSubsystem } from '#domain/platforms/subsystem.ts'
import { cookies } from '#server/cookies.ts'
import { db } from '#server/db.ts'
import { logInAt } from '#test/backups.ts'
import { mailbox } from '#test/mailbox.ts'
import { addUser, inviteUser, logIn } from '#test/people.ts'
import { startPooler } from '#test/pooler.ts'
import { startPortico, type } from '#test/programs.ts'
import { startPlatform } from '../../demo/platform.ts'
import { newWalk } from '#test/walk.ts'

const clientSecret = 'a secret of this test'

test('behind a transaction pooler, users log in, open a platform and get their mails, and commands work', async (t) => {
  const throughPooler = await startPooler(t)
  if (throughPooler === undefined) return t.skip('no PgBouncer (Debian: pgbouncer)')
  const port = await freePort()
  const env = {
    DATABASE_URL: throughPooler(process.env['DATABASE_URL'] ?? ''),
    DATABASE_OWNER_URL: throughPooler(process.env['DATABASE_OWNER_URL'] ?? ''),
    DATABASE_PREPARE: 'off',
  }
  const url = `http://localhost:${port}`
  const portal = await startPortico(t, { ...env, PORT: String(port), PUBLIC_URL: url })
  equal((await fetch(`${url}/readyz`)).status, 200)

  const ada = await addUser()
  const platform = await startPlatform({
    id: 'business-hub',
    name: 'Business hub',
    host: '127.0.0.1',
    port: 0,
    issuer: `${url}/oidc`,
    clientSecret,
    portalUrl: url,
  })
  t.after(() => platform.stop())
  await upsertSubsystem(db, {
    id: 'business-hub',
    name: 'Business hub',
    url: platform.url,
    clientSecret,
    redirectUris: [`${platform.url}/callback`],
    postLogoutUris: [`${platform.url}/signed-out`],
    backchannelLogoutUri: `${platform.url}/backchannel-logout`,
  })
  await grantAccess(db, ada.id, ['business-hub'])
  const session = (await logIn(ada)).cookies.get(cookies.session) ?? ''
  const { page } = await newWalk(session)(platform.url)
  match(page, /Welcome, <bdi>Ada Byron<\/bdi>/)

  // Concurrent logins share the three connections of the pooler.
  const users = await Promise.all(Array.from({ length: 6 }, () => addUser()))
  await Promise.all(users.map((each) => logInAt(url, each, url)))
  const { email } = await inviteUser()
  await mailbox.waitFor(email, /(?:)/, 60_000)

  const dryRun = await type(['migrate', '--dry-run'], env)
  match(dryRun.text, /The database is up to date: nothing would be changed/)
  equal((await type(['keys:rotate'], env)).code, 0)
  const faults = portal.log().filter(({ level }) => level === 'error')
  ok(faults.length === 0, JSON.stringify(faults[0]))
  equal(await portal.stop(), 0)
})
