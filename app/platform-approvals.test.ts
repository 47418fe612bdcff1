// own process: sets TWO_PERSON
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'on'
const { commonErrors, errorCodes } = await import('#contract/refusal.ts')
const { findApproval } = await import('#domain/approvals/approval.ts')
const { lockNames } = await import('#domain/platforms/platform-name.ts')
const { findSubsystem, updateSubsystem } = await import('#domain/platforms/subsystem.ts')
const { findApi, findApiById } = await import('#domain/service-accounts/api.ts')
const { db, row, rows } = await import('#server/db.ts')
const { tokenHash } = await import('#server/secret.ts')
const { addApi } = await import('#test/apis.ts')
const { requestApproval } = await import('#test/approval-requests.ts')
const { callBeside } = await import('#test/beside.ts')
const { addSeniorAdmin } = await import('#test/approvals.ts')
const { addPlatform, logInAdmin, refusedWith } = await import('#test/people.ts')
const { newRegistration } = await import('#test/registered-platforms.ts')
const { drawKey } = await import('#test/signing-platform.ts')
const apis = await import('../features/admin/apis/contract.ts')
const approvals = await import('../features/admin/approvals/contract.ts')
const platforms = await import('../features/admin/platforms/contract.ts')
const { platformFacts } = await import('../features/admin/platforms/fields-contract.ts')

const requester = await addSeniorAdmin()
const approver = await addSeniorAdmin()
const [browser, decider] = [await logInAdmin(requester), await logInAdmin(approver)]

function approve(id: string) {
  return decider.call(approvals.approveRequest, { params: { id }, body: {} })
}

test('3Z7: a platform is registered once another admin approves, and its secret is in no row', async () => {
  const body = newRegistration()
  const { id } = body
  const { approval, clientSecret = '' } = await requestApproval(browser, platforms.addPlatform, {
    body,
  })
  equal(approval.kind, 'platform-add')
  equal(await findSubsystem(db, id), undefined)
  ok(clientSecret.length > 30)
  const stored = await row<{ text: string }>(db)`
    select (select json_agg(a)::text from approvals a where target_id = ${id})
        || (select json_agg(l)::text from audit_log l where target_id = ${id}) as text`
  ok(!stored?.text.includes(clientSecret))
  const params = { id: approval.id }
  const { target, proposal } = await decider.call(approvals.getApproval, { params })
  deepEqual([target.kind, target.id, target.name], ['platform', id, body.name])
  deepEqual([proposal['redirectUris'], 'newSecretHash' in proposal], [body.redirectUris, false])
  equal((await approve(approval.id)).state, 'done')
  const platform = await findSubsystem(db, id)
  ok(platform?.clientSecretHash?.equals(tokenHash(clientSecret)))
  deepEqual(
    [platform?.redirectUris, platform?.backchannelLogoutUri],
    [body.redirectUris, body.backchannelLogoutUri],
  )
})

test('3Z7: a platform behind a proxy, and one that only invites, take two people as well', async () => {
  for (const facts of [
    { redirectUris: [], entryOrigin: 'https://board.example', proof: 'none' as const },
    { redirectUris: [], mayInvite: true },
  ])
    await requestApproval(browser, platforms.addPlatform, {
      body: { ...newRegistration(), ...facts },
    })
})

test('3Z7: an id or a name in use is refused before an approval is requested, and also when it is carried out', async () => {
  const [first, second] = [newRegistration(), newRegistration()]
  await addPlatform({ id: first.id, name: first.name })
  for (const [field, body] of [
    ['id', { ...second, id: first.id }],
    ['name', { ...second, name: first.name.toUpperCase() }],
  ] as const) {
    const call = browser.call(platforms.addPlatform, { body })
    equal((await refusedWith(commonErrors.invalidInput, call)).faults[0]?.field, field)
  }
  const { approval } = await requestApproval(browser, platforms.addPlatform, { body: second })
  await addPlatform({ id: 'impostor', name: second.name })
  const approved = await approve(approval.id)
  deepEqual([approved.state, approved.outcome], ['failed', 'not possible'])
  equal(await findSubsystem(db, second.id), undefined)
})

for (const graceHours of [0, 24])
  test(`3Z6: a platform’s new secret, ${graceHours} hours beside the old one, is returned once, is valid only after the approval, and is in no row`, async () => {
    const id = `vault-${graceHours}`
    const oldSecret = 'the first secret'
    await addPlatform({ id, clientSecret: oldSecret, redirectUris: ['https://a/'] })
    const platform = await browser.call(platforms.getPlatform, { params: { id } })
    const input = { params: { id }, headers: { 'if-match': platform.etag } }
    const reply = await requestApproval(browser, platforms.replaceSecret, {
      ...input,
      body: { graceHours },
    })
    const secret = reply.clientSecret ?? ''
    ok(secret.length > 30)
    ok((await findSubsystem(db, id))?.clientSecretHash?.equals(tokenHash(oldSecret)))
    const stored = await row<{ text: string }>(db)`
      select (select json_agg(a)::text from approvals a where target_id = ${id})
          || (select json_agg(l)::text from audit_log l where target_id = ${id}) as text`
    ok(!stored?.text.includes(secret))
    await approve(reply.approval.id)
    const after = await findSubsystem(db, id)
    ok(after?.clientSecretHash?.equals(tokenHash(secret)))
    const isOldAccepted = after?.oldClientSecretHash?.equals(tokenHash(oldSecret)) ?? false
    equal(isOldAccepted, graceHours > 0)
    const mails = await rows<{ data: object }>(db)`
      select data from mails where user_id = ${approver.id} and kind = 'credentials-replaced'
        and data ->> 'id' = ${id}`
    equal(mails.length, 1)
  })

test('3Z6: a platform change that concerns no address, such as a deactivation, takes effect immediately', async () => {
  const url = 'https://quiet.example'
  const { publicJwk } = await drawKey('ES256')
  await addPlatform({
    id: 'quiet',
    url,
    redirectUris: [`${url}/callback`],
    jwks: { keys: [publicJwk] },
  })
  const api = await addApi()
  const { etag, ...facts } = await browser.call(platforms.getPlatform, { params: { id: 'quiet' } })
  const body = Object.fromEntries(
    Object.entries(facts).filter(([name]) => platformFacts.includes(name)),
  )
  const changed = await browser.call(platforms.changePlatform, {
    params: { id: 'quiet' },
    headers: { 'if-match': etag },
    body: { ...body, name: 'Quiet platform', active: false } as never,
  })
  deepEqual([changed.name, changed.active], ['Quiet platform', false])
  const guarded = {
    url: 'https://loud.example',
    redirectUris: [`${url}/callback`, `${url}/other`],
    postLogoutUris: [`${url}/bye`],
    backchannelLogoutUri: `${url}/backchannel`,
    origins: ['https://loud.example'],
    entryOrigin: 'https://loud.example',
    proof: 'secret',
    pkce: 'optional',
    requiredAcr: 'phr',
    maxAgeMinutes: 720,
    idleMinutes: 60,
    extraScopes: ['phone'],
    active: true,
    mayInvite: true,
    apis: [{ id: api.id, scopes: ['orders.read'] }],
  }
  for (const [name, value] of Object.entries(guarded)) {
    const { approval } = await requestApproval(browser, platforms.changePlatform, {
      params: { id: 'quiet' },
      headers: { 'if-match': changed.etag },
      body: { ...body, name: changed.name, active: false, [name]: value } as never,
    })
    deepEqual(
      Object.keys((await findApproval(db, approval.id))?.proposal ?? {}),
      name === 'proof' ? ['jwks', 'proof', 'newSecretHash'] : [name],
    )
    const cancellation = { reason: 'No longer needed' }
    await browser.call(approvals.cancelRequest, { params: { id: approval.id }, body: cancellation })
  }
})

test('3Z6: a shorter login age takes two people as well, and scopes in another order are no change', async () => {
  const id = 'ordered'
  const url = 'https://ordered.example'
  const scopes = { extraScopes: ['roles', 'phone'], maxAgeMinutes: 720 }
  await addPlatform({ id, url, redirectUris: [`${url}/callback`], clientSecret: 'old', ...scopes })
  const { etag, ...facts } = await browser.call(platforms.getPlatform, { params: { id } })
  const before = Object.fromEntries(
    Object.entries(facts).filter(([name]) => platformFacts.includes(name)),
  )
  const change = (fields: object) => ({
    params: { id },
    headers: { 'if-match': etag },
    body: { ...before, ...fields } as never,
  })
  await requestApproval(browser, platforms.changePlatform, change({ maxAgeMinutes: 60 }))
  const reordered = change({ name: 'Reordered', extraScopes: ['phone', 'roles'] })
  equal((await browser.call(platforms.changePlatform, reordered)).name, 'Reordered')
})

test('3Z6: a change with the version that a colleague is about to save undoes nothing of it', async () => {
  const id = 'overtaken'
  const url = 'https://overtaken.example'
  await addPlatform({ id, url, redirectUris: [`${url}/stolen`], clientSecret: 'old' })
  const { etag, ...facts } = await browser.call(platforms.getPlatform, { params: { id } })
  const before = Object.fromEntries(
    Object.entries(facts).filter(([name]) => platformFacts.includes(name)),
  )
  const stored = (await findSubsystem(db, id))!
  const next = etag.replace(/\d+/, (version) => String(Number(version) + 1))
  const result = await callBeside(
    async (tx) => {
      // The name of the call waits for this lock, between reading the platform and changing it.
      await lockNames(tx)
      await updateSubsystem(tx, { ...stored, redirectUris: [`${url}/callback`] }, stored.version)
    },
    () =>
      browser.call(platforms.changePlatform, {
        params: { id },
        headers: { 'if-match': next },
        body: { ...before, name: 'Overtaken again' } as never,
      }),
  )
  const settled = async () => {
    if (result.status === 'rejected') throw result.reason
  }
  await refusedWith(errorCodes.changedMeanwhile, settled())
  deepEqual((await findSubsystem(db, id))?.redirectUris, [`${url}/callback`])
})

const newApi = (id: string) => ({
  id,
  name: 'Orders',
  scopes: ['orders.read'],
  format: 'opaque' as const,
  active: true,
})

test('3Z7: an API is added once another admin approves, and its secret is in no row', async () => {
  const body = newApi('https://api.example.com/waiting')
  const { approval, clientSecret = '' } = await requestApproval(browser, apis.addApi, { body })
  equal(approval.kind, 'api-add')
  equal(await findApiById(db, body.id), undefined)
  ok(clientSecret.length > 30)
  const stored = await row<{ text: string }>(db)`
    select (select json_agg(a)::text from approvals a where target_id = ${body.id})
        || (select json_agg(l)::text from audit_log l where target_id = ${body.id}) as text`
  ok(!stored?.text.includes(clientSecret))
  const params = { id: approval.id }
  const { target, proposal } = await decider.call(approvals.getApproval, { params })
  deepEqual([target.kind, target.id, target.name], ['api', body.id, body.name])
  deepEqual([proposal['scopes'], 'newSecretHash' in proposal], [body.scopes, false])
  const { state, target: added } = await approve(approval.id)
  const api = await findApiById(db, body.id)
  deepEqual([state, added.id], ['done', api?.clientId])
  ok(api?.clientSecretHash.equals(tokenHash(clientSecret)))
})

test('3Z7: an API that exists or is requested is refused, also when the request is carried out', async () => {
  const body = newApi('https://api.example.com/taken')
  const { approval } = await requestApproval(browser, apis.addApi, { body })
  const add = () => browser.call(apis.addApi, { body })
  await refusedWith(errorCodes.approvalPending, add())
  await addApi({ id: body.id })
  equal((await refusedWith(commonErrors.invalidInput, add())).faults[0]?.field, 'id')
  const { state, outcome } = await approve(approval.id)
  deepEqual([state, outcome], ['failed', 'changed meanwhile'])
})

test('3Z6: an API’s new secret is returned once and valid only after the approval, and super admins are mailed', async () => {
  for (const graceHours of [0, 24]) {
    const { clientId, secret } = await addApi()
    const params = { clientId }
    const { etag } = await browser.call(apis.getApi, { params })
    const asked = await requestApproval(browser, apis.replaceApiSecret, {
      params,
      headers: { 'if-match': etag },
      body: { graceHours },
    })
    ok((await findApi(db, clientId))?.clientSecretHash.equals(tokenHash(secret)))
    const { target } = await approve(asked.approval.id)
    deepEqual([target.kind, target.id], ['api', clientId])
    const api = await findApi(db, clientId)
    ok(api?.clientSecretHash.equals(tokenHash(asked.clientSecret ?? '')))
    equal(api?.oldClientSecretHash !== null, graceHours > 0)
    const mails = await rows<{ userId: string }>(db)`
      select user_id from mails where kind = 'credentials-replaced' and data ->> 'id' = ${clientId}`
    deepEqual(
      mails.map(({ userId }) => userId),
      [approver.id],
    )
  }
})
