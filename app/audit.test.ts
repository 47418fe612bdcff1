import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { missingInAll, traceless, type Deed } from '#test/actions/actions.ts'
import * as ofAdmins from '#test/actions/of-admins.ts'
import * as forPartners from '#test/actions/for-partners.ts'
import * as ofPlatforms from '#test/actions/of-platforms.ts'
import * as ofUsers from '#test/actions/of-users.ts'
import * as onPlatforms from '#test/actions/on-platforms.ts'
import * as onSecondFactors from '#test/actions/on-second-factors.ts'

const byUsers = { ...ofUsers.deeds, ...onSecondFactors.deeds }
const byAdmins = { ...ofAdmins.deeds, ...forPartners.deeds, ...onPlatforms.deeds }

test('every deed in the partner area leaves a row with actor, target, address and request id', async () => {
  await leaveTraces(byUsers)
})

test('no endpoint of the partner area that changes something goes without a row', async () => {
  await isWalked(
    /^\/(?!admin\/|platform\/)/,
    { ...byUsers, ...ofUsers.readsOnly, ...ofUsers.elsewhere },
    20,
  )
})

test('every deed in the admin area leaves a row with actor, target, address and request id', async () => {
  await leaveTraces(byAdmins)
})

test('no endpoint of the admin area that changes something goes without a row', async () => {
  await isWalked(/^\/admin\//, { ...byAdmins, ...ofAdmins.readsOnly }, 20)
})

test('every deed of a platform leaves a row with actor, target, address and request id', async () => {
  await leaveTraces(ofPlatforms.deeds)
})

test('no endpoint for platforms that changes something goes without a row', async () => {
  await isWalked(/^\/platform\//, ofPlatforms.deeds, 2)
})

async function leaveTraces(deeds: Record<string, Deed>): Promise<void> {
  const faults = Object.entries(await missingInAll(deeds))
  deepEqual(
    faults.flatMap(([key, missing]) => missing.map((fault) => `${key}: ${fault}`)),
    [],
  )
}

/** Every endpoint below these paths, more than so many of them, stands in a table. */
async function isWalked(paths: RegExp, known: object, moreThan: number): Promise<void> {
  const { served } = await theServer()
  const own = served.filter(({ path }) => paths.test(path))
  ok(own.length > moreThan)
  deepEqual(traceless(own, known), [])
}
