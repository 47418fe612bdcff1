import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { issuer } from '#test/platform-client.ts'
import { authorize, newPlatform, tokensOf, visitorOf } from '#test/platform.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const sharing = 'access-control-allow-origin'
const server = await theServer()

async function call(
  path: string,
  {
    origin,
    body,
    token,
  }: { origin: string; body?: Record<string, string | undefined>; token?: string },
) {
  const { statusCode, headers } = await server.inject({
    method: body ? 'POST' : 'GET',
    url: `${issuer}/${path}`,
    headers: {
      origin,
      ...(body && form),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { payload: new URLSearchParams(JSON.parse(JSON.stringify(body))).toString() }),
  })
  return {
    status: statusCode,
    shared: headers[sharing],
    cookies: headers['access-control-allow-credentials'],
  }
}

test('P19: a browser client can read token, userinfo and revocation responses in its own origin', async () => {
  const page = await newPlatform({ clientSecret: null })
  const { browser } = await visitorOf(page)
  const origin = new URL(page.callback).origin
  const { back, verifier } = await authorize(browser, page)
  const code = back.searchParams.get('code') ?? ''
  const body = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: page.callback,
    client_id: page.id,
    code_verifier: verifier,
  }
  const answers = [await call('token', { origin, body })]
  const { access, refresh } = await tokensOf(browser, page)
  answers.push(
    await call('me', { origin, token: access }),
    await call('token', {
      origin,
      body: { grant_type: 'refresh_token', refresh_token: refresh, client_id: page.id },
    }),
    await call('token/revocation', { origin, body: { token: access, client_id: page.id } }),
  )
  for (const answer of answers)
    deepEqual(answer, { status: 200, shared: origin, cookies: undefined })
})

test('P19: the empty response to a revocation has no content type, which some clients reject', async () => {
  const page = await newPlatform({ clientSecret: null })
  const { headers, body } = await server.inject({
    method: 'POST',
    url: `${issuer}/token/revocation`,
    headers: form,
    payload: `token=none&client_id=${page.id}`,
  })
  deepEqual([headers['content-type'], body], [undefined, ''])
})

test('P19: another origin can read no response, and introspection and pushed requests allow no origin', async () => {
  const page = await newPlatform({ clientSecret: null })
  const { browser } = await visitorOf(page)
  const { access, refresh } = await tokensOf(browser, page)
  const own = new URL(page.callback).origin
  const refreshBody = { grant_type: 'refresh_token', refresh_token: refresh, client_id: page.id }
  for (const origin of [
    'https://evil.test',
    `${own}.evil.test`,
    own.replace('http:', 'https:'),
    'null',
  ]) {
    equal((await call('me', { origin, token: access })).shared, undefined, origin)
    equal((await call('token', { origin, body: refreshBody })).shared, undefined, origin)
  }
  for (const path of ['token/introspection', 'request']) {
    const body = { client_id: page.id, token: access, response_type: 'code' }
    equal((await call(path, { origin: own, body })).shared, undefined, path)
  }
})
