// own process: admins of other files would make two-person approval necessary
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { missingInAll, withoutAuditCase } from '#test/actions/audit-cases.ts'
import { everyAction, withoutAction } from '#test/every-action.ts'

const areas = {
  'partner area': { paths: /^\/(?!admin\/|platform\/)/, moreThan: 20 },
  'admin area': { paths: /^\/admin\//, moreThan: 20 },
  'API for platforms': { paths: /^\/platform\//, moreThan: 2 },
}

for (const [area, { paths, moreThan }] of Object.entries(areas)) {
  const ofArea = Object.entries(everyAction).filter(([key]) => paths.test(key.split(' ')[1] ?? ''))

  test(`every action in the ${area} is recorded with actor, target, address and request id`, async () => {
    const faults = Object.entries(await missingInAll(Object.fromEntries(ofArea)))
    deepEqual(
      faults.flatMap(([key, missing]) => missing.map((fault) => `${key}: ${fault}`)),
      [],
    )
  })

  test(`every endpoint of the ${area} that changes data has an audit case`, async () => {
    const { endpoints } = await theServer()
    const own = endpoints.filter(({ path }) => paths.test(path))
    ok(own.length > moreThan)
    deepEqual(withoutAuditCase(own, { ...everyAction, ...withoutAction }), [])
  })
}
