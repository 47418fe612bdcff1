// own process: expects no platforms but those of this file
import { deepEqual, equal, match, rejects } from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { db } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { auditOf } from '#test/audit.ts'
import { addUser } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { platformCommand } from './command.ts'
import { messages } from './texts/messages.ts'

const orders = (id: string) => [
  '--id',
  id,
  '--name',
  `Orders of ${id}`,
  '--url',
  'https://orders.example',
  '--redirect-uri',
  'https://orders.example/callback',
]

test('the command registers a platform, prints its secret once, and lists it without the secret', async () => {
  const lines = await platformCommand([
    'add',
    ...orders('orders'),
    '--redirect-uri',
    'https://orders.example/again',
    '--invitations',
    '--backchannel-logout-uri',
    'https://orders.example/logout',
    '--origin',
    'https://shop.example',
    '--pkce',
    'optional',
  ])
  const secret = /client_secret {2}(\S{43})/.exec(lines.join('\n'))?.[1]
  match(lines.join('\n'), /issuer {9}http:\/\/localhost:8080\/oidc/)
  const platform = await findSubsystem(db, 'orders')
  deepEqual(
    [
      platform?.clientSecretHash,
      platform?.mayInvite,
      platform?.pkce,
      platform?.origins,
      platform?.redirectUris.length,
    ],
    [tokenHash(secret ?? ''), true, 'optional', ['https://shop.example'], 2],
  )
  equal((await auditOf('orders'))[0]?.action, 'platform_added')
  const listed = (await platformCommand(['list'])).join('\n')
  match(listed, /orders {2}Orders .*active .*: secret {2}may invite {2}0 logout notices waiting/)
  equal(listed.includes(secret ?? ''), false)
  await rejects(
    platformCommand(['add', ...orders('orders')]),
    /--id: Another platform already uses this ID/,
  )
})

test('the command registers a platform that signs with keys from a file, and one without client authentication', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-'))
  const file = join(folder, 'keys.json')
  const keys = [await exportJWK((await generateKeyPair('ES256')).publicKey)]
  await writeFile(file, JSON.stringify({ keys }))
  const lines = await platformCommand(['add', ...orders('signing'), '--jwks', file])
  equal(lines.join('\n').includes('client_secret'), false)
  deepEqual((await findSubsystem(db, 'signing'))?.jwks, { keys })
  await platformCommand(['add', ...orders('app'), '--proof', 'none'])
  equal((await findSubsystem(db, 'app'))?.clientSecretHash, null)
  await rejects(
    platformCommand(['add', ...orders('x1'), '--jwks', folder]),
    /--jwks .* is not a file/,
  )
  await rm(folder, { recursive: true })
})

test('P20: the command sets which claims a platform gets, and whether ID tokens contain them', async () => {
  await platformCommand(['add', ...orders('claims'), '--scope', 'phone', '--no-id-token-claims'])
  deepEqual(await claimsOf('claims'), [false, ['phone']])
  match(
    (await platformCommand(['list'])).join('\n'),
    /no claims of scopes in ID tokens {2}scope phone/,
  )
  const change = ['change', '--id', 'claims']
  await platformCommand([...change, '--name', 'Claims'])
  deepEqual(await claimsOf('claims'), [false, ['phone']])
  await platformCommand([...change, '--id-token-claims', '--scope', ''])
  deepEqual(await claimsOf('claims'), [true, []])
  await platformCommand(['add', ...orders('plain')])
  equal((await findSubsystem(db, 'plain'))?.idTokenClaims, true)
  await rejects(
    platformCommand([...change, '--scope', 'address']),
    /--scope: Only the scopes phone and roles/,
  )
})

test('the command replaces a secret, with or without a grace period', async () => {
  await platformCommand(['add', ...orders('rotated')])
  const first = (await findSubsystem(db, 'rotated'))?.clientSecretHash
  const args = ['rotate-secret', '--id', 'rotated']
  match((await platformCommand([...args, '--grace-hours', '2'])).join(), /works for 2 hours more/)
  const second = await findSubsystem(db, 'rotated')
  deepEqual(second?.oldClientSecretHash, first)
  match((await platformCommand(args)).join(), /no longer works/)
  const third = await findSubsystem(db, 'rotated')
  equal(third?.oldClientSecretHash, null)
  const hashes = [first, second?.clientSecretHash, third?.clientSecretHash]
  equal(new Set(hashes.map((each) => each?.toString('hex'))).size, 3)
  equal((await auditOf('rotated')).at(-1)?.action, 'platform_secret_replaced')
})

test('the command changes only the given settings, and an empty value removes an address', async () => {
  await platformCommand([
    'add',
    ...orders('changed'),
    '--origin',
    'https://shop.example',
    '--invitations',
    '--backchannel-logout-uri',
    'https://orders.example/logout',
  ])
  const before = await findSubsystem(db, 'changed')
  const change = ['change', '--id', 'changed']
  const lines = await platformCommand([
    ...change,
    '--name',
    'All orders',
    '--redirect-uri',
    'https://orders.example/new',
    '--backchannel-logout-uri',
    '',
    '--no-invitations',
  ])
  deepEqual(lines, ['changed has been changed.'])
  const after = await findSubsystem(db, 'changed')
  deepEqual(after, {
    ...before,
    name: 'All orders',
    redirectUris: ['https://orders.example/new'],
    backchannelLogoutUri: null,
    mayInvite: false,
    version: 2,
    credentialVersion: 2,
  })
  const [, changed] = await auditOf('changed')
  equal(changed?.action, 'platform_changed')
  match(JSON.stringify(changed?.data), /"after":.*"All orders".*"before":.*"Orders of/)

  equal(
    (await platformCommand([...change, '--proof', 'none'])).join().includes('client_secret'),
    false,
  )
  match((await platformCommand([...change, '--proof', 'secret'])).join(), /client_secret {2}\S{43}/)
})

test('the command deactivates a platform and activates it again', async () => {
  await platformCommand(['add', ...orders('switched')])
  const one = ['--id', 'switched']
  deepEqual(await platformCommand(['deactivate', ...one]), ['switched is deactivated.'])
  equal((await findSubsystem(db, 'switched'))?.active, false)
  deepEqual(await platformCommand(['deactivate', ...one]), ['switched is deactivated already.'])
  deepEqual(await platformCommand(['activate', ...one]), ['switched is active.'])
  equal((await findSubsystem(db, 'switched'))?.active, true)
  deepEqual(
    (await auditOf('switched')).map(({ action }) => action),
    ['platform_added', 'platform_changed', 'platform_changed'],
  )
})

test('a platform with only an entry origin gets no client settings', async () => {
  const args = ['--name', 'Board', '--url', 'https://board.example']
  const proxied = [...args, '--entry-origin', 'https://board.example']
  const lines = (await platformCommand(['add', '--id', 'board', ...proxied])).join('\n')
  match(lines, /http:\/\/localhost:8080\/forward-auth\/verify\?subsystem=board/)
  equal(/issuer|client_id|client_secret/.test(lines), false)
  equal((await findSubsystem(db, 'board'))?.clientSecretHash, null)
})

test('P29: an invalid id is refused with a sentence about the allowed format', async () => {
  const sentence = new RegExp(`--id: ${messages.en.invalidId}`)
  for (const id of ['x', 'x'.repeat(42), 'Orders', '1st', 'a_b', 'svc-orders'])
    await rejects(platformCommand(['add', ...orders(id)]), sentence, id)
  for (const id of ['xy', 'y'.repeat(41), 'a-1']) await platformCommand(['add', ...orders(id)])
})

test('a missing or invalid argument is reported by name, together with the usage', async () => {
  const actions = /The first argument must be add, change, activate/
  await rejects(platformCommand([]), actions)
  await rejects(platformCommand(['constructor']), actions)
  await rejects(platformCommand(['add']), /--id is missing\n--name is missing\n--url is missing/)
  await rejects(
    platformCommand(['add', ...orders('wrong'), '--redirect-uri', 'https://*.example/']),
    /--redirect-uri: Enter URLs that start with https/,
  )
  await rejects(
    platformCommand(['add', ...orders('wrong'), '--proof', 'none', '--invitations']),
    /--invitations: Only platforms with client authentication can invite users/,
  )
  await rejects(
    platformCommand(['add', ...orders('wrong'), '--proof', 'magic']),
    /--proof is one of secret, keys, none/,
  )
  await rejects(platformCommand(['add', '--colour', 'green']), /colour/)
  await rejects(platformCommand(['rotate-secret', '--id', 'nobody']), /There is no platform nobody/)
  await platformCommand(['add', ...orders('hours')])
  await rejects(
    platformCommand(['rotate-secret', '--id', 'hours', '--grace-hours', 'many']),
    /--grace-hours is a whole number of hours/,
  )
  await rejects(platformCommand(['change', '--id', 'hours']), /Nothing to change/)
  await rejects(
    platformCommand(['change', '--id', 'hours', '--entry-origin', 'https://a.example/path']),
    new RegExp(`--entry-origin: ${messages.en.invalidOrigin}`),
  )
  await rejects(platformCommand(['change', '--id', 'nobody', '--name', 'X']), /no platform nobody/)
  await rejects(platformCommand(['deactivate']), /--id is missing/)
  await rejects(platformCommand(['activate', '--id', 'hours', '--name', 'X']), /--name/)
})

test('C5: the command sets, keeps and removes the requirements of a platform for a login', async () => {
  const sure = ['--required-acr', 'phr', '--max-age-minutes', '30', '--idle-minutes', '5']
  await platformCommand(['add', ...orders('sure'), ...sure])
  deepEqual(await assuranceOf('sure'), ['phr', 30, 5])
  await platformCommand(['change', '--id', 'sure', '--name', 'Surer'])
  deepEqual(await assuranceOf('sure'), ['phr', 30, 5])
  match(
    (await platformCommand(['list'])).join('\n'),
    /acr phr {2}login within 30 min {2}idle 5 min/,
  )
  await platformCommand(['change', '--id', 'sure', '--required-acr', '', '--idle-minutes', ''])
  deepEqual(await assuranceOf('sure'), [null, 30, null])
  await rejects(
    platformCommand(['change', '--id', 'sure', '--max-age-minutes', 'long']),
    /--max-age-minutes: Enter a whole number from 1 to 720/,
  )
  await rejects(
    platformCommand(['change', '--id', 'sure', '--required-acr', 'gold']),
    /--required-acr is one of https:\/\/refeds\.org\/profile\/mfa, phr, or empty/,
  )
})

async function assuranceOf(id: string) {
  const platform = await findSubsystem(db, id)
  return [platform?.requiredAcr, platform?.maxAgeMinutes, platform?.idleMinutes]
}

async function claimsOf(id: string) {
  const platform = await findSubsystem(db, id)
  return [platform?.idTokenClaims, platform?.extraScopes]
}

test("M1: the command grants and revokes a user's access to a platform, and explains a refusal", async () => {
  await platformCommand(['add', ...orders('granted')])
  const ada = await addUser()
  const argumentsFor = (name: string, email = ada.email) => [
    name,
    '--id',
    'granted',
    '--email',
    email,
  ]
  match(
    (await platformCommand(argumentsFor('grant', ada.email.toUpperCase())))[0] ?? '',
    /can open granted/,
  )
  match((await platformCommand(argumentsFor('grant')))[0] ?? '', /already\. Nothing was changed/)
  await updateRows('subsystem_accounts', { userId: ada.id }, { active: false })
  await platformCommand([...argumentsFor('grant'), '--reason', 'Came back'])
  await platformCommand(argumentsFor('revoke'))
  match((await platformCommand(argumentsFor('revoke')))[0] ?? '', /cannot open granted already/)
  const changes = await auditOf(ada.id)
  deepEqual(
    changes.map(({ action, data, subSystem }) => [action, data['reason'], subSystem]),
    [
      ['platform_access_given', '', 'portal'],
      ['platform_access_activated', 'Came back', 'portal'],
      ['platform_access_taken', '', 'portal'],
    ],
  )
  await rejects(
    platformCommand(argumentsFor('grant', 'nobody@quay.example')),
    /no user nobody@.*invite/,
  )
  await rejects(platformCommand(argumentsFor('grant', 'nobody')), /--email is not an email address/)
  await rejects(platformCommand(['grant', '--email', ada.email]), /--id is missing/)
  await rejects(
    platformCommand(['grant', '--id', 'kitchen', '--email', ada.email]),
    /There is no platform kitchen/,
  )
  await updateRows('partners', {}, { subsystems: '{}' })
  await rejects(platformCommand(argumentsFor('grant')), /does not have granted.*Companies/)
  const alone = await addUser({ company: null })
  await rejects(platformCommand(argumentsFor('grant', alone.email)), /belongs to no company/)
})
