// own process: compares the whole audit log
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { findAdminByEmail } from '#domain/accounts/admin.ts'
import { findBrand } from '#domain/settings/brand.ts'
import { findServiceAccount } from '#domain/service-accounts/service-account.ts'
import { listWebhooks } from '#domain/webhooks/webhook.ts'
import { db, rows, scalar, scalars, sql } from '#server/db.ts'
import { configurationSections } from './registry/apply.ts'
import { applyText, exportText, newPlace, systemActions } from '#test/configuration.ts'
import { addAdmin, addUser, startUserSession } from '#test/people.ts'
import { addRow, nextVersion, updateRows } from '#test/rows.ts'
import { drawKey } from '#test/signing-platform.ts'

type Sections = typeof configurationSections

process.env['API_SECRET'] = 'an-api-secret-of-more-than-32-characters'
process.env['HUB_SECRET'] = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const { publicJwk } = await drawKey('ES256')
const whole = `
apis:
  - id: https://api.hub.example
    name: Hub API
    scopes: [orders.read]
    secret: env:API_SECRET
platforms:
  - id: hub
    name: Hub
    url: https://hub.example
    proof: none
    redirectUris: [https://hub.example/callback]
companies:
  - name: Harbour Trading
    platforms: [hub]
    networks:
      - { name: Lisbon office, cidr: 203.0.113.7/24 }
      - { platform: hub, cidr: "2001:db8::1" }
    delegation: { delegated: true, seats: 25, reviewMonths: 6 }
    owners: [ada.byron@harbour.example]
admins:
  - email: dorothy.vaughan@portico.example
    firstname: Dorothy
    lastname: Vaughan
    roles: [super_admin]
serviceAccounts:
  - id: svc-reports
    name: Reports
    scopes: [admin:users.read]
    expiresAt: 2027-06-01T00:00:00+02:00
    allowedFrom: [198.51.100.9/24]
    jwks: { keys: [${JSON.stringify(publicJwk)}] }
webhooks:
  - name: Ledger
    platform: hub
    url: https://ledger.example/hooks
    types: [user.changed]
    secret: env:HUB_SECRET
brand:
  name: Harbour Pay
  texts: { tagline: { en: One, ar: واحد, fr: Un, es: Uno, zh: 一 } }
`

test('two invalid items are not reported as the same item', async (t) => {
  const { code, text } = await applyText(t, 'admins:\n  - { email: no }\n  - { email: neither }\n')
  equal(code, 1)
  deepEqual(text.match(/twice/), null)
  equal(text.split('\n').length, 2)
})

test('every section is applied by the same actions as the pages use, as the system; a second run finds no differences', async (t) => {
  const root = await addAdmin({ roles: ['super_admin'] })
  const first = await applyText(t, whole)
  equal(first.code, 0, first.text)
  match(first.text, /^! companies Harbour Trading owners: ada\.byron@harbour\.example .* waits$/m)
  const actions = (await systemActions()).map((each) => each.split(' ')[0])
  deepEqual(actions, [
    'api_added',
    'platform_added',
    'partner_added',
    'company_delegation_changed',
    'admin_added',
    'service_account_added',
    'webhook_added',
    'brand_changed',
  ])
  equal((await findBrand(db)).settings.name, 'Harbour Pay')
  deepEqual((await findServiceAccount(db, 'svc-reports'))?.allowedFrom, ['198.51.100.0/24'])
  const again = await applyText(t, whole, ['--dry-run'])
  deepEqual([again.code, again.text.split('\n').at(-1)], [0, 'Nothing to do.'])

  const mails = await rows<{ toAddress: string; section: string }>(db)`
    select to_address, data->>'section' as section from mails
    where kind = 'configuration-applied' order by created_at, section`
  deepEqual([...new Set(mails.map(({ toAddress }) => toAddress))].includes(root.email), true)
  deepEqual(
    mails.filter(({ toAddress }) => toAddress === root.email).map(({ section }) => section),
    ['apis', 'platforms', 'companies', 'admins', 'serviceAccounts', 'webhooks', 'brand'],
  )
})

test('a run after an owner has joined names the owner', async (t) => {
  const ada = await addUser({ email: 'ada.byron@harbour.example', company: 'Harbour Trading' })
  const { code, text } = await applyText(t, whole)
  equal(code, 0, text)
  match(text, /^~ companies Harbour Trading owners: \[\] → \["ada\.byron@harbour\.example"\]$/m)
  deepEqual(await scalars(db)`select role from company_roles where user_id = ${ada.id}`, ['owner'])
})

test('the export contains no secret, and applying it changes nothing', async (t) => {
  const text = await exportText()
  const secrets = [
    process.env['HUB_SECRET'] ?? 'none',
    ...(await scalars<string>(db)`
      select encode(client_secret_hash, 'hex') from subsystems where client_secret_hash is not null
      union all select encode(client_secret_hash, 'hex') from apis`),
  ]
  for (const secret of [...secrets, 'secret:']) equal(text.includes(secret), false, secret)
  match(text, /name: Harbour Pay/)
  const { code, text: output } = await applyText(t, text, ['--prune'])
  deepEqual([code, output], [0, 'Nothing to do.'])
})

test('a deactivated owner stays an owner', async (t) => {
  await updateRows('users', { email: 'ada.byron@harbour.example' }, { active: false })
  deepEqual(await applyText(t, await exportText()), { code: 0, text: 'Nothing to do.' })
  await updateRows('users', { email: 'ada.byron@harbour.example' }, { active: true })
})

test('a text that contains ${ is unchanged by export and apply', async (t) => {
  await updateRows('partners', { name: 'Harbour Trading' }, { name: 'Sum of ${HOME} and $${' })
  deepEqual(await applyText(t, await exportText()), { code: 0, text: 'Nothing to do.' })
  await updateRows('partners', { name: sql`like 'Sum of%'` }, { name: 'Harbour Trading' })
})

test('demoting or deactivating the last super_admin is rejected before anything changes', async (t) => {
  const supers = await scalars<string>(db)`
    select a.email from admins a join admin_roles r on r.admin_id = a.id where r.role = 'super_admin'`
  const before = await scalar<number>(db)`select count(*)::int from audit_log`
  const newcomer = `
  - email: newcomer@portico.example
    firstname: New
    lastname: Comer
    roles: [super_admin]
`
  for (const [fields, args] of [
    ['roles: [auditor]', []],
    ['active: false', []],
  ] as const) {
    const admins = supers.map((email) => `  - email: ${email}\n    ${fields}\n`).join('')
    const { code, text } = await applyText(t, `admins:\n${admins}${newcomer}`, args)
    equal(code, 1, text)
    match(text, /^3:5 No super_admin would be left/)
  }
  const pruned = await applyText(t, `admins:${newcomer}`, ['--prune', '--yes'])
  equal(pruned.code, 1)
  match(pruned.text, /^1:1 No super_admin would be left/)
  equal(await scalar<number>(db)`select count(*)::int from audit_log`, before)
})

test('a role that moves between admins is granted before it is revoked, and a deactivated admin can be activated', async (t) => {
  await addAdmin({ email: 'joan.clarke@portico.example', roles: ['auditor'] })
  await updateRows(
    'admins',
    { email: sql`not in ('dorothy.vaughan@portico.example', 'joan.clarke@portico.example')` },
    { active: false },
  )
  const moved = `
admins:
  - email: dorothy.vaughan@portico.example
    roles: [auditor]
  - email: joan.clarke@portico.example
    roles: [super_admin, auditor]
`
  const { code, text } = await applyText(t, moved)
  equal(code, 0, text)
  deepEqual((await findAdminByEmail(db, 'joan.clarke@portico.example'))?.roles, [
    'auditor',
    'super_admin',
  ])
  const off = await applyText(t, `${moved}  - email: nobody@portico.example\n    active: false\n`)
  match(off.text, /^7:5 firstname is missing\.$/m)
})

test('a platform that users have open is deactivated only with --yes', async (t) => {
  const user = await addUser({ company: 'Harbour Trading', platforms: ['hub'] })
  const { id: sessionId } = await startUserSession(user)
  await addRow('platform_sessions', { sessionId, clientId: 'hub', userId: user.id })
  for (const [text, args] of [
    ['platforms: []', ['--prune']],
    ['platforms:\n  - id: hub\n    active: false', []],
  ] as const) {
    const result = await applyText(t, text, args)
    equal(result.code, 1, result.text)
    match(result.text, /1 user has hub open: their tokens would end\. To do so, add --yes\.$/)
  }
  equal((await applyText(t, 'platforms: []', ['--prune', '--yes'])).code, 0)
})

const saveMeanwhile = () =>
  updateRows('partners', { name: 'Harbour Trading' }, { version: nextVersion, seats: 7 })

test('a change that an admin saves during the run is not overwritten', async (t) => {
  const desired = `platforms:\n  - id: hub\n    name: Hub of today\ncompanies:\n  - name: Harbour Trading\n    active: false\n`
  const before: Sections = configurationSections.map((section) => ({
    ...section,
    prepare: async (...about) => {
      if (section.name === 'companies') await saveMeanwhile()
      return section.prepare(...about)
    },
  }))
  const early = await applyText(t, desired, [], before)
  equal(early.code, 1, early.text)
  match(
    early.text,
    /^5:5 companies Harbour Trading has just been changed: run the command again\.$/,
  )
  const during: Sections = configurationSections.map((section) => ({
    ...section,
    prepare: async (...about) => {
      const make = await section.prepare(...about)
      return async (tx, actor) => {
        if (section.name === 'companies') await saveMeanwhile()
        await make(tx, actor)
      }
    },
  }))
  const late = await applyText(t, desired, [], during)
  equal(late.code, 1, late.text)
  match(late.text, /It has just been changed: run the command again\. .* Done before: platforms\.$/)
  deepEqual(
    await scalars(db)`select seats from partners where active and name = 'Harbour Trading'`,
    [7],
  )
})

test('a company with an unknown platform is rejected, and the error lists the known ones', async (t) => {
  const { text } = await applyText(t, 'companies:\n  - name: New one\n    platforms: [hubb]\n')
  match(text, /^3:5 There is no platform hubb\. Write one of: .*\bhub\b/)
  const networks = 'networks: [{ cidr: 203.0.113.0/33 }]'
  const wrong = await applyText(t, `companies:\n  - name: New one\n    ${networks}\n`)
  match(wrong.text, /^3:18 Write a network such as/)
})

test('--prune deactivates companies and admins, revokes service accounts and removes webhooks', async (t) => {
  const empty = 'companies: []\nserviceAccounts: []\nwebhooks: []\n'
  equal((await applyText(t, empty)).text, 'Nothing to do.')
  const { code, text } = await applyText(t, empty, ['--prune'])
  equal(code, 0, text)
  match(text, /^- webhooks Ledger of hub$/m)
  match(text, /^- serviceAccounts svc-reports$/m)
  match(text, /^- companies Harbour Trading active: true → false$/m)
  equal((await listWebhooks(db)).length, 0)
  ok((await findServiceAccount(db, 'svc-reports'))?.revokedAt)
  const revoked = await applyText(t, whole)
  match(revoked.text, /svc-reports was revoked, and its id is used up: write another id\.$/m)
})

const hook = (secret: string) =>
  `webhooks:\n  - name: Books\n    url: https://books.example\n    types: [user.changed]\n${secret}`

test('an existing webhook gets the secret of its source, and a webhook without one is rejected with the way to provide it', async (t) => {
  match((await applyText(t, hook(''))).text, /^2:5 Books gets a new secret/)
  const file = `${await newPlace(t)}/secrets`
  equal((await applyText(t, hook(''), ['--secrets-to', file])).code, 0)
  const withSecret = hook('    secret: env:HUB_SECRET\n')
  match((await applyText(t, withSecret)).text, /^~ webhooks Books secret: /m)
  equal((await applyText(t, withSecret)).text, 'Nothing to do.')
  process.env['SHORT_SECRET'] = 'whsec_c2hvcnQ='
  match(
    (await applyText(t, withSecret.replace('HUB_SECRET', 'SHORT_SECRET'))).text,
    /^5:5 This secret is too weak/,
  )
})
