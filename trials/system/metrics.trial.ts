import { freePort } from '#test/free-port.ts'
import { equal, match, ok } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addUser, codeOf } from '#test/people.ts'
import { startPortico } from '#test/programs.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { visitorOf } from '#test/servers.ts'
import { createSoftwareAuthenticator } from '#test/software-authenticator.ts'
import { until } from '#test/until.ts'
import { beginPasskeyLogin, passkeyLogin } from '../../features/account/sign-in/passkey-contract.ts'
import { login, verifyCode } from '../../features/account/sign-in/contract.ts'
import { version } from '../../app/version.ts'

test('the metrics port serves metrics of requests, logins, mails, jobs and audit blocks', async (t) => {
  const port = await freePort()
  const { url, said } = await startPortico(t, {
    METRICS_PORT: String(port),
    LIMIT_ACCOUNT_FAILURES: '1',
  })
  const read = () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
  const [ada, grace] = [await addUser(), await addUser()]
  const call = visitorOf({ url, origin: 'http://localhost:8080' }, '198.18.210.1')
  await call(login, { body: { email: grace.email, password: 'Wrong-Harbour-1' } }).catch(() => 0)
  await call(login, { body: { email: ada.email, password: ada.password } })
  await call(verifyCode, { body: { otp: codeOf(ada.secret) } })
  const response = createSoftwareAuthenticator('http://localhost:8080').assert(
    await call(beginPasskeyLogin, { body: {} }),
    { userHandle: 'AAAA' },
  )
  await call(passkeyLogin, { body: { response } }).catch(() => 0)
  await until(async () =>
    /portico_mails_total\{kind="account-locked",outcome="sent"\} 1/.test(await read()),
  )
  await until(async () => /portico_audit_blocks_total [1-9]/.test(await read()))
  const text = await read()
  match(
    text,
    /portico_request_seconds_count\{method="POST",route="\/api\/users\/login",status="401"\} 1/,
  )
  match(text, /portico_logins_total\{area="portal",outcome="succeeded"\} 1/)
  match(text, /portico_logins_total\{area="portal",outcome="password"\} 1/)
  match(text, /portico_logins_total\{area="portal",outcome="passkey"\} 1/)
  match(text, /portico_job_seconds_count\{queue="mail",outcome="completed"\} [1-9]/)
  match(text, /portico_jobs\{queue="mail",state="failed"\} 0/)
  match(text, /portico_audit_seal_age_seconds \d/)
  match(text, /portico_pool_connections [1-9]/)
  match(text, /portico_database_up 1\n/)
  match(text, /portico_database_wal_bytes [1-9]/)
  match(text, /portico_database_checkpoints\{kind="timed"\} \d/)
  match(text, /portico_database_transaction_seconds \d/)
  match(text, /portico_database_archive_failing 0\n/)
  match(text, /portico_backlog_seconds\{of="bulk"\} 0\n/)
  ok(text.includes(`portico_info{version="${version}",serve="users,admin,sso,worker"} 1\n`))
  match(text, /portico_hashes_waiting 0/)
  match(text, /nodejs_eventloop_lag_p99_seconds \d/)
  equal(text.includes(ada.email), false)

  equal((await fetch(`${url}/metrics`)).status, 404)
  equal((await fetch(`http://127.0.0.1:${port}/api/csrf`)).status, 404)
  match(said(), /"metrics":\d+/)
  for (const file of ['deploy/grafana-dashboard.json', 'deploy/alerts.yaml']) {
    for (const name of namesIn(await readFile(file, 'utf8'))) {
      ok(
        new RegExp(`^# HELP ${name} `, 'm').test(text),
        `${file} queries ${name}, which does not exist`,
      )
    }
  }
})

test('a scrape is answered within seconds and reports the database as down while it stalls or is unreachable', async (t) => {
  const direct = new URL(process.env['DATABASE_URL'] ?? '')
  const socket = direct.searchParams.get('host')
  const proxy = await startTcpProxy(
    socket === null ? Number(direct.port || 5432) : `${socket}/.s.PGSQL.${direct.port || 5432}`,
  )
  t.after(proxy.stop)
  const port = await freePort()
  await startPortico(t, {
    SERVE: 'users',
    METRICS_PORT: String(port),
    DATABASE_URL: `postgres://${direct.username}@127.0.0.1:${proxy.port}${direct.pathname}`,
  })
  const read = () =>
    fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(9_000) }).then(
      (answer) => answer.text(),
    )
  match(await read(), /portico_database_up 1\n/)
  proxy.be('stalled')
  for (let scrape = 0; scrape < 3; scrape += 1) {
    const text = await read()
    match(text, /portico_database_up 0\n/)
    equal(/portico_backlog_seconds\{/.test(text), false)
    // Each gauge is read once at a time, besides the program's own queries.
    ok(Number(/portico_pool_waiting (\d+)/.exec(text)?.[1]) < 5)
  }
  proxy.be('refusing')
  proxy.cut()
  await until(async () => /portico_database_up 0\n/.test(await read()))
  proxy.be('open')
  await until(async () => /portico_database_up 1\n/.test(await read()))
})

/** Returns the names of metrics in a text, without the suffixes of histograms. */
function namesIn(text: string): Set<string> {
  const names = text.match(/\b(portico|nodejs|process)_[a-z0-9_]+/g) ?? []
  ok(names.length > 10)
  return new Set(names.map((metric) => metric.replace(/_seconds_(bucket|count|sum)$/, '_seconds')))
}
