// own process: compares the whole audit log
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findSubsystem } from '#domain/platforms/subsystem.ts'
import { db, scalar } from '#server/db.ts'
import { tokenHash } from '#server/secret.ts'
import { applyText, newPlace, systemActions } from '#test/configuration.ts'
import { nextVersion, updateRows } from '#test/rows.ts'

const secret = 'a-secret-of-more-than-32-characters-0123'
process.env['ORDERS_SECRET'] = secret

const orders = `
platforms:
  - id: orders
    name: Orders
    url: https://orders.example
    redirectUris: [https://orders.example/callback]
    secret: env:ORDERS_SECRET
`

const invoices = orders.replaceAll('orders', 'invoices').replace('Orders', 'Invoices')

test('a file registers a platform; a second run changes nothing; a difference is one line for each field', async (t) => {
  const dry = await applyText(t, orders, ['--dry-run'])
  equal(dry.code, 2, dry.text)
  match(dry.text, /^\+ platforms orders name: "Orders"$/m)
  match(dry.text, /^\+ platforms orders secret: "\(env:ORDERS_SECRET\)"$/m)
  match(dry.text, /1 to add, 0 to change, 0 to remove\. Nothing was changed\.$/)
  equal(await findSubsystem(db, 'orders'), undefined)

  const done = await applyText(t, orders)
  equal(done.code, 0, done.text)
  equal(done.text.includes(secret), false)
  const platform = await findSubsystem(db, 'orders')
  deepEqual(platform?.clientSecretHash, tokenHash(secret))
  deepEqual(await systemActions(), ['platform_added orders'])

  const again = await applyText(t, orders)
  deepEqual([again.code, again.text], [0, 'Nothing to do.'])
  const dryAgain = await applyText(t, orders, ['--dry-run'])
  deepEqual([dryAgain.code, dryAgain.text], [0, 'Nothing to do.'])

  await updateRows('subsystems', {}, { name: 'Bestellungen', version: nextVersion })
  const drift = await applyText(t, orders, ['--dry-run', '--json'])
  equal(drift.code, 2)
  const report = JSON.parse(drift.text) as { changes: unknown[] }
  deepEqual(report.changes, [
    {
      section: 'platforms',
      kind: 'change',
      key: 'orders',
      fields: [{ name: 'name', before: 'Bestellungen', after: 'Orders' }],
      takesTwo: true,
    },
  ])
  const reverted = await applyText(t, orders)
  match(reverted.text, /^~ platforms orders name: "Bestellungen" → "Orders"$/m)
  deepEqual(await systemActions(), ['platform_added orders', 'platform_changed orders'])
})

test('fields missing from the file are kept, and without --prune so are platforms missing from it', async (t) => {
  await applyText(t, orders)
  await updateRows('subsystems', {}, { maxAgeMinutes: 30, version: nextVersion })
  equal((await applyText(t, orders)).text, 'Nothing to do.')
  equal((await applyText(t, 'platforms: []')).text, 'Nothing to do.')
  const pruned = await applyText(t, 'platforms: []', ['--prune'])
  match(pruned.text, /^- platforms orders active: true → false$/m)
  equal((await findSubsystem(db, 'orders'))?.active, false)
  equal((await applyText(t, 'platforms: []', ['--prune'])).text, 'Nothing to do.')
  match((await applyText(t, `${orders}    active: true\n`)).text, /active: false → true/)
})

test('another secret in the same place replaces the previous one, and only its source is printed', async (t) => {
  await applyText(t, orders)
  const folder = await newPlace(t)
  const file = join(folder, 'secret')
  await writeFile(file, `${secret}-of-today\n`)
  const text = orders.replace('env:ORDERS_SECRET', `file:${file}`)
  const replaced = await applyText(t, text)
  equal(replaced.code, 0, replaced.text)
  match(replaced.text, /^~ platforms orders secret: "\(another\)" → "\(file:/m)
  deepEqual((await findSubsystem(db, 'orders'))?.clientSecretHash, tokenHash(`${secret}-of-today`))
  equal((await systemActions()).at(-1), 'platform_secret_replaced orders')
  equal((await applyText(t, text)).text, 'Nothing to do.')
  await applyText(t, orders)
})

test('a generated secret is written once, to a file that only its owner can read', async (t) => {
  const text = invoices.replace(/ +secret.*\n/, '')
  const rejected = await applyText(t, text)
  equal(rejected.code, 1)
  match(
    rejected.text,
    /^3:5 invoices gets a new secret: add --secrets-to <file>, or write secret: /,
  )
  equal(await findSubsystem(db, 'invoices'), undefined)

  const file = join(await newPlace(t), 'secrets')
  const done = await applyText(t, text, ['--secrets-to', file])
  equal(done.code, 0, done.text)
  equal((await stat(file)).mode & 0o777, 0o600)
  const line = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  deepEqual([line['section'], line['key']], ['platforms', 'invoices'])
  deepEqual(
    (await findSubsystem(db, 'invoices'))?.clientSecretHash,
    tokenHash(line['secret'] ?? ''),
  )
  equal(done.text.includes(line['secret'] ?? 'none'), false)
  equal((await applyText(t, text)).text, 'Nothing to do.')

  await writeFile(join(file, '../open'), '', { mode: 0o644 })
  const other = text.replaceAll('invoices', 'refunds').replace('Invoices', 'Refunds')
  const result = await applyText(t, other, ['--secrets-to', join(file, '../open')])
  match(result.text, /can be read by others/)
  equal(await findSubsystem(db, 'refunds'), undefined)
})

const wrong: [name: string, text: string, sentence: RegExp][] = [
  ['a section', 'platform: []', /^1:1 platform is not known here\. Write platforms\.$/],
  [
    'a field',
    orders.replace('redirectUris', 'redirectUri'),
    /^6:5 redirectUri is not known here\. Write redirectUris\.$/m,
  ],
  [
    'a value',
    `${orders}    pkce: optionel\n`,
    /^8:5 Write one of required, optional, not "optionel"\.$/,
  ],
  ['a type', `${orders}    active: "yes"\n`, /^8:5 Write true or false, not "yes"\.$/],
  [
    'a URL in a list',
    orders.replace('[https://orders.example/callback]', '[http://orders.example/]'),
    /^6:20 Enter URLs that start with https:/,
  ],
  ['a new platform without a name', 'platforms:\n  - id: x-ray\n', /^2:5 name is missing\.$/m],
  [
    'a secret in the file',
    orders.replace('env:ORDERS_SECRET', secret),
    /^7:5 Write env:NAME or file/,
  ],
  [
    'a variable that is not set',
    orders.replace('ORDERS_SECRET', 'NO_SUCH_SECRET'),
    /^7:5 The environment variable NO_SUCH_SECRET is not set\.$/,
  ],
  [
    'a variable in a text',
    orders.replace('Orders', '${NO_SUCH_NAME}'),
    /^4:11 The environment variable NO_SUCH_NAME is not set\.$/,
  ],
  ['a weak secret', orders.replace('ORDERS_SECRET', 'WEAK_SECRET'), /^7:5 This secret is too weak/],
  [
    'an id that appears twice',
    orders + orders.replace('\nplatforms:\n', ''),
    /^8:5 orders stands in this section twice/,
  ],
  [
    'a field that appears twice',
    `${orders}    name: Orders\n`,
    /^8:5 This name stands here twice\.$/,
  ],
  ['no list', 'platforms:\n', /^1:1 Write a list of platforms, or \[\] for none\.$/],
  ['no section', '- platforms', /^1:1 Write at least one section: apis, platforms, companies/],
  ['no YAML', 'platforms: [', /^1:\d+ .*/],
]

for (const [name, text, sentence] of wrong)
  test(`an invalid file is rejected with the line and a suggestion, and nothing changes: ${name}`, async (t) => {
    process.env['WEAK_SECRET'] = 'short'
    const before = await scalar<number>(db)`select count(*)::int from audit_log`
    const other = text.replaceAll('orders', 'parcels')
    const expected = new RegExp(sentence.source.replaceAll('orders', 'parcels'), sentence.flags)
    const { code, text: output } = await applyText(t, other)
    equal(code, 1)
    match(output, expected)
    equal(await scalar<number>(db)`select count(*)::int from audit_log`, before)
  })

const proxied = (id: string) => `
  - id: ${id}
    name: ${id}
    url: https://old.example
    proof: none
    entryOrigin: https://old.example
`

test('an origin that two platforms share is rejected before anything changes', async (t) => {
  const { code, text } = await applyText(t, `platforms:${proxied('old-one')}${proxied('old-two')}`)
  equal(code, 1)
  match(text, /^12:5 old-one has this origin already/)
  equal(await findSubsystem(db, 'old-one'), undefined)
  ok((await applyText(t, `platforms:${proxied('old-one')}`)).code === 0)
})

test('a JSON file is accepted as a configuration file', async (t) => {
  const { code, text } = await applyText(
    t,
    JSON.stringify({ platforms: [{ id: 'orders', name: 'Orders in JSON' }] }),
    ['--dry-run'],
  )
  equal(code, 2, text)
  match(text, /^~ platforms orders name: "Orders" → "Orders in JSON"$/m)
})

test('3Z15: a file whose checks take longer than a minute is rejected before anything changes', async (t) => {
  let lateMs = 0
  const now = performance.now.bind(performance)
  t.mock.method(performance, 'now', () => now() + (lateMs += 61_000))
  const { code, text } = await applyText(t, 'companies: [{ name: Slow One }, { name: Slow Two }]')
  equal(code, 1)
  match(text, /The servers of key sets answer too slowly: apply the file in parts\./)
  equal(await scalar(db)`select count(*)::int from partners where name like 'Slow %'`, 0)
})
