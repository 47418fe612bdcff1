import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { UnsecuredJWT } from 'jose'
import { visitor } from '#test/people.ts'
import { buildAuthorizationRequest, newPlatform, visitorOf, type Platform } from '#test/platform.ts'

const formPost = { response_mode: 'form_post' }

test('P2: a request object with response_mode=form_post is refused by a form, with its state', async () => {
  const hub = await newPlatform()
  const request = new UnsecuredJWT({ ...formPost, state: 'from the object' }).encode()

  const answer = await refusalOf(hub, { request }, ['state'])

  equal(answer.status, 400)
  const page = await answer.text()
  equal(fieldOf(page, 'error'), 'request_not_supported')
  equal(fieldOf(page, 'state'), 'from the object')
  match(page, new RegExp(`<form method="post" action="${hub.callback}">`))
  const query = await refusalOf(hub, { request: 'not a token' })
  match(query.headers.get('location') ?? '', /\?error=request_not_supported/)
})

test('P2: every refusal of the authorization endpoint uses the requested response mode', async () => {
  const hub = await newPlatform()
  for (const [error, parameters, missing = []] of [
    ['login_required', { prompt: 'none' }],
    ['invalid_request', { prompt: 'none login' }],
    ['invalid_request', { max_age: 'long' }],
    ['invalid_request', { claims: '{' }],
    ['invalid_request', { id_token_hint: 'forged' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', {}, ['code_challenge', 'code_challenge_method']],
    ['invalid_request', {}, ['response_type']],
    ['unsupported_response_type', { response_type: 'token' }],
    ['request_uri_not_supported', { request_uri: 'https://hub.example/request' }],
    ['registration_not_supported', { registration: '{}' }],
  ] as [string, Record<string, string>, string[]?][]) {
    const form = await refusalOf(hub, { ...parameters, ...formPost }, missing)
    equal(fieldOf(await form.text(), 'error'), error, JSON.stringify(parameters))
    equal(form.headers.get('location'), null)
    const redirect = await refusalOf(hub, parameters, missing)
    ok(redirect.headers.get('location')?.includes(`error=${error}`), JSON.stringify(parameters))
  }
})

test('P2: a refusal after the login uses the requested response mode', async () => {
  const hub = await newPlatform()
  const { browser } = await visitorOf(hub)
  const acr = { id_token: { acr: { essential: true, value: 'a higher one' } } }
  const parameters = { claims: JSON.stringify(acr), ...formPost }
  let answer = await browser.fetch((await buildAuthorizationRequest(hub, parameters)).url.href)
  for (let step = 0; answer.headers.has('location') && step < 5; step += 1) {
    answer = await browser.fetch(answer.headers.get('location') ?? '')
  }
  equal(fieldOf(await answer.text(), 'error'), 'unmet_authentication_requirements')
})

async function refusalOf(
  hub: Platform,
  parameters: Record<string, string>,
  missing: string[] = [],
) {
  const { url } = await buildAuthorizationRequest(hub, parameters)
  for (const name of missing) url.searchParams.delete(name)
  return (await visitor()).fetch(url.href)
}

function fieldOf(page: string, name: string): string | undefined {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]
}
