import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { Script } from 'node:vm'
import { readApiDocument } from '#test/api-document.ts'
import { addUser, codeOf } from '#test/people.ts'
import { freePort } from '#test/free-port.ts'
import { startServer } from '#test/servers.ts'
import { postmanCollection, type ApiDocument } from './postman.ts'

type Field = { key: string; value: string; disabled?: true }
type Request = {
  method: string
  header: Field[]
  url: { raw: string; path: string[]; query?: Field[]; variable: Field[] }
  body?: { mode: string; raw?: string }
  auth: { type: string; oauth2?: Field[] }
}
type Folder = { name: string; item: { name: string; request: Request }[] }
type Collection = { item: Folder[]; variable: Field[]; event: { script: { exec: string[] } }[] }

const { document, operations, faultsOf, parametersOf } = await readApiDocument()
const collection = postmanCollection(document as unknown as ApiDocument) as Collection
const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request))

function callOf({ method, url }: Request): string {
  const path = url.path.map((each) => each.replace(/^:(.*)$/, '{$1}'))
  return `${method} /${path.join('/')}`
}

test('C1: the Postman collection has each operation once, in the folder of its tag', () => {
  deepEqual(requests.map(callOf).toSorted(), operations.map(({ call }) => call).toSorted())
  for (const { name, item } of collection.item) ok(item.length > 0, name)
  equal(new Set(collection.item.map(({ name }) => name)).size, collection.item.length)
})

test('C1: requests of the collection send only what is required, with examples that the API accepts', () => {
  const byCall = new Map(requests.map((each) => [callOf(each), each]))
  for (const { call, operation } of operations) {
    const request = byCall.get(call)!
    const fields = [...request.header, ...(request.url.query ?? []), ...request.url.variable]
    for (const { name, schema, ...about } of parametersOf(operation)) {
      const field = fields.find(({ key }) => key === name)
      ok(field, `${call}: ${name}`)
      const { required = false } = about as { required?: boolean }
      equal(field.disabled === true, !required, `${call}: ${name}`)
      const value = field.value.replace('{{$guid}}', randomUUID())
      if (required && request.header.includes(field) && value !== '{{csrfToken}}')
        equal(faultsOf(schema, value), '', `${call}: ${name} ${value}`)
    }
    const content = operation.requestBody?.content['application/json']
    if (!content) continue
    equal(faultsOf(content.schema, JSON.parse(request.body?.raw ?? '')), '', call)
    ok(
      request.header.some(
        ({ key, value }) => key === 'Content-Type' && value === 'application/json',
      ),
    )
  }
})

test('C1: calls of platforms get their token by client id and secret, and all others need none', () => {
  for (const { call, operation } of operations) {
    const { auth } = requests.find((each) => callOf(each) === call)!
    const isOfPlatform = operation.security.some((each) => 'platform' in each)
    equal(auth.type, isOfPlatform ? 'oauth2' : 'noauth', call)
    if (!isOfPlatform) continue
    const values = Object.fromEntries((auth.oauth2 ?? []).map(({ key, value }) => [key, value]))
    match(values['accessTokenUrl'] ?? '', /\/oidc\/token$/)
    deepEqual([values['clientId'], values['scope']], ['{{clientId}}', 'invitations'])
  }
})

/** Returns a function that sends requests as Postman does, with the variables, cookies and script of the collection. */
function createSender({ variable, event }: Collection) {
  const values = new Map(variable.map(({ key, value }) => [key, value]))
  const cookies = new Map<string, string>()
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => values.get(key) ?? '')
  const script = new Script(event[0]?.script.exec.join('\n') ?? '')
  return async ({ method, url, header, body }: Request, fields: object = {}) => {
    const enabledHeaders = header.filter(({ disabled }) => !disabled)
    const answer = await fetch(fill(url.raw), {
      method,
      headers: {
        ...Object.fromEntries(enabledHeaders.map(({ key, value }) => [key, fill(value)])),
        cookie: [...cookies].map((each) => each.join('=')).join('; '),
      },
      ...(body?.raw && {
        body: JSON.stringify({ ...(JSON.parse(body.raw) as object), ...fields }),
      }),
    })
    for (const each of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = each.split(';')[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    const pm = {
      response: { headers: answer.headers },
      collectionVariables: { set: (key: string, value: string) => values.set(key, value) },
    }
    script.runInNewContext({ pm })
    return answer
  }
}

test('C1: the collection that a portal serves logs a user in', async () => {
  const port = await freePort()
  const { url } = await startServer({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
  const served = (await (await fetch(`${url}/api/postman.json`)).json()) as Collection
  const find = (call: string) =>
    served.item.flatMap(({ item }) => item).find(({ request }) => callOf(request) === call)!.request
  const send = createSender(served)
  const { email, password, secret } = await addUser()
  equal((await send(find('GET /api/csrf'))).status, 204)
  const first = await send(find('POST /api/users/login'), { email, password })
  equal(first.status, 200, await first.text())
  const second = await send(find('POST /api/users/login/verify-mfa'), { otp: codeOf(secret) })
  equal(second.status, 200, await second.text())
  const me = await send(find('GET /api/users/me'))
  equal(((await me.json()) as { email: string }).email, email)
})
