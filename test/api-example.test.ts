import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import * as client from 'openid-client'
import { newApi, type TestApi } from '#test/apis.ts'
import { theServer } from '#test/browser.ts'
import { platformFetch } from '#test/platform-client.ts'
import { newPlatform, tokensOf, visitorOf } from '#test/platform.ts'
import { deleteRows } from '#test/rows.ts'

type Claims = Record<string, unknown>
type Check = (token: string, scope: string) => Promise<Claims>
type Options = { portal: string; fetch: typeof platformFetch }
type Example = {
  createVerifier: (options: Options & { id: string }) => Check
  createIntrospector: (options: Options & { clientId: string; clientSecret: string }) => Check
}

const file: string = '../docs/apis/api.mjs'
const { createVerifier, createIntrospector } = (await import(file)) as Example
const portal = 'http://localhost:8080'
await theServer()
const fetch: typeof platformFetch = (url, options) =>
  platformFetch(String(url).replace(portal, ''), options)

async function enter(api: TestApi) {
  const shop = await newPlatform({ apis: [{ id: api.id, scopes: ['orders.read'] }] })
  const { ada, browser } = await visitorOf(shop)
  const request = { scope: 'openid orders.read' }
  return { shop, ada, ...(await tokensOf(browser, shop, { ...request, resource: api.id })) }
}

test('P24: the documented example API accepts a JWT for itself, and rejects ID tokens, other audiences and missing scopes', async () => {
  const api = await newApi({ format: 'jwt' })
  const verify = createVerifier({ portal, id: api.id, fetch })
  const { shop, ada, access, idToken } = await enter(api)
  const claims = await verify(access, 'orders.read')
  deepEqual([claims['sub'], claims['client_id']], [ada.id, shop.id])
  await rejects(verify(access, 'orders.write'), /insufficient_scope/)
  await rejects(verify(idToken, 'orders.read'))
  const other = createVerifier({ portal, id: 'https://other.example', fetch })
  await rejects(other(access, 'orders.read'), { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
})

test('P24: the documented example API rejects an introspected token immediately after its session has ended', async () => {
  const api = await newApi()
  const { clientId, secret: clientSecret } = api
  const introspect = createIntrospector({ portal, clientId, clientSecret, fetch })
  const { ada, access, refresh } = await enter(api)
  equal((await introspect(access, 'orders.read'))['sub'], ada.id)
  await rejects(introspect(access, 'orders.write'), /insufficient_scope/)
  await rejects(introspect(refresh, 'orders.read'), /invalid_token/)
  await deleteRows('sessions', { userId: ada.id })
  await rejects(introspect(access, 'orders.read'), /invalid_token/)
  const unauthorized = createIntrospector({ portal, clientId, clientSecret: 'wrong', fetch })
  await rejects(unauthorized(access, 'orders.read'), /401/)
})

test('P24: the provider behaves as docs/integrating.md describes for a request for an API', async () => {
  const page = await readFile('docs/integrating.md', 'utf8')
  for (const part of ['apis/api.mjs', 'invalid_target', 'resource=', "isn't for userinfo"])
    match(page, new RegExp(part.replaceAll('.', '\\.')))
  const api = await newApi()
  const { shop, ada, access } = await enter(api)
  await rejects(client.fetchUserInfo(shop.config, access, ada.id))
})
