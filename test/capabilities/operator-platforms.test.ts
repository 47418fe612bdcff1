// covers command:platform, command:api, approval:api-add, approval:api-secret
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import * as client from 'openid-client'
import { listApis } from '../../features/admin/apis/list-contract.ts'
import { addApi, changeApi, getApi, replaceApiSecret } from '../../features/admin/apis/contract.ts'
import { unique } from './browser.ts'
import { command } from './command.ts'
import { newUser } from './people.ts'
import { discover, follow, platformInAdminArea } from './platforms.ts'
import { admin, approve, requestOf } from './staff.ts'

test('an operator registers a platform with an API, which introspects the tokens of the platform’s users', async () => {
  const suffix = unique()
  const [id, api] = [`platform-${suffix}`, `https://api-${suffix}.example/orders`]
  const url = `https://${id}.example`
  const apiText = await command(words('api add', { id: api, name: 'Orders', scope: 'orders.read' }))
  const platformText = await command([
    ...words('platform add', {
      id,
      name: `Platform ${suffix}`,
      url,
      'redirect-uri': `${url}/back`,
    }),
    '--post-logout-uri',
    `${url}/out`,
    '--api',
    `${api}=orders.read`,
  ])
  const user = await newUser()
  await command(words('platform grant', { id, email: user.email, reason: 'New colleague' }))

  const secret = secretIn(platformText)
  const config = await discover(id, client.ClientSecretBasic(secret))
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const request = client.buildAuthorizationUrl(config, {
    redirect_uri: `${url}/back`,
    scope: 'openid orders.read',
    resource: api,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const { url: back } = await follow(user.browser, request)
  const tokens = await client.authorizationCodeGrant(config, back, { pkceCodeVerifier })
  const apis = await admin.browser.call(listApis, {})
  const { clientId = '' } = apis.find((each) => each.id === api) ?? {}
  const introspect = async (apiSecret: string) => {
    const asApi = await discover(clientId, client.ClientSecretBasic(apiSecret))
    return client.tokenIntrospection(asApi, tokens.access_token)
  }
  const introspection = await introspect(secretIn(apiText))
  deepEqual(
    [introspection.active, introspection.sub, introspection.scope],
    [true, user.id, 'orders.read'],
  )

  await command(words('platform revoke', { id, email: user.email, reason: 'Left' }))
  equal((await introspect(secretIn(apiText))).active, false)
  const rotated = secretIn(await command(words('api rotate-secret', { id: api })))
  await rejects(introspect(secretIn(apiText)))
  equal((await introspect(rotated)).active, false)

  const params = { clientId }
  const registered = await admin.browser.call(getApi, { params })
  const headers = { 'if-match': registered.etag }
  const facts = { name: 'Orders API', scopes: ['orders.read', 'orders.write'], active: true }
  const body = { ...facts, format: 'opaque' as const }
  const { etag } = await admin.browser.call(changeApi, { params, headers, body })
  const replaced = await requestOf(
    admin.browser.call(replaceApiSecret, {
      params,
      headers: { 'if-match': etag },
      body: { graceHours: 0 },
    }),
  )
  await rejects(introspect(replaced.clientSecret ?? ''))
  await approve(replaced.approval.id)
  equal((await introspect(replaced.clientSecret ?? '')).active, false)
  await command(words('api change', { id: api, name: 'Orders of today' }))
  await command(words('api deactivate', { id: api }))
  match(await command(['api', 'list']), new RegExp(`${api}.*`))
  equal((await admin.browser.call(getApi, { params })).active, false)
  await command(words('api activate', { id: api }))
  equal((await admin.browser.call(getApi, { params })).name, 'Orders of today')
})

test('an admin adds an API, whose secret works once another admin approves', async () => {
  const id = `https://api-${unique()}.example/ledger`
  const facts = { name: 'Ledger', scopes: ['ledger.read'], active: true, format: 'jwt' as const }
  const request = await requestOf(admin.browser.call(addApi, { body: { id, ...facts } }))
  await approve(request.approval.id)
  const apis = await admin.browser.call(listApis, {})
  const { clientId = '' } = apis.find((each) => each.id === id) ?? {}
  const asApi = await discover(clientId, client.ClientSecretBasic(request.clientSecret ?? ''))
  equal((await client.tokenIntrospection(asApi, 'unknown')).active, false)
})

test('an operator changes, rotates, deactivates and activates a platform', async () => {
  const id = `platform-${unique()}`
  const url = `https://${id}.example`
  const uris = { url, 'redirect-uri': `${url}/back` }
  const added = await command(words('platform add', { id, name: `Platform ${id}`, ...uris }))
  await command([...words('platform change', { id, name: 'Ledger' }), '--invitations'])
  const { name, mayInvite } = await platformInAdminArea(id)
  deepEqual([name, mayInvite], ['Ledger', true])

  const ownToken = async (secret: string) => {
    const config = await discover(id, client.ClientSecretBasic(secret))
    return client.clientCredentialsGrant(config, { scope: 'invitations' })
  }
  await ownToken(secretIn(added))
  const rotated = secretIn(await command(words('platform rotate-secret', { id })))
  await rejects(ownToken(secretIn(added)))
  await ownToken(rotated)
  await command(words('platform deactivate', { id }))
  await rejects(ownToken(rotated))
  await command(words('platform activate', { id }))
  await ownToken(rotated)
  match(await command(['platform', 'list']), new RegExp(id))
})

function words(name: string, options: Record<string, string>): string[] {
  const pairs = Object.entries(options).map(([option, value]) => [`--${option}`, value])
  return [...name.split(' '), ...pairs.flat()]
}

function secretIn(text: string): string {
  return /[\w-]{40,}/.exec(text)?.[0] ?? ''
}
