// own process: sets TWO_PERSON
import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { machineScopeNames } = await import('#contract/machine.ts')
const { commonErrors, errorCodes } = await import('#contract/refusal.ts')
const { db, rows, scalar } = await import('#server/db.ts')
const { auditOf } = await import('#test/audit.ts')
const { adminCookies } = await import('#server/cookies.ts')
const { apply, newApplier, newCompanyFile, newPlatformFile, plan } =
  await import('#test/configuration-calls.ts')
const { addAdmin, startSessionOfAdmin } = await import('#test/people.ts')
const { platformFetch } = await import('#test/platform-client.ts')
const { addService, callAs, tokenOf } = await import('#test/service-accounts.ts')

const post = 'POST' as const
const path = '/admin/configuration'

async function countRows(table: 'partners' | 'subsystems' | 'approvals'): Promise<number> {
  return (await scalar<number>(db)`select count(*)::int from ${raw(table)}`) ?? 0
}
const { raw } = await import('sql-template-tag')

test('3Z15: a service account without the scope admin:configuration gets 403 and changes nothing', async () => {
  const others = machineScopeNames.filter((scope) => scope !== 'admin:configuration')
  const service = await addService({ scopes: others })
  const token = await tokenOf(service, { scope: others.join(' ') })
  const { company: name, ...body } = newCompanyFile()
  for (const each of [path, `${path}/plan`]) {
    const { status, code, headers } = await callAs(token, each, { method: post, body })
    deepEqual([status, code], [403, commonErrors.forbidden], each)
    match(headers.get('www-authenticate') ?? '', /scope="admin:configuration"$/)
  }
  equal((await callAs(token, `${path}/requests/none`)).status, 403)
  equal(await scalar(db)`select id from partners where name = ${name}`, undefined)
})

test('3Z15: an admin’s session and an unknown token cannot apply a file', async () => {
  const { company: _, ...body } = newCompanyFile()
  equal((await callAs('unknown', path, { method: post, body })).code, errorCodes.invalidToken)
  const { token: session } = await startSessionOfAdmin(await addAdmin())
  const answer = await platformFetch(`/api${path}/requests/none`, {
    method: 'GET',
    headers: { cookie: `${adminCookies.session}=${session}` },
    body: undefined,
    redirect: 'manual',
  })
  equal(((await answer.json()) as { errorCode: number }).errorCode, errorCodes.invalidToken)
})

test('3Z15: a plan lists the differences in the words of the command, changes nothing, and is recorded', async () => {
  const applier = await newApplier()
  const before = [await countRows('subsystems'), await countRows('approvals')]
  const file = newPlatformFile()
  const { status, body } = await plan(applier, file)
  equal(status, 200)
  const [change] = body.changes
  deepEqual(
    [change.section, change.kind, change.key, change.takesTwo],
    ['platforms', 'add', file.id, true],
  )
  deepEqual(
    change.fields.find(({ name }: { name: string }) => name === 'url'),
    { name: 'url', after: `https://${file.id}.example` },
  )
  deepEqual([await countRows('subsystems'), await countRows('approvals')], before)
  const [row] = await auditOf(applier.id)
  deepEqual(
    [row?.action, row?.data['name'], row?.data['total']],
    ['configuration_planned', 'portico.yaml', 1],
  )
  match(String(row?.data['sha256']), /^[0-9a-f]{64}$/)
})

test('3Z15: a faulty file is refused with a JSON Pointer and a sentence for each fault', async () => {
  const applier = await newApplier()
  const { configuration } = newPlatformFile({ prof: 'none', secret: 'plain' })
  const { status, code, body } = await apply(applier, {
    name: 'portico.yaml',
    configuration: { ...configuration, 'a/b~': [] },
  })
  deepEqual([status, code], [400, commonErrors.invalidInput])
  const faults: { field: string; detail: string }[] = body.errors
  deepEqual(faults.map(({ field }) => field).toSorted(), [
    '/a~1b~0',
    '/platforms/0/prof',
    '/platforms/0/secret',
  ])
  const detailOf = (name: string) => faults.find(({ field }) => field.endsWith(name))?.detail ?? ''
  equal(detailOf('prof'), 'prof is not known here. Write proof.')
  match(detailOf('secret'), /^Write env:NAME or file:path\. This file never contains a secret\.$/)
  const missing = newPlatformFile({ proof: 'secret', secret: 'env:SHOP' })
  const answer = await plan(applier, missing)
  equal(answer.body.errors[0].detail, 'The call contains no value of env:SHOP.')
  const generated = await plan(applier, newPlatformFile({ proof: 'secret' }))
  match(generated.body.errors[0].detail, /gets a new secret: none is generated over HTTP/)
  const unknown = { name: 'x', configuration: {}, pruned: true }
  const { body: refused } = await callAs(applier.token, path, { method: post, body: unknown })
  equal(refused.errors[0].field, 'pruned')
})

test('3Z15: a file with lists or objects that are nested thousands of levels deep is refused', async () => {
  const { token } = await newApplier()
  const lists = '['.repeat(100_000) + ']'.repeat(100_000)
  // JSON.stringify recurses into objects whose names are numbers.
  const objects = '{"0":'.repeat(40_000) + '0' + '}'.repeat(40_000)
  for (const companies of [lists, `[{"name":${objects}}]`]) {
    const body = `{"name":"x","configuration":{"companies":${companies}}}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `/api${path}/plan`
    const answer = await platformFetch(url, { method: post, headers, body, redirect: 'manual' })
    equal(answer.status, 400)
    const { errors } = (await answer.json()) as { errors: { detail: string }[] }
    match(errors[0]?.detail ?? '', /^Write .*, not .*…\.$/)
  }
})

test('3Z15: a file without risky changes is applied immediately, and a second time changes nothing', async () => {
  const applier = await newApplier()
  const { company: name, ...file } = newCompanyFile()
  const { status, body } = await apply(applier, file)
  equal(status, 200, JSON.stringify(body))
  const id = await scalar<string>(db)`select id from partners where name = ${name}`
  ok(id)
  const entries = await rows<{ action: string; actorKind: string }>(db)`
    select action, actor_kind from audit_log where request_id = ${body.requestId} order by id`
  deepEqual(entries, [
    { action: 'partner_added', actorKind: 'service' },
    // The settings that a new company has.
    { action: 'company_delegation_changed', actorKind: 'service' },
    { action: 'configuration_applied', actorKind: 'service' },
  ])
  const again = await apply(applier, file)
  deepEqual([again.status, again.body.changes, again.body.requestId], [200, [], null])
  equal(await scalar(db)`select count(*)::int from partners where name = ${name}`, 1)
})

test('3Z15: a call with more than 256 KiB answers 413, and the 31st call in ten minutes 429', async () => {
  const applier = await newApplier()
  const large = { name: 'x', configuration: { companies: [{ name: 'x'.repeat(300_000) }] } }
  equal((await apply(applier, large)).code, commonErrors.tooLarge)
  const file = { name: 'x', configuration: { companies: [] } }
  for (let calls = 0; calls < 30; calls += 1) equal((await plan(applier, file)).status, 200)
  const { code, headers } = await plan(applier, file)
  equal(code, errorCodes.tooManyRequests)
  ok(Number(headers.get('retry-after')) > 0)
  equal((await plan(await newApplier(), file)).status, 200)
})
