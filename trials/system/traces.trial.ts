import { equal, match, ok } from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd, type Test } from '#test/at-end.ts'
import { newFolder } from '#test/debian-cluster.ts'
import { addUser } from '#test/people.ts'
import { startPortico, type } from '#test/programs.ts'
import { until } from '#test/until.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const password = 'Wrong-Secret-Harbour-1'

test('a trace follows a login from the proxy to the database and to its mail, without secrets, and the support command collects all of it', async (t) => {
  const collector = await startCollector(t)
  const portal = await startPortico(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LIMIT_ACCOUNT_FAILURES: '1',
  })
  const ada = await addUser()
  const requestId = await failToLogIn(portal.url, ada.email)
  await until(() => collector.spans().some(({ name }) => name === 'job mail'), 60_000)
  await until(() => collector.spans().some(({ name }) => name === 'POST /api/users/login'), 60_000)
  const ours = collector.spans().filter((span) => span.traceId === traceId)
  const request = ours.find(({ name }) => name === 'POST /api/users/login')
  equal(request?.parentSpanId, 'b7ad6b7169203331')
  const statements = ours.filter(
    ({ name, parentSpanId }) => name === 'database' && parentSpanId === request?.spanId,
  )
  ok(statements.length > 3, `${statements.length} statements`)
  const job = ours.find(({ name }) => name === 'job mail')
  ok(job, 'the mail belongs to the same trace')
  ok(ours.some(({ name, parentSpanId }) => name === 'database' && parentSpanId === job.spanId))
  for (const secret of [password, ada.email, ada.secret]) {
    equal(collector.said().includes(secret), false, secret)
  }

  await supportSeesAll(t, { requestId, log: portal.said(), email: ada.email })
  equal(await portal.stop(), 0)
})

test('the support command reports a missing or unknown request id and a missing log', async (t) => {
  for (const args of [
    [],
    ['short'],
    ['one-request-id', 'more'],
    ['one-request-id', '--lag', 'x'],
  ]) {
    const result = await type(['support', ...args])
    equal(result.code, 2)
    match(result.text, /Usage:\n {2}npm run portico -- support <request-id>/)
  }
  match(
    (await type(['support', 'unknown-request'])).text,
    /Nothing found for request unknown-request/,
  )
  const missing = join(await newFolder(t), 'no.log')
  const result = await type(['support', 'unknown-request', '--log', missing])
  equal(result.code, 1)
  match(result.text, /There is no log/)
})

type FailedLogin = { requestId: string; log: string; email: string }

async function supportSeesAll(t: Test, { requestId, log, email }: FailedLogin): Promise<void> {
  const file = join(await newFolder(t), 'portico.log')
  // Other lines in the same log: one that is not JSON, and one with a secret.
  const otherLine = JSON.stringify({
    requestId,
    token: 'planted-secret',
    to: email,
    after: { firstname: 'Marigold', jobTitle: 'Harbourmaster', phone: '+4930123' },
    said: "550 <o'hara@quay.example> is unknown",
  })
  await writeFile(file, `not a line {${requestId}\n${log}\n${otherLine}\n`)
  const result = await type(['support', requestId], { LOG_FILE: file })
  equal(result.code, 0, result.text)
  match(result.text, /Log:\n[^]*"route":"\/api\/users\/login","status":401/)
  match(result.text, /Audit log:\n[^]*"action":"login_failed"[^]*"action":"account_locked"/)
  match(result.text, /Jobs:\n.*"queue":"mail","state":"completed"/)
  match(result.text, /Mails:\n.*"kind":"account-locked".*"state":"sent"/)
  const people = ['Marigold', 'Harbourmaster', '+4930123', "o'hara"]
  for (const secret of ['planted-secret', email, password, ...people]) {
    equal(result.text.includes(secret), false, secret)
  }
  const piped = await type(['support', requestId, '--log', '-'], {}, log)
  match(piped.text, /Log:\n[^]*"route":"\/api\/users\/login"/)
}

async function failToLogIn(url: string, email: string): Promise<string> {
  const primed = await fetch(`${url}/api/csrf`)
  const answer = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: {
      cookie: primed.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; '),
      origin: 'http://localhost:8080',
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-csrf-token': primed.headers.get('x-csrf-token') ?? '',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ email, password }),
  })
  equal(answer.status, 401)
  return answer.headers.get('x-request-id') ?? ''
}

/** Starts a collector that accepts traces as OTLP over HTTP, in JSON. */
async function startCollector(t: Test) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, async () => server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansOf),
  }
}

function spansOf(body: string): Span[] {
  const { resourceSpans } = JSON.parse(body) as {
    resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
  }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
