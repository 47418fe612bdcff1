// own process: sets TWO_PERSON
import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { errorCodes, Refusal } = await import('#contract/refusal.ts')
const { carryOutDue } = await import('#domain/approvals/carry-out.ts')
const { findSubsystem } = await import('#domain/platforms/subsystem.ts')
const { getApproval: findRequest } = await import('#domain/approvals/approval.ts')
const { revokeServiceAccount } = await import('#domain/service-accounts/service-account.ts')
const { db, rows, scalar, scalars, transaction } = await import('#server/db.ts')
const { tokenHash } = await import('#server/secret.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const calls = await import('#test/configuration-calls.ts')
const { addPlatform, logInAdmin } = await import('#test/people.ts')
const { ago, nextVersion, updateRows } = await import('#test/rows.ts')
const { callAs } = await import('#test/service-accounts.ts')
const { approveRequest, getApproval, refuseRequest } =
  await import('../features/admin/approvals/contract.ts')
const { configurationApproval } = await import('../features/admin/apply/approvals.ts')
const { purgeExpired } = await import('./purge.ts')
const { configurationSections } = await import('./registry/apply.ts')
const { approvalExecutors } = await import('./registry/approvals.ts')
const { timetable } = await import('./registry/timetable.ts')
type Caller = import('#test/configuration-calls.ts').Caller
type TestUser = import('#test/people.ts').TestUser

const { apply, newApplier, newCompanyFile, newPlatformFile, plan, requestFile, stateOf } = calls
const evidence = 'I compared the file with the reviewed version'
const secret = 'a-secret-of-a-shop-with-more-than-32-characters'
const work = () => timetable['carry-out-approvals'].work()

// An admin who may approve.
const honest = await addSeniorAdmin()

async function approve(admin: TestUser, id: string) {
  const { call } = await logInAdmin(admin)
  return call(approveRequest, { params: { id }, body: { evidence } })
}

const nameOf = async (id: string) => (await findSubsystem(db, id))?.name

test('3Z15: a risky file waits for an admin, and the worker applies what was approved', async () => {
  const applier = await newApplier()
  const file = newPlatformFile()
  const id = await requestFile(applier, { ...file, reason: 'Ticket 4711' })
  equal(await nameOf(file.id), undefined)
  deepEqual(await stateOf(applier, id), ['asked', null])

  const { call } = await logInAdmin(honest)
  const request = await call(getApproval, { params: { id } })
  deepEqual(
    [request.kind, request.asker.kind, request.asker.id, request.reason],
    ['configuration-apply', 'service', applier.id, 'Ticket 4711'],
  )
  ok(request.asker.name)
  const lines = request.proposal['lines'] as string[]
  ok(lines.includes(`+ platforms ${file.id} url: "https://${file.id}.example"`), lines.join('\n'))
  deepEqual(Object.keys(request.proposal).toSorted(), ['lines', 'name', 'sha256', 'total'])

  equal((await approve(honest, id)).state, 'open')
  equal(await nameOf(file.id), undefined, 'nothing slow happens in the call that approves')
  await work()
  equal(await nameOf(file.id), file.configuration.platforms[0]?.name)
  deepEqual(await stateOf(applier, id), ['done', null])
  const entries = await rows<{ action: string; actorId: string }>(db)`
    select action, actor_id from audit_log
    where data ->> 'approvalId' = ${id} and actor_kind = 'service' order by id`
  deepEqual(
    entries.map(({ action }) => action),
    ['approval_asked', 'platform_added', 'configuration_applied'],
  )
  const [mail] = await rows<{ by: string; isApproved: string }>(db)`
    select data ->> 'by' as by, data ->> 'isApproved' as is_approved from mails
    where kind = 'configuration-applied' and user_id = ${honest.id} order by created_at desc limit 1`
  deepEqual(mail, { by: applier.id, isApproved: 'true' })
  const again = await apply(applier, file)
  deepEqual([again.status, again.body.changes], [200, []])
})

test('3Z15: a secret is in no row and no reply, and the encrypted file is deleted with the request', async () => {
  const applier = await newApplier()
  const file = {
    ...newPlatformFile({ proof: 'secret', secret: 'env:SHOP' }),
    secrets: { 'env:SHOP': secret },
  }
  const { body: planned } = await plan(applier, file)
  const id = await requestFile(applier, file)
  match((await contentOf(id)) ?? '', /^[0-9a-f]{8}\./)
  const { call } = await logInAdmin(honest)
  const request = await call(getApproval, { params: { id } })
  match(JSON.stringify(request.proposal), /secret: \\"\(env:SHOP\)\\"/)
  await approve(honest, id)
  await work()
  const platform = await findSubsystem(db, file.id)
  ok(platform?.clientSecretHash?.equals(tokenHash(secret)))
  for (const reply of [planned, request]) doesNotMatch(JSON.stringify(reply), new RegExp(secret))
  deepEqual(await tablesWith(secret), [])
  await purgeExpired()
  equal(await contentOf(id), undefined)

  const declined = await requestFile(applier, newPlatformFile())
  ok(await contentOf(declined))
  await call(refuseRequest, { params: { id: declined }, body: { reason: 'Not reviewed' } })
  await purgeExpired()
  equal(await contentOf(declined), undefined)
  deepEqual(await stateOf(applier, declined), ['refused', null])
})

function contentOf(id: string): Promise<string | undefined> {
  return scalar<string>(db)`select content from configuration_requests where id = ${id}`
}

/** Returns the names of the tables with a row whose text contains the needle. */
async function tablesWith(needle: string): Promise<string[]> {
  const tables = await scalars<string>(db)`
    select quote_ident(n.nspname) || '.' || quote_ident(c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and has_table_privilege(c.oid, 'select') and n.nspname not in ('pg_catalog', 'information_schema')`
  ok(tables.length > 50)
  const found: string[] = []
  for (const table of tables) {
    const { rowCount } = await db.query(
      `select from ${table} t where position($1 in t::text) > 0 limit 1`,
      [needle],
    )
    if (rowCount) found.push(table)
  }
  return found
}

test('3Z15: the file is not applied if the plan has changed after the request', async () => {
  const applier = await newApplier()
  const changes: ((platform: string) => Promise<unknown>)[] = [
    (platform) =>
      updateRows('subsystems', { id: platform }, { backchannelLogoutUri: 'https://other.example' }),
    (platform) => updateRows('subsystems', { id: platform }, { name: `Other ${platform}` }),
  ]
  for (const changeMeanwhile of changes) {
    const file = newPlatformFile()
    const { id: platform } = file
    const url = `https://${platform}.example`
    await addPlatform({ id: platform, url, redirectUris: [] })
    const id = await requestFile(applier, file)
    await changeMeanwhile(platform)
    await approve(honest, id)
    await work()
    deepEqual(await stateOf(applier, id), ['failed', 'changed meanwhile'])
    deepEqual((await findSubsystem(db, platform))?.redirectUris, [])
  }
})

test('3Z15: a secret that was rotated after the request is not replaced by the approved one', async () => {
  const applier = await newApplier()
  const file = newPlatformFile({ proof: 'secret', secret: 'env:SHOP' })
  const secrets = { 'env:SHOP': secret }
  await approve(honest, await requestFile(applier, { ...file, secrets }))
  await work()
  const next = { 'env:SHOP': `${secret}-next` }
  const id = await requestFile(applier, { ...file, secrets: next })
  const rotated = tokenHash('rotated')
  await updateRows(
    'subsystems',
    { id: file.id },
    { clientSecretHash: rotated, version: nextVersion },
  )
  await approve(honest, id)
  await work()
  deepEqual(await stateOf(applier, id), ['failed', 'changed meanwhile'])
  ok((await findSubsystem(db, file.id))?.clientSecretHash?.equals(rotated))
})

test('3Z15: the file is not applied if the service account is revoked or loses the scope', async () => {
  const file = newPlatformFile()
  for (const weaken of [
    ({ id }: Caller) => transaction(db, (tx) => revokeServiceAccount(tx, id)),
    ({ id }: Caller) => updateRows('service_accounts', { id }, { scopes: ['admin:users'] }),
    ({ id }: Caller) => updateRows('service_accounts', { id }, { expiresAt: ago('1 minute') }),
  ]) {
    const applier = await newApplier()
    const id = await requestFile(applier, file)
    await weaken(applier)
    await approve(honest, id)
    await work()
    const { state, outcome } = await findRequest(db, id)
    deepEqual([state, outcome], ['failed', 'asker not allowed'])
  }
  equal(await nameOf(file.id), undefined)
})

test('3Z15: a request is visible to its service account alone', async () => {
  const id = await requestFile(await newApplier(), newPlatformFile())
  const { token } = await newApplier()
  for (const each of [id, 'none', randomUUID()])
    equal((await callAs(token, `/admin/configuration/requests/${each}`)).status, 404)
})

test('3Z15: the same file returns the pending request, and another file or secret replaces it', async () => {
  const applier = await newApplier()
  const file = newPlatformFile({ proof: 'secret', secret: 'env:SHOP' })
  const first = await requestFile(applier, { ...file, secrets: { 'env:SHOP': secret } })
  equal(await requestFile(applier, { ...file, secrets: { 'env:SHOP': secret } }), first)
  const second = await requestFile(applier, { ...file, secrets: { 'env:SHOP': `${secret}-2` } })
  ok(second !== first)
  const third = await requestFile(applier, newPlatformFile())
  for (const id of [first, second]) deepEqual(await stateOf(applier, id), ['cancelled', null])
  await approve(honest, third)
  const { code } = await apply(applier, newPlatformFile())
  equal(code, errorCodes.approvalPending, 'an approved file is not replaced')
  await work()
  deepEqual(await stateOf(applier, third), ['done', null])
})

test('3Z15: without an approver, each call with the same file answers 409009', async () => {
  await updateRows('admins', { id: honest.id }, { active: false })
  const [applier, file] = [await newApplier(), newPlatformFile()]
  for (const _ of [1, 2]) equal((await apply(applier, file)).code, errorCodes.noSecondPerson)
  await updateRows('admins', { id: honest.id }, { active: true })
  await requestFile(applier, file)
})

test('3Z15: a file with a risky and a harmless change waits as a whole', async () => {
  const applier = await newApplier()
  const { company, configuration } = newCompanyFile()
  const file = newPlatformFile()
  const both = { ...file, configuration: { ...configuration, ...file.configuration } }
  const id = await requestFile(applier, both)
  equal(await scalar(db)`select id from partners where name = ${company}`, undefined)
  await approve(honest, id)
  await work()
  ok(await scalar(db)`select id from partners where name = ${company}`)
  equal(await nameOf(file.id), file.configuration.platforms[0]?.name)
})

test('3Z15: a conflict in a later section leaves no part of the approved file', async () => {
  const applier = await newApplier()
  const file = newPlatformFile()
  const { company, configuration } = newCompanyFile()
  const both = { ...file, configuration: { ...file.configuration, ...configuration } }
  const id = await requestFile(applier, both)
  await approve(honest, id)
  const failing = configurationSections.map((section) => ({
    ...section,
    ...(section.name === 'companies' && {
      prepare: () =>
        Promise.resolve(() => Promise.reject(new Refusal(errorCodes.changedMeanwhile))),
    }),
  }))
  const executors = {
    ...approvalExecutors,
    'configuration-apply': configurationApproval(failing),
  }
  await carryOutDue(db, executors)
  deepEqual(await stateOf(applier, id), ['failed', 'changed meanwhile'])
  equal(await nameOf(file.id), undefined)
  equal(await scalar(db)`select id from partners where name = ${company}`, undefined)
})

test('3Z15: a plan that no one can read is refused', async () => {
  const applier = await newApplier()
  const platforms = Array.from({ length: 60 }, () => newPlatformFile().configuration.platforms[0])
  const { status, body } = await apply(applier, { name: 'x', configuration: { platforms } })
  equal(status, 400)
  match(body.errors[0].detail, /an approver reads at most 1000 lines\. Apply the file in parts\.$/)
})
