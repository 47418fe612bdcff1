// covers admin/apply, command:apply, command:config, apply:apis, apply:platforms, apply:companies
// covers apply:admins, apply:serviceAccounts, apply:webhooks, approval:configuration-apply
// covers mail:configuration-applied, apply:brand
// The brand is here, too: only one process at a time may apply a file, and files of this folder run concurrently.
import { deepEqual, equal, match } from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { pngOf } from '#test/images.ts'
import { getDelegation } from '../../features/admin/companies/delegation-contract.ts'
import { getPartner, listPartners } from '../../features/admin/companies/contract.ts'
import { listAdminUsers } from '../../features/admin/admins/contract.ts'
import { getConfigurationRequest } from '../../features/admin/apply/contract.ts'
import { approveRequest, getApproval } from '../../features/admin/approvals/contract.ts'
import {
  addImage,
  getBrand,
  listBrands,
  restoreBrand,
  saveBrand,
} from '../../features/admin/brand/contract.ts'
import { listApis } from '../../features/admin/apis/list-contract.ts'
import { getServiceAccount } from '../../features/admin/service-accounts/contract.ts'
import { listWebhooks } from '../../features/admin/webhooks/contract.ts'
import { unique } from './browser.ts'
import { command, runCommand } from './command.ts'
import { tokenIn } from './mails.ts'
import { expectErrorCode, mails, newUser } from './people.ts'
import { place } from './place.ts'
import { platformInAdminArea } from './platforms.ts'
import { daysFromNow, keyOf, requestServiceAccount, tokenOf } from './key-accounts.ts'
import { setUpAdminBy } from './set-up-admin.ts'
import { admin, approve, approver } from './staff.ts'
import { until } from './until.ts'

const { call } = admin.browser

test('apply applies each section of a file once, and a second run has nothing to do', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-apply-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'portico.yaml')
  const suffix = unique()
  const owner = await newUser()
  const { name: company } = await call(getPartner, { params: { id: owner.companyId } })
  await writeFile(file, configuration({ suffix, company, owner: owner.email }))

  const plan = await runCommand(['apply', file, '--dry-run'])
  equal(plan.code, 2, plan.text)
  match(plan.text, /5 to add, 1 to change, 0 to remove. Nothing was changed/)
  const secrets = path.join(folder, 'secrets')
  const done = await command(['apply', file, '--secrets-to', secrets])
  match(done, /Done: 5 to add, 1 to change/)
  equal(await command(['apply', file]), 'Nothing to do.\n')
  await expectApplied({ suffix, company })
  match(await readFile(secrets, 'utf8'), new RegExp(`platform-${suffix}`))

  const mail = await mails.next(`apply-${suffix}@portico.example`, /admin account/)
  const token = tokenIn(mail, 'admin/set-up')
  await setUpAdminBy(place.url, { email: `apply-${suffix}@portico.example`, token })
  await mails.next(admin.email, /[Cc]onfiguration/, suffix)
})

test('a service account applies a file over HTTP once an admin has approved it', async (t) => {
  const account = await requestServiceAccount(['admin:configuration'])
  await approve(account.approvalId)
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-apply-'))
  t.after(() => rm(folder, { recursive: true }))
  const [file, key] = [path.join(folder, 'portico.yaml'), path.join(folder, 'key.json')]
  await writeFile(key, JSON.stringify(await keyOf(account)))
  const id = `remote-${unique()}`
  const url = `https://${id}.example`
  const platform = { id, name: id, url, redirectUris: [`${url}/callback`], proof: 'none' }
  await writeFile(file, JSON.stringify({ platforms: [platform] }))
  const remote = ['apply', file, '--url', place.url, '--account', account.id, '--key', key]
  equal((await runCommand([...remote, '--dry-run'])).code, 2)
  const asked = await runCommand(remote)
  equal(asked.code, 3, asked.text)
  const [, request = ''] = /request ([0-9a-f-]{36}),/.exec(asked.text) ?? []
  await mails.next(approver.email, /pproval/, request)
  const { proposal } = await approver.browser.call(getApproval, { params: { id: request } })
  match(JSON.stringify(proposal), new RegExp(`platforms ${id} url`))
  await expectErrorCode(
    errorCodes.mayNotDecide,
    call(approveRequest, { params: { id: request }, body: {} }),
  )
  const waiting = runCommand([...remote, '--wait', '2'])
  await approve(request)
  const done = await waiting
  equal(done.code, 0, done.text)
  equal((await platformInAdminArea(id)).name, id)
  const token = await tokenOf(account, getConfigurationRequest.machine)
  const state = getConfigurationRequest.path.replace('{id}', request)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${place.url}/api${state}`, { headers })
  equal(((await answer.json()) as { state: string }).state, 'done')
})

test('an operator exports the configuration as a file for apply', async () => {
  const exported = await command(['config', 'export'])
  match(exported, /^platforms:/m)
  match(exported, /id: onboarding/)
})

test('a published brand is on every page within seconds, and an earlier one can be restored', async () => {
  const before = await call(getBrand, {})
  const { image } = await call(addImage, {
    body: new Blob([new Uint8Array(pngOf(64))], { type: 'image/png' }),
  })
  const settings = { ...before.settings, name: 'Harbour Pay', logo: image }
  await call(saveBrand, { headers: { 'if-match': before.etag }, body: settings })
  await until('the new name on the login page', async () =>
    (await page('/login')).includes('Harbour Pay'),
  )
  match(await page('/login'), new RegExp(image))

  const { etag } = await call(getBrand, {})
  const params = { version: String(before.version) }
  await call(restoreBrand, { params, headers: { 'if-match': etag }, body: {} })
  await until('the earlier name', async () => !(await page('/login')).includes('Harbour Pay'))
  equal((await call(listBrands, {})).length >= 3, true)
})

test('the brand of a configuration file is applied', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-brand-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'portico.yaml')
  const { settings } = await call(getBrand, {})
  const color = settings.color === '#0f4c81' ? '#1a5276' : '#0f4c81'
  await writeFile(file, `brand:\n  color: "${color}"\n`)
  match(await command(['apply', file]), /1 to change/)
  equal((await call(getBrand, {})).settings.color, color)
  equal(await command(['apply', file]), 'Nothing to do.\n')
})

function configuration(names: { suffix: string; company: string; owner: string }): string {
  const { suffix, company, owner } = names
  const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  return `
apis:
  - id: https://api-${suffix}.example
    name: Orders API
    scopes: [orders.read]
platforms:
  - id: platform-${suffix}
    name: Orders ${suffix}
    url: https://orders-${suffix}.example
    redirectUris: [https://orders-${suffix}.example/callback]
    apis: [{ id: https://api-${suffix}.example, scopes: [orders.read] }]
companies:
  - name: ${company}
    delegation: { delegated: true, seats: 25, reviewMonths: 6 }
    owners: [${owner}]
admins:
  - email: apply-${suffix}@portico.example
    firstname: Grace
    lastname: Hopper
    language: en
    roles: [auditor]
serviceAccounts:
  - id: svc-a${suffix}
    name: Nightly
    scopes: [admin:users.read]
    jwks: { keys: [${JSON.stringify({ ...key, kid: 'first', alg: 'EdDSA' })}] }
    expiresAt: ${daysFromNow(60)}
webhooks:
  - name: Ledger ${suffix}
    platform: platform-${suffix}
    url: https://ledger-${suffix}.example/hooks
    types: [access.given]
`
}

async function expectApplied({ suffix, company }: { suffix: string; company: string }) {
  const { name, apis } = await platformInAdminArea(`platform-${suffix}`)
  const api = `https://api-${suffix}.example`
  deepEqual([name, apis], [`Orders ${suffix}`, [{ id: api, scopes: ['orders.read'] }]])
  equal(
    (await call(listApis, {})).some(({ id }) => id === api),
    true,
  )
  const [partner] = await call(listPartners, { query: { q: company } })
  const delegation = await call(getDelegation, { params: { id: partner?.id ?? '' } })
  deepEqual([delegation.seats, delegation.owners.length], [25, 1])
  const [added] = await call(listAdminUsers, { query: { q: `apply-${suffix}` } })
  deepEqual(added?.roles, ['auditor'])
  const account = await call(getServiceAccount, { params: { id: `svc-a${suffix}` } })
  equal(account.state, 'active')
  const webhooks = await call(listWebhooks, {})
  equal(webhooks.find((each) => each.name === `Ledger ${suffix}`)?.platformId, `platform-${suffix}`)
}

async function page(address: string): Promise<string> {
  return (await fetch(new URL(address, place.url))).text()
}
