import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { sendError } from './error-response.ts'

async function answerTo(error: Error) {
  const server = Fastify()
  server.setErrorHandler(sendError)
  server.get('/', () => Promise.reject(error))
  const answer = await server.inject('/')
  const { statusCode: status, headers, body } = answer
  return { status, retryAfter: headers['retry-after'], text: body + JSON.stringify(headers) }
}

test('an unavailable database is answered with 503 and Retry-After', async () => {
  const codes = ['53100', '53300', '58030', '25006', '57P01', '25P03', '08006', 'ECONNREFUSED']
  const messages = [
    'Client has encountered a connection error and is not queryable',
    'Connection terminated unexpectedly',
    'Query read timeout',
    'none of the database addresses accepts writes',
  ]
  const errors = [
    ...codes.map((code) => Object.assign(new Error('from the database'), { code })),
    ...messages.map((message) => new Error(message)),
  ]
  for (const error of errors) {
    const { status, retryAfter } = await answerTo(error)
    equal(status, 503, `${(error as { code?: string }).code} ${error.message}`)
    equal(Number(retryAfter) > 0, true)
  }
})

test('any other database error is answered with 500', async () => {
  for (const code of ['23505', '42P01', '22P02']) {
    const error = Object.assign(new Error('a mistake'), { code })
    equal((await answerTo(error)).status, 500, code)
  }
})

test('S1: the response to an unexpected error reveals neither its SQL nor any other detail', async () => {
  const cause = new Error('select hash from passwords')
  const facts = { code: '42P01', detail: 'hash', query: 'hash', statusCode: 500 }
  const error = Object.assign(new Error('relation "passwords" of hash', { cause }), facts)
  const { status, text } = await answerTo(error)
  equal(status, 500)
  for (const detail of ['hash', 'passwords', '42P01', 'select', 'error-response']) {
    equal(text.includes(detail), false, detail)
  }
})
