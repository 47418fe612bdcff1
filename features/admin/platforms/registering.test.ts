import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import { commonErrors } from '#contract/refusal.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { db, rows } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { addAdmin, addUser, logIn, logInAdmin, refusedWith } from '#test/people.ts'
import { publish } from '#test/published.ts'
import { changesOf, newRegistration, register } from '#test/registered-platforms.ts'
import { updateRows } from '#test/rows.ts'
import { findOverview } from '../../account/home/contract.ts'
import * as contract from './contract.ts'

const browser = await logInAdmin(await addAdmin())

test('RT-29 only https URLs without credentials, wildcards or fragment are accepted', async () => {
  const tricks = [
    'http://orders.example/callback',
    'ftp://orders.example/callback',
    'javascript:alert(1)',
    '//orders.example/callback',
    'https://*.example/callback',
    'https://orders.example/*',
    'https://orders.example/callback#part',
    'https://orders.example/callback#',
    'https://ada@orders.example/callback',
    'https://ada:pass@orders.example/callback',
    String.raw`https:\\orders.example\callback`,
    'https://orders.example/call back',
    'http://localhost.evil.test/callback',
    'http://127.0.0.1.evil.test/',
    'http://2130706433.evil.test/',
    'orders.example/callback',
    'https://',
    `https://orders.example/${'x'.repeat(2048)}`,
  ]
  for (const trick of tricks) {
    deepEqual(await fieldsOf({ redirectUris: [trick] }), ['redirectUris.0'], trick)
    deepEqual(await fieldsOf({ postLogoutUris: [trick] }), ['postLogoutUris.0'], trick)
    deepEqual(await fieldsOf({ backchannelLogoutUri: trick }), ['backchannelLogoutUri'], trick)
    deepEqual(await fieldsOf({ url: trick }), ['url'], trick)
  }
  for (const origin of [
    'https://orders.example/path',
    'https://orders.example?x',
    'http://a.example',
  ]) {
    deepEqual(await fieldsOf({ origins: [origin] }), ['origins.0'], origin)
    deepEqual(await fieldsOf({ entryOrigin: origin }), ['entryOrigin'], origin)
  }
})

test('3Z12: logout URIs of an inner network are refused, except those that a platform has already', async () => {
  for (const inner of [
    'https://10.0.0.8/out',
    'https://169.254.169.254/',
    'https://a.example:0/',
  ]) {
    deepEqual(await fieldsOf({ postLogoutUris: [inner] }), ['postLogoutUris'], inner)
    deepEqual(await fieldsOf({ backchannelLogoutUri: inner }), ['backchannelLogoutUri'], inner)
  }
  const platform = await register(browser)
  const { id } = platform
  await updateRows('subsystems', { id }, { backchannelLogoutUri: 'https://10.0.0.8/out' })
  const body = {
    ...changesOf(platform),
    backchannelLogoutUri: 'https://10.0.0.8/out',
    active: false,
  }
  const request = { params: { id }, headers: { 'if-match': '"1"' } }
  equal((await browser.call(contract.changePlatform, { ...request, body })).active, false)
})

test('3Z7: a name that looks like that of another platform is refused at its field', async () => {
  const platform = await register(browser, { name: 'Treasury desk' })
  const { id } = await register(browser)
  for (const name of ['treasury  DESK', 'Treаsury-desk', 'Treasury d\u200besk'])
    deepEqual(await fieldsOf({ name }), ['name'], name)
  const { faults } = await refusedWith(
    commonErrors.invalidInput,
    browser.call(contract.changePlatform, {
      params: { id },
      headers: { 'if-match': '"1"' },
      body: { ...changesOf(platform), name: 'TREASURY DESK' },
    }),
  )
  deepEqual([faults[0]?.field, faults[0]?.rule], ['name', 'nameTaken'])
  const renamed = { ...changesOf(platform), name: 'Treasury Desk' }
  const request = { params: { id: platform.id }, headers: { 'if-match': '"1"' }, body: renamed }
  equal((await browser.call(contract.changePlatform, request)).name, 'Treasury Desk')
  const concurrent = ['Vault', 'V\u0430ult'].map((name) => register(browser, { name }))
  const states = (await Promise.allSettled(concurrent)).map(({ status }) => status)
  deepEqual(states.toSorted(), ['fulfilled', 'rejected'])
})

test('http is accepted for loopback addresses', async () => {
  const { id } = await register(browser, {
    url: 'http://localhost:9000',
    redirectUris: ['http://127.0.0.1:9000/callback', 'http://[::1]:9000/callback?from=portico'],
  })
  equal((await findSubsystem(db, id))?.redirectUris.length, 2)
})

test('settings that contradict each other or are taken are rejected at their field', async () => {
  deepEqual(await fieldsOf({ proof: 'none', pkce: 'optional' }), ['pkce'])
  deepEqual(await fieldsOf({ proof: 'none', mayInvite: true }), ['mayInvite'])
  deepEqual(await fieldsOf({ proof: 'keys' }), ['jwks'])
  deepEqual(await fieldsOf({ redirectUris: [] }), ['redirectUris'])
  deepEqual(await fieldsOf({ id: 'Orders' }), ['id'])
  deepEqual(await fieldsOf({ id: (await register(browser)).id }), ['id'])
  const { entryOrigin } = await register(browser, { entryOrigin: 'https://taken.example' })
  deepEqual(await fieldsOf({ entryOrigin }), ['entryOrigin'])
})

test('a platform with only an entry origin needs no redirect URI', async () => {
  const { id } = await register(browser, { redirectUris: [], entryOrigin: 'https://board.example' })
  equal((await findSubsystem(db, id))?.entryOrigin, 'https://board.example')
})

test('C5: requirements for a login are validated, kept if a change omits them, and audited', async () => {
  const requirements = { requiredAcr: 'phr', maxAgeMinutes: 720, idleMinutes: 1 } as const
  const platform = await register(browser, requirements)
  const { requiredAcr: _, ...others } = changesOf(platform)
  const change = (body: object, version: number) =>
    browser.call(contract.changePlatform, {
      params: { id: platform.id },
      headers: { 'if-match': `"${version}"` },
      body: body as typeof others,
    })
  const changed = await change({ ...others, maxAgeMinutes: null }, 1)
  deepEqual([changed.requiredAcr, changed.maxAgeMinutes, changed.idleMinutes], ['phr', null, 1])
  const [last] = await rows<{ data: { before: object; after: object } }>(db)`
    select data from audit_log where target_id = ${platform.id} order by timestamp desc limit 1`
  deepEqual(
    [last?.data.before, last?.data.after].map(
      (each) => (each as typeof requirements).maxAgeMinutes,
    ),
    [720, null],
  )
  for (const [field, value] of [
    ['requiredAcr', 'https://refeds.org/profile/sfa'],
    ['maxAgeMinutes', 0],
    ['maxAgeMinutes', 721],
    ['idleMinutes', 1.5],
  ] as const)
    deepEqual(await fieldsOf({ [field]: value }), [field])
})

test('a description is saved, kept if a change omits it, and shown on the home page of users', async () => {
  const platform = await register(browser, { description: ' Balances and transfers. ' })
  const { description: _, ...others } = changesOf(platform)
  const changed = await browser.call(contract.changePlatform, {
    params: { id: platform.id },
    headers: { 'if-match': '"1"' },
    body: others,
  })
  const description = 'Balances and transfers.'
  equal(changed.description, description)
  const ada = await addUser({ platforms: [platform.id] })
  const overview = await (await logIn(ada)).call(findOverview, {})
  deepEqual(overview.platforms, [{ id: platform.id, description, openedAt: null }])
  deepEqual(await fieldsOf({ description: 'a'.repeat(141) }), ['description'])
})

test('only public keys of a strong enough algorithm can be registered', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const good = (await exportJWK(publicKey)) as { kty: 'EC' }
  const weak = (await exportJWK((await generateKeyPair('ES384')).publicKey)) as { kty: 'EC' }
  const secret = (await exportJWK(privateKey)) as { kty: 'EC' }
  for (const [keys, field] of [
    [[], 'jwks.keys'],
    [[secret], 'jwks.keys.0'],
    [[weak], 'jwks'],
    [[good, { kty: 'EC' as const }], 'jwks'],
    [[{ kty: 'oct', k: 'c2VjcmV0' } as never], 'jwks.keys.0.kty'],
  ] as const) {
    deepEqual(await fieldsOf({ proof: 'keys', jwks: { keys: [...keys] } }), [field])
  }
  const { id } = await register(browser, { proof: 'keys', jwks: { keys: [good] } })
  const platform = await findSubsystem(db, id)
  deepEqual([platform?.clientSecretHash, platform?.jwks?.keys[0]], [null, good])
})

test('X21: only the members of RFC 7517 and RFC 7518 of a public key are stored', async () => {
  const good = await exportJWK((await generateKeyPair('ES256')).publicKey)
  const standard = { ...good, kid: 'one', use: 'sig', alg: 'ES256', key_ops: ['verify'] }
  const nested = JSON.parse('{"a":'.repeat(1000) + '1' + '}'.repeat(1000)) as object
  const keys = [{ ...standard, nested, note: 'x', ext: true } as never]
  const { id } = await register(browser, { proof: 'keys', jwks: { keys } })
  deepEqual((await findSubsystem(db, id))?.jwks, { keys: [standard] })
  for (const member of ['kid', 'n', 'x5c', 'key_ops', 'x'] as const) {
    const jwks = { keys: [{ ...good, [member]: nested } as never] }
    deepEqual(await fieldsOf({ proof: 'keys', jwks }), [`jwks.keys.0.${member}`], member)
  }
})

test('the address of published keys is fetched and checked before it is registered', async () => {
  const good = await exportJWK((await generateKeyPair('EdDSA')).publicKey)
  const { url } = await publish({
    '/keys': [200, JSON.stringify({ keys: [good] })],
    '/empty': [200, '{"keys":[]}'],
    '/page': [200, '<html>'],
    '/much': [200, JSON.stringify({ keys: [good], more: 'x'.repeat(70_000) })],
    '/moved': [302, ''],
  })
  for (const path of ['empty', 'page', 'much', 'moved', 'nothing']) {
    deepEqual(await fieldsOf({ proof: 'keys', jwksUri: `${url}/${path}` }), ['jwksUri'], path)
  }
  const { id } = await register(browser, { proof: 'keys', jwksUri: `${url}/keys` })
  equal((await findSubsystem(db, id))?.jwksUri, `${url}/keys`)
})

test('changing the client authentication of a platform creates or removes its secret', async () => {
  const app = await register(browser, { proof: 'none' })
  equal(app.clientSecret, '')
  const { id } = app
  const change = async (proof: 'secret' | 'none') => {
    const { etag } = await browser.call(contract.getPlatform, { params: { id } })
    const request = { params: { id }, headers: { 'if-match': etag } }
    return browser.call(contract.changePlatform, { ...request, body: { ...changesOf(app), proof } })
  }
  const { clientSecret } = await change('secret')
  const hash = tokenHash(clientSecret ?? '')
  deepEqual((await findSubsystem(db, id))?.clientSecretHash, hash)
  equal((await change('secret')).clientSecret, null)
  deepEqual((await findSubsystem(db, id))?.clientSecretHash, hash)
  await change('none')
  equal((await findSubsystem(db, id))?.clientSecretHash, null)
})

test('P20: a change that omits the claims of a platform keeps them', async () => {
  const hub = await register(browser)
  const { id } = hub
  const change = async (more: object) => {
    const { etag } = await browser.call(contract.getPlatform, { params: { id } })
    const request = { params: { id }, headers: { 'if-match': etag } }
    const body = { ...changesOf(hub), ...more }
    const changed = await browser.call(contract.changePlatform, { ...request, body })
    return [changed.idTokenClaims, changed.extraScopes]
  }
  deepEqual(await change({}), [true, []])
  deepEqual(await change({ idTokenClaims: false, extraScopes: ['phone'] }), [false, ['phone']])
  deepEqual(await change({}), [false, ['phone']])
  const { settings } = await browser.call(contract.getPlatform, { params: { id } })
  equal(settings.scopes, 'openid profile email phone')
  deepEqual(await fieldsOf({ extraScopes: ['address'] } as object), ['extraScopes.0'])
})

async function fieldsOf(about: Partial<ReturnType<typeof newRegistration>>): Promise<string[]> {
  const body = { ...newRegistration(), ...about }
  const call = browser.call(contract.addPlatform, { body })
  const { faults } = await refusedWith(commonErrors.invalidInput, call)
  return faults.map(({ field = '' }) => field)
}

test('the id suggested for a name is accepted by the server', async () => {
  const names = {
    'Business hub': 'business-hub',
    ' Pagos & Café 2026! ': 'pagos-cafe-2026',
    '3-D Secure': 'd-secure',
    Straße: 'strasse',
    支付平台: '',
    A: '',
    [`Ledger ${'x'.repeat(33)} y`]: `ledger-${'x'.repeat(33)}`,
  }
  for (const [name, id] of Object.entries(names)) {
    equal(contract.suggestId(name), id, name)
    if (id !== '') equal((await register(browser, { id })).id, id)
  }
})
