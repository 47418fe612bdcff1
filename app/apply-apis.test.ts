// own process: compares the whole audit log
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { findApiById, listPlatformsOfApi } from '#domain/service-accounts/api.ts'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { db, scalar } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { applyText, exportText, newPlace, systemActions } from '#test/configuration.ts'
import { nextVersion, updateRows } from '#test/rows.ts'

const id = 'https://api.example.com/orders'
const secret = 'an-api-secret-of-more-than-32-characters'
process.env['API_SECRET'] = secret

const apis = `
apis:
  - id: ${id}
    name: Orders API
    scopes: [orders.read, orders.write]
    secret: env:API_SECRET
`
const whole = `
platforms:
  - id: shop
    name: Shop
    url: https://shop.example
    proof: none
    redirectUris: [https://shop.example/callback]
    apis: [{ id: "${id}", scopes: [orders.read] }]
${apis}`

test('P24: a file registers an API and a platform that lists it; a second run changes nothing', async (t) => {
  const dry = await applyText(t, whole, ['--dry-run'])
  equal(dry.code, 2, dry.text)
  equal(await findApiById(db, id), undefined)
  const done = await applyText(t, whole)
  equal(done.code, 0, done.text)
  equal(done.text.includes(secret), false)
  const api = await findApiById(db, id)
  match(api?.clientId ?? '', /^api-[0-9a-f]{32}$/)
  deepEqual(api?.clientSecretHash, tokenHash(secret))
  deepEqual([api?.format, api?.active], ['opaque', true])
  equal((await listPlatformsOfApi(db, id))[0]?.id, 'shop')
  deepEqual(await systemActions(), [`api_added ${id}`, 'platform_added shop'])
  for (const args of [[], ['--dry-run', '--prune']])
    deepEqual(await applyText(t, whole, args), { code: 0, text: 'Nothing to do.' })
  const exported = await exportText()
  match(exported, /^apis:\n {2}- id: https:\/\/api\.example\.com\/orders\n/m)
  equal(exported.includes('secret'), exported.includes('without secrets'))
  equal(exported.includes(tokenHash(secret).toString('base64url')), false)
  deepEqual(await applyText(t, exported, ['--prune']), { code: 0, text: 'Nothing to do.' })
})

test('P24: a change of an API made elsewhere is reported and reverted; a scope that a platform lists can be removed', async (t) => {
  await updateRows('apis', { id }, { format: 'jwt', version: nextVersion })
  const opaque = `${apis}    format: opaque\n`
  const drift = await applyText(t, opaque, ['--dry-run'])
  equal(drift.code, 2)
  match(drift.text, new RegExp(`^~ apis ${id} format: "jwt" → "opaque"$`, 'm'))
  equal((await applyText(t, apis)).text, 'Nothing to do.')
  equal((await applyText(t, opaque)).code, 0)
  equal((await findApiById(db, id))?.format, 'opaque')
  const fewer = whole.replace('[orders.read, orders.write]', '[orders.write]')
  equal((await applyText(t, fewer)).code, 0)
  equal((await applyText(t, whole)).code, 0)
  equal((await findApiById(db, id))?.scopes.length, 2)
})

test('P24: a platform that lists an unknown API or scope is rejected before anything changes', async (t) => {
  const before = await scalar<number>(db)`select count(*)::int from audit_log`
  for (const text of [
    whole.replaceAll('shop', 'store').replace('scopes: [orders.read]', 'scopes: [orders.delete]'),
    whole.replaceAll('shop', 'store').replace(`{ id: "${id}"`, '{ id: "urn:nobody"'),
    whole.replace('scopes: [orders.read]', 'scopes: [orders.delete]'),
  ]) {
    const refused = await applyText(t, text)
    equal(refused.code, 1, refused.text)
    match(refused.text, /^8:5 This API or scope doesn’t exist\.$/m)
  }
  equal(await findSubsystem(db, 'store'), undefined)
  equal(await scalar<number>(db)`select count(*)::int from audit_log`, before)
  for (const [wrong, sentence] of [
    [apis.replace(id, 'orders'), /^3:5 Enter an absolute URI/],
    [apis.replace('orders.write', 'openid'), /^5:27 /],
    [apis.replace(/ +scopes.*\n/, '').replace(id, 'urn:new'), /^3:5 scopes is missing\.$/],
  ] as const)
    match((await applyText(t, wrong)).text, sentence)
})

test('P24: the secret of an API is generated and written once, replaced from its source, or kept', async (t) => {
  const other = 'urn:example:stock'
  const withoutSecret = apis.replace(id, other).replace(/ +secret.*\n/, '')
  match((await applyText(t, withoutSecret)).text, /^3:5 urn:example:stock gets a new secret/)
  const file = `${await newPlace(t)}/secrets`
  equal((await applyText(t, withoutSecret, ['--secrets-to', file])).code, 0)
  equal((await applyText(t, withoutSecret)).text, 'Nothing to do.')
  const clientId = (await findApiById(db, other))?.clientId
  const replaced = await applyText(t, apis.replace(id, other))
  match(replaced.text, /secret: "\(another\)" → "\(env:API_SECRET\)"$/m)
  const api = await findApiById(db, other)
  deepEqual([api?.clientId, api?.clientSecretHash], [clientId, tokenHash(secret)])
  equal((await systemActions()).at(-1), `api_secret_replaced ${other}`)
})

test('P24: --prune deactivates an API that the file does not contain; it needs --yes if platforms may request the API', async (t) => {
  const empty = 'apis: []'
  equal((await applyText(t, empty)).text, 'Nothing to do.')
  const refused = await applyText(t, empty, ['--prune'])
  equal(refused.code, 1)
  match(refused.text, /^1:1 Platforms may ask for it: shop\. .* add --yes\.$/m)
  const pruned = await applyText(t, empty, ['--prune', '--yes'])
  equal(pruned.code, 0, pruned.text)
  match(pruned.text, new RegExp(`^- apis ${id} active: true → false$`, 'm'))
  ok((await findApiById(db, id))?.active === false)
  equal((await applyText(t, empty, ['--prune'])).text, 'Nothing to do.')
  match((await applyText(t, `${apis}    active: true\n`)).text, /active: false → true/)
})
