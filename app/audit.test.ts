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
  ...platforms.actions,
  ...serviceAccounts.actions,
  ...webhooks.actions,
}

test('every action in the partner area leaves a row with actor, target, address and request id', async () => {
  await leaveRows(byUsers)
})

test('every endpoint of the partner area that changes something leaves a row', async () => {
  const known = { ...byUsers, ...users.readsOnly, ...company.readsOnly, ...users.elsewhere }
  await haveAuditCases(/^\/(?!admin\/|platform\/)/, known, 20)
})

test('every action in the admin area leaves a row with actor, target, address and request id', async () => {
  await leaveRows(byAdmins)
})

test('every endpoint of the admin area that changes something leaves a row', async () => {
  await haveAuditCases(/^\/admin\//, { ...byAdmins, ...admins.readsOnly }, 20)
})

test('every action of a platform leaves a row with actor, target, address and request id', async () => {
  await leaveRows(platforms.platformActions)
})

test('every endpoint for platforms that changes something leaves a row', async () => {
  await haveAuditCases(/^\/platform\//, platforms.platformActions, 2)
})

async function leaveRows(auditCases: Record<string, AuditCase>): Promise<void> {
  const faults = Object.entries(await missingInAll(auditCases))
  deepEqual(
    faults.flatMap(([key, missing]) => missing.map((fault) => `${key}: ${fault}`)),
    [],
  )
}

/** Expects more than `moreThan` endpoints below these paths, each with an audit case. */
async function haveAuditCases(paths: RegExp, known: object, moreThan: number): Promise<void> {
  const { served } = await theServer()
  const own = served.filter(({ path }) => paths.test(path))
  ok(own.length > moreThan)
  deepEqual(withoutAuditCase(own, known), [])
}
