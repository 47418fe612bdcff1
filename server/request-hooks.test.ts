// own process: sets OTEL_EXPORTER_OTLP_ENDPOINT and TRUSTED_PROXIES
import { equal, match, notEqual } from 'node:assert/strict'
import { after, test } from 'node:test'

Object.assign(process.env, {
  TRUSTED_PROXIES: '192.0.2.0/24',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  OTEL_TRACES_SAMPLER_ARG: '0',
})
const { createServer } = await import('./http.ts')
const { currentContext } = await import('./request-context.ts')
const { startTraces, traceparentOf } = await import('./traces.ts')
const { stop } = await startTraces()
after(stop)

const traceId = '0af7651916cd43dd8448eb211c80319c'
const server = createServer(async () => undefined)
after(() => server.close())
server.get('/trace', async () => traceparentOf(currentContext()?.trace))

test('a request continues the trace of a trusted proxy, but not the trace of another caller', async () => {
  equal(await traceIdFor('192.0.2.7'), traceId)
  equal(await traceIdFor('::ffff:192.0.2.7'), traceId)
  notEqual(await traceIdFor('198.51.100.7'), traceId)
  notEqual(await traceIdFor('198.51.100.7', { 'x-forwarded-for': '192.0.2.7' }), traceId)
})

async function traceIdFor(remoteAddress: string, headers = {}): Promise<string | undefined> {
  const answer = await server.inject({
    url: '/trace',
    remoteAddress,
    // Not sampled, so that nothing is exported.
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-00`, ...headers },
  })
  match(answer.body, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  return answer.body.split('-')[1]
}
