import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { profileFieldMessages } from '#web/ui/texts/messages.ts'
import { changesMessages } from '#web/parts/texts/messages.ts'
import { theServer } from '#test/browser.ts'

/** Fields of requests that are no fields of the record. */
const fieldsOfRequests = ['reason', 'iKnow']

test('each field whose changes the audit log records has a label', async () => {
  const { endpoints } = await theServer()
  const changes = endpoints.filter(
    ({ method, path, headers }) =>
      method === 'PUT' && (path === '/users/me' || (headers && 'if-match' in headers.shape)),
  )
  ok(changes.length > 10)
  for (const { path, body } of changes) {
    if (!(body instanceof z.ZodMiniObject)) continue
    deepEqual(
      Object.keys(body.shape).filter(
        (name) =>
          !(`field_${name}` in changesMessages.en) &&
          !(name in profileFieldMessages.en) &&
          !fieldsOfRequests.includes(name),
      ),
      [],
      path,
    )
  }
})
