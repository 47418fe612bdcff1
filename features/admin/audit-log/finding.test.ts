// own process: seals the whole audit log
import { deepEqual, doesNotMatch, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { commonErrors } from '#contract/refusal.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { selectRequestIds } from '#domain/audit/audit-select.ts'
import { storeClientRefusals } from '#domain/platforms/client-refusal.ts'
import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { db, rows } from '#server/db.ts'
import { sealAndCount } from '#test/audit.ts'
import { auditor, list } from '#test/auditor.ts'
import {
  addAdmin,
  addManyAdmins,
  addPlatform,
  addUser,
  logIn,
  logInAdmin,
  refusedWith,
} from '#test/people.ts'
import { countByTime, listRefusedRequests, suggest } from './contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))

const suggestionsFor = (q: string, browser = auditor) => browser.call(suggest, { query: { q } })

test('B5 a part of a name, company or IP address is suggested, regardless of case and accents', async () => {
  const lucia = await addUser({ firstname: 'Lucía', lastname: 'Castillo', company: 'Puerto SA' })
  const grace = await addAdmin({ firstname: 'Grace', lastname: 'Murray-Hopper' })
  const puerto = await findOrCreatePartner(db, 'Puerto SA')
  await recordAudit(db, { userId: lucia.id, ipAddress: '203.0.113.201' }, 'logged_out')
  const { users } = await suggestionsFor('lucia cas')
  deepEqual(users, [{ id: lucia.id, name: 'Lucía Castillo', note: 'Puerto SA' }])
  deepEqual((await suggestionsFor('PUERTO')).companies, [
    { id: puerto, name: 'Puerto SA', note: '' },
  ])
  deepEqual((await suggestionsFor('lu')).users[0]?.id, lucia.id)
  deepEqual((await suggestionsFor('203.0.113.20')).addresses, ['203.0.113.201'])
  deepEqual(
    (await suggestionsFor('murray')).admins.map(({ id }) => id),
    [grace.id],
  )
  const none = { users: [], admins: [], companies: [], addresses: [], requests: [] }
  for (const q of ['nobody of this name', '%', '_', '\\', "'"])
    deepEqual(await suggestionsFor(q), none)
})

const requestsOf = async (q: string, browser = auditor) =>
  (await suggestionsFor(q, browser)).requests

test('requests are suggested by at least the first eight characters of their id, each once, to admins who may see them', async () => {
  const { id } = await addUser()
  const [own, system] = [`${id.slice(-8)}-1`, `${id.slice(-8)}-2`]
  await recordAudit(db, { userId: id, requestId: own }, 'logged_out')
  await recordAudit(db, { userId: id, requestId: own }, 'password_changed')
  await recordAudit(db, { kind: 'system', requestId: system }, 'signing_key_rotated')
  // The end of a UUID can consist of letters only, which is searched as the beginning of a name.
  const isLikeId = /\d/.test(id.slice(-8))
  deepEqual(await requestsOf(`${id.slice(-8)}-`), [own, system])
  deepEqual(await requestsOf(own.toUpperCase()), [own])
  deepEqual(await requestsOf(id.slice(-8)), isLikeId ? [own, system] : [])
  deepEqual(await requestsOf(`${id.slice(-8)}-`, support), [own])
  deepEqual(await requestsOf(own.slice(0, 7)), [])
  const plan = await rows<{ 'QUERY PLAN': string }>(db)`
    explain ${selectRequestIds('0123abcd', { seesAdmins: true }, 6)}`
  doesNotMatch(plan.map((line) => line['QUERY PLAN']).join('\n'), /Seq Scan/)
})

test('B5 PE-02 admins and their IP addresses are suggested only to admins who may see their entries', async () => {
  const grace = await addAdmin({ firstname: 'Grace', lastname: 'Verysecret' })
  await recordAudit(db, { adminId: grace.id, ipAddress: '203.0.113.222' }, 'compliance_exported')
  equal((await suggestionsFor('verysecret')).admins.length, 1)
  deepEqual((await suggestionsFor('203.0.113.222')).addresses, ['203.0.113.222'])
  deepEqual((await suggestionsFor('verysecret', support)).admins, [])
  deepEqual((await suggestionsFor('203.0.113.222', support)).addresses, [])
  const userAdmin = await logInAdmin(await addAdmin({ roles: ['user_admin'] }))
  await refusedWith(commonErrors.forbidden, suggestionsFor('grace', userAdmin))
  await refusedWith(commonErrors.notLoggedIn, suggestionsFor('grace', await logIn(await addUser())))
  await refusedWith(commonErrors.invalidInput, suggestionsFor(' '))
  await refusedWith(commonErrors.invalidInput, suggestionsFor('x'.repeat(101)))
})

test('B5 the entries of a company are those of its users at that time and those about the company', async () => {
  const company = await findOrCreatePartner(db, 'Quay Freight')
  const ada = await addUser({ company: 'Quay Freight' })
  const { adminId } = { adminId: (await addAdmin()).id }
  await recordAudit(db, { userId: ada.id }, 'logged_out')
  await recordAudit(db, { adminId }, 'user_deactivated', { targetId: ada.id })
  await recordAudit(db, { adminId }, 'partner_changed', { targetId: company })
  await recordAudit(db, { userId: (await addUser()).id }, 'logged_out')
  const actionsOf = async (query: object, browser = auditor) =>
    (await list({ company, ...query }, browser)).map(({ action }) => action)
  deepEqual(await actionsOf({}), ['partner_changed', 'user_deactivated', 'logged_out'])
  deepEqual(await actionsOf({ action: 'logged_out' }), ['logged_out'])
  deepEqual(await actionsOf({ user: ada.id }), ['user_deactivated', 'logged_out'])
  deepEqual(await actionsOf({ subSystem: 'portal' }), ['logged_out'])
  deepEqual(await actionsOf({}, support), ['logged_out'])
})

test('B5 the histogram counts the entries that its reader may see, by hour and action, and matches the list', async () => {
  const ada = await addUser()
  await recordAudit(db, { userId: ada.id }, 'passkey_declined')
  await recordAudit(db, {}, 'login_failed', { targetId: ada.id, data: { reason: 'password' } })
  await recordAudit(db, {}, 'login_failed', {
    targetId: ada.id,
    subSystem: 'admin',
    data: { reason: 'password' },
  })
  await recordAudit(db, { kind: 'system' }, 'signing_key_rotated')
  await sealAndCount()
  const startDate = new Date(Date.now() - 24 * 3_600_000).toISOString()
  const sumsFor = async (query: object, browser = auditor) => {
    const { hours, parts } = await browser.call(countByTime, { query: { startDate, ...query } })
    equal(hours, 1)
    ok(
      parts.length === 25 &&
        parts.every(({ start }, at) => at === 0 || start > parts[at - 1]!.start),
    )
    const sum = (key: 'count' | 'failures') => parts.reduce((all, part) => all + part[key], 0)
    return [sum('count'), sum('failures')]
  }
  deepEqual(await sumsFor({ action: 'passkey_declined' }), [1, 0])
  deepEqual(await sumsFor({ action: ['login_failed', 'passkey_declined'] }), [3, 2])
  deepEqual(await sumsFor({ action: ['login_failed', 'passkey_declined'] }, support), [2, 1])
  deepEqual(await sumsFor({ action: 'signing_key_rotated' }, support), [0, 0])
  const [all = 0] = await sumsFor({ ownSearches: 'hidden' })
  const visible = await list({ startDate, limit: 200 })
  equal(
    all,
    visible.filter(
      ({ action }) => action !== 'audit_log_searched' && action !== 'search_result_opened',
    ).length,
  )
})

const partsOf = (query: object) => auditor.call(countByTime, { query })

test('B5 a long period has few parts, and a period in the future has none', async () => {
  const { hours, parts } = await partsOf({})
  deepEqual([hours, parts.length], [12, 61])
  ok((await partsOf({ startDate: '1970-01-01' })).parts.length <= 97)
  deepEqual((await partsOf({ startDate: '9998-01-01' })).parts, [])
  deepEqual((await partsOf({ startDate: '1970-01-01', endDate: '1970-01-02' })).parts.length, 48)
  await refusedWith(commonErrors.invalidInput, partsOf({ action: 'stolen' }))
})

test('an admin is suggested if 1,000 others precede them by name', async () => {
  const others = Array.from({ length: 1_000 }, (_, at) => ({
    email: `many${at}@portico.example`,
    firstname: 'Anna',
    lastname: 'Aaron',
  }))
  await addManyAdmins(others)
  const { id } = await addAdmin({ lastname: 'Zweig' })
  deepEqual(
    (await suggestionsFor('zweig')).admins.map((admin) => admin.id),
    [id],
  )
})

test('3A28: the log suggests the id of a rejected request and shows the request, to admins who see platforms', async () => {
  const owner = await logInAdmin(await addAdmin({ roles: ['super_admin'] }))
  await addPlatform({ id: 'refusing', name: 'Refusing' })
  const requestId = `7${randomUUID().slice(1)}`
  const refusal = {
    endpoint: '/oidc/auth',
    error: 'invalid_redirect_uri',
    reason: '',
    value: 'https://elsewhere.example/callback',
    requestId,
    ipAddress: '192.0.2.1',
    at: new Date(),
  }
  await storeClientRefusals(db, new Map([['refusing', [refusal]]]))
  deepEqual((await suggestionsFor(requestId.slice(0, 9), owner)).requests, [requestId])
  deepEqual((await suggestionsFor(requestId, auditor)).requests, [])
  const [found] = await owner.call(listRefusedRequests, { query: { requestId } })
  deepEqual([found?.platform, found?.value], ['Refusing', refusal.value])
  const call = auditor.call(listRefusedRequests, { query: { requestId } })
  await refusedWith(commonErrors.forbidden, call)
})
