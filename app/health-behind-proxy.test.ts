import { doesNotMatch, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { buildServer } from './server.ts'

test('13.4.5: a request forwarded by a proxy gets 404 from /readyz, whichever forwarding header it has', async (t) => {
  const server = await buildServer()
  t.after(() => server.close())
  const ask = (url: string, headers: Record<string, string>) => server.inject({ url, headers })
  equal((await ask('/readyz', {})).json<{ status: string }>().status, 'ready')
  for (const name of ['x-forwarded-for', 'X-Forwarded-For', 'forwarded']) {
    for (const value of ['198.51.100.7', 'for=198.51.100.7', '']) {
      const answer = await ask('/readyz', { [name]: value })
      equal(answer.statusCode, 404, `${name}: ${value}`)
      doesNotMatch(answer.body, /migrations|database/)
      equal((await ask('/healthz', { [name]: value })).statusCode, 200, `${name}: ${value}`)
    }
  }
  equal((await server.inject({ method: 'HEAD', url: '/readyz' })).statusCode, 200)
  const head = { method: 'HEAD', url: '/readyz', headers: { forwarded: 'for=_x' } } as const
  equal((await server.inject(head)).statusCode, 404)
})
