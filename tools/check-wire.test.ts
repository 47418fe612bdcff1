import { deepEqual, equal, match } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findWireFaults } from './released/wire-faults.ts'
import { readWire, writeWire, type ApiDocument, type Schema, type Wire } from './released/wire.ts'

const text = { type: 'string' }
const color = { type: 'string', enum: ['red', 'blue'] }

/** Returns the API with one operation; a page of the previous version sends `body` and reads `reply`. */
function api(parts: { body?: Schema; query?: Schema; reply?: Schema; path?: string }): Wire {
  const { body, query, reply, path = '/things' } = parts
  return readWire({
    servers: [{ url: 'https://id.example/api' }],
    paths: {
      [path]: {
        post: {
          parameters: Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
            name,
            in: 'query',
            required: query?.required?.includes(name) ?? false,
            schema,
          })),
          ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
          responses: {
            200: { ...(reply && { content: { 'application/json': { schema: reply } } }) },
            400: { content: { 'application/problem+json': { schema: {} } } },
          },
        },
      },
    },
    components: { schemas: { Color: color } },
  })
}

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
})
const body = (schema: Schema, required: string[] = []) => ({
  body: object({ name: text, field: schema }, required),
})
const reply = (schema: Schema, required = ['field']) => ({
  reply: object({ field: schema }, required),
})

/** Returns one alternative of a reply, with these other fields. */
const next = (value: string, fields: string[]): Schema =>
  object({ next: { const: value }, ...Object.fromEntries(fields.map((name) => [name, text])) }, [
    'next',
    ...fields,
  ])

const refused: Record<string, [before: Wire, now: Wire, fault: string]> = {
  'a field of a request becomes required': [
    api({ body: object({ name: text }) }),
    api(body(text, ['field'])),
    'body.field is required',
  ],
  'an optional field of a request becomes required': [
    api(body(text)),
    api(body(text, ['field'])),
    'body.field is required',
  ],
  'a required field inside of a list is new': [
    api({ body: object({ list: { type: 'array', items: object({}) } }) }),
    api({ body: object({ list: { type: 'array', items: object({ id: text }, ['id']) } }) }),
    'body.list[].id is required',
  ],
  'a query parameter becomes required': [
    api({}),
    api({ query: object({ q: text }, ['q']) }),
    'parameter.query.q is required',
  ],
  'a query parameter is removed': [
    api({ query: object({ q: text }) }),
    api({}),
    'parameter.query.q is no longer read',
  ],
  'a call gains a body': [api({}), api({ body: object({ name: text }) }), 'body is new'],
  'a field of a request is removed': [
    api(body(text)),
    api({ body: object({ name: text }) }),
    'body.field is no longer read',
  ],
  'a field of a request is refused': [
    api(body(text)),
    api({ body: { ...object({ name: text }), additionalProperties: false } }),
    'body.field is refused',
  ],
  'a value of a request is removed': [
    api(body(color)),
    api(body({ type: 'string', enum: ['red'] })),
    'body.field refuses "blue"',
  ],
  'a free text of a request becomes a list of values': [
    api(body(text)),
    api(body({ $ref: '#/components/schemas/Color' })),
    'body.field takes listed values only',
  ],
  'a field of a request is no longer nullable': [
    api(body({ anyOf: [text, { type: 'null' }] })),
    api(body(text)),
    'body.field changes its type',
  ],
  'a field of a request gains a pattern': [
    api(body(text)),
    api(body({ ...text, pattern: '^a' })),
    'body.field has a narrower pattern',
  ],
  'a maximum of a request shrinks': [
    api(body({ ...text, maxLength: 9 })),
    api(body({ ...text, maxLength: 8 })),
    'body.field has a narrower maxLength',
  ],
  'a minimum of a request grows': [
    api(body({ type: 'integer' })),
    api(body({ type: 'integer', minimum: 1 })),
    'body.field has a narrower minimum',
  ],
  'an endpoint is removed': [api({}), api({ path: '/others' }), 'is gone'],
  'a status is removed': [
    api(reply(text)),
    {
      operations: {
        'POST /api/things': { ...api({}).operations['POST /api/things']!, replies: { 204: {} } },
      },
      schemas: {},
    },
    'reply 200 is gone',
  ],
  'a reply loses its body': [api(reply(text)), api({}), 'reply is no longer application/json'],
  'a reply loses a field': [api(reply(text)), api({ reply: object({}) }), 'reply.field is gone'],
  'a field of a reply becomes optional': [
    api(reply(text)),
    api(reply(text, [])),
    'reply.field is no longer always there',
  ],
  'a field of a reply becomes nullable': [
    api(reply(text)),
    api(reply({ type: ['string', 'null'] })),
    'reply.field changes its type',
  ],
  'a reply has a new field that a page requires': [
    api({ reply: object({ name: text }) }),
    api({ reply: object({ name: text, field: text }, ['field']) }),
    'reply.field is new',
  ],
  'one of several replies has a new field that a page requires': [
    api({ reply: { anyOf: [next('done', []), next('code', [])] } }),
    api({ reply: { anyOf: [next('done', ['user']), next('code', [])] } }),
    'reply.user is new',
  ],
  'a field of a reply is no longer nullable': [
    api(reply({ type: ['string', 'null'] })),
    api(reply(text)),
    'reply.field changes its type',
  ],
  'a field of a reply changes its type': [
    api(reply({ type: 'array', items: text })),
    api(reply({ type: 'array', items: { type: 'integer' } })),
    'reply.field[] changes its type',
  ],
}

for (const [title, [before, now, fault]] of Object.entries(refused)) {
  test(`a difference from the last release fails the check when ${title}`, () => {
    const faults = [...findWireFaults(before, now)]
    deepEqual(
      faults.map(([what]) => what),
      [`POST /api/things ${fault}`],
    )
    match(faults[0]?.[1] ?? '', /^[a-z]\S+ .*\w$/)
    equal(findWireFaults(before, before).size, 0)
  })
}

test('optional fields of requests and replies, new values of replies, and wider limits pass', () => {
  const before = api({
    body: object({ field: { ...color, maxLength: 4, pattern: '^a' } }, ['field']),
    reply: object({ field: color, former: text }, ['field']),
  })
  const now = api({
    body: object({ field: { ...text, maxLength: 5 }, another: text }),
    query: object({ q: text }),
    reply: object({ field: { ...text, enum: ['red', 'green'] }, former: text, another: text }, [
      'field',
      'former',
    ]),
  })
  deepEqual([...findWireFaults(before, now)], [])
})

test('a required field in the profile is reported as a difference from the current API', () => {
  const today = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as ApiDocument
  const before = JSON.parse(writeWire(readWire(today))) as Wire
  const schema = today.paths['/api/users/me']?.['put']?.requestBody?.content?.['application/json']
    ?.schema as Schema
  schema.properties = { ...schema.properties, department: text }
  deepEqual([...findWireFaults(before, readWire(today))], [])
  schema.required = [...(schema.required ?? []), 'department']
  deepEqual(
    [...findWireFaults(before, readWire(today)).keys()],
    ['PUT /api/users/me body.department is required'],
  )
})
