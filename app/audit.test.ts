// own process: admins of other files would make two-person approval necessary
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { missingInAll, withoutAuditCase, type AuditCase } from '#test/actions/audit-cases.ts'
import * as admins from '#test/actions/admins.ts'
import * as apis from '#test/actions/apis.ts'
import * as approvals from '#test/actions/approvals.ts'
import * as brand from '#test/actions/brand.ts'
import * as companies from '#test/actions/companies.ts'
import * as configuration from '#test/actions/configuration.ts'
import * as company from '#test/actions/company.ts'
import * as lostDevices from '#test/actions/lost-devices.ts'
import * as platforms from '#test/actions/platforms.ts'
import * as secondFactors from '#test/actions/second-factors.ts'
import * as users from '#test/actions/users.ts'
import * as serviceAccounts from '#test/actions/service-accounts.ts'
import * as webhooks from '#test/actions/webhooks.ts'

const byUsers = {
  ...users.actions,
  ...secondFactors.actions,
  ...lostDevices.actions,
  ...company.actions,
}
const byAdmins = {
  ...admins.actions,
  ...apis.actions,
  ...approvals.actions,
  ...brand.actions,
  ...companies.actions,
  ...company.adminActions,
  ...configuration.actions,
  ...platforms.actions,
  ...serviceAccounts.actions,
  ...webhooks.actions,
}

test('every action in the partner area is recorded with actor, target, address and request id', async () => {
  await requireRows(byUsers)
})

test('every endpoint of the partner area that changes data has an audit case', async () => {
  const cases = { ...byUsers, ...users.readsOnly, ...company.readsOnly, ...users.elsewhere }
  await requireAuditCases(/^\/(?!admin\/|platform\/)/, cases, 20)
})

test('every action in the admin area is recorded with actor, target, address and request id', async () => {
  await requireRows(byAdmins)
})

test('every endpoint of the admin area that changes data has an audit case', async () => {
  await requireAuditCases(/^\/admin\//, { ...byAdmins, ...admins.readsOnly }, 20)
})

test('every action of a platform is recorded with actor, target, address and request id', async () => {
  await requireRows(platforms.platformActions)
})

test('every endpoint for platforms that changes data has an audit case', async () => {
  await requireAuditCases(/^\/platform\//, platforms.platformActions, 2)
})

async function requireRows(auditCases: Record<string, AuditCase>): Promise<void> {
  const faults = Object.entries(await missingInAll(auditCases))
  deepEqual(
    faults.flatMap(([key, missing]) => missing.map((fault) => `${key}: ${fault}`)),
    [],
  )
}

/** Asserts that there are more than `moreThan` endpoints below these paths, each with an audit case. */
async function requireAuditCases(paths: RegExp, cases: object, moreThan: number): Promise<void> {
  const { endpoints } = await theServer()
  const own = endpoints.filter(({ path }) => paths.test(path))
  ok(own.length > moreThan)
  deepEqual(withoutAuditCase(own, cases), [])
}
