import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Provider } from 'oidc-provider'
import { listClientRefusals } from '#domain/platforms/client-refusal.ts'
import { db } from '#server/db.ts'
import { addPlatform } from '#test/people.ts'
import { runWithOidcRequest } from './oidc-request.ts'
import { refusedValue } from './refusal-reasons.ts'
import { recordRefusals, storeRefusals } from './refusals.ts'

const reason = "redirect_uri did not match any of the client's registered redirect_uris"

test('3A29: a rejected request is stored with its redirect URI, but never with a secret', async () => {
  const id = 'refused-values'
  await addPlatform({ id, name: 'Refused values' })
  const provider = new EventEmitter() as unknown as Provider
  recordRefusals(provider)
  const params = {
    redirect_uri: 'https://elsewhere.example/callback?next=1',
    client_secret: 'never stored',
    refresh_token: 'never stored',
  }
  const origin = { ipAddress: '192.0.2.1', userAgent: '', requestId: randomUUID() }
  for (const text of [reason, 'invalid secret provided']) {
    const error = Object.assign(new Error(), { error: 'invalid_request', error_detail: text })
    runWithOidcRequest({ origin, session: undefined }, () =>
      provider.emit('authorization.error', { oidc: { client: { clientId: id }, params } }, error),
    )
  }
  await storeRefusals()
  deepEqual((await listClientRefusals(db, id)).map(({ value }) => value).toSorted(), [
    '',
    'https://elsewhere.example/callback?next=1',
  ])
})

test('3A29: a stored value has at most 300 characters and no invisible ones', () => {
  const valueOf = (uri: unknown) => refusedValue(reason, { redirect_uri: uri })
  equal(valueOf('x'.repeat(300)).length, 300)
  equal(valueOf('x'.repeat(5_000)), `${'x'.repeat(299)}…`)
  equal(valueOf('https://a.example/\0\u202Efdp\n'), 'https://a.example/\uFFFD\uFFFDfdp\uFFFD')
  equal(valueOf('\uD800'), '\uFFFD')
  for (const other of [undefined, ['a', 'b'], { a: 1 }]) equal(valueOf(other), '')
  equal(refusedValue(reason, undefined), '')
  equal(refusedValue('toString', { toString: 'x' }), '')
})
