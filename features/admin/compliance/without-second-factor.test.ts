// own process: sets MFA_REQUIRED
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'

process.env['MFA_REQUIRED'] = 'false'
process.env['LIMIT_BROWSER_FAILURES'] = '9'
const { requirements } = await import('#server/config-requirements.ts')
const { db } = await import('#server/db.ts')
const { addUser } = await import('#test/people.ts')
const { ago, updateRows } = await import('#test/rows.ts')
const { measureRequirement, measureRequirements } = await import('./measure.ts')

test('PCI DSS 8.3.9 applies if a password is the only factor', async () => {
  await addUser({ hasSecondFactor: false })
  equal((await measureRequirement(db, 'pci-8.3.9')).state, 'met')
  await updateRows('passwords', {}, { createdAt: ago('91 days') })
  equal((await measureRequirement(db, 'pci-8.3.9')).state, 'not-met')
})

test('without a profile every requirement is measured for comparison', async () => {
  const measured = await measureRequirements(db)
  equal(measured.length, Object.keys(requirements).length)
  const factors = measured.find(({ rule }) => rule === 'pci-8.4.2')
  equal(factors?.state, 'not-met')
  deepEqual(factors?.weak, [
    { setting: 'MFA_REQUIRED=false', wanted: 'true', others: [], range: 'oneOf' },
  ])
  const lockouts = measured.find(({ rule }) => rule === 'pci-8.3.4')
  deepEqual(lockouts?.weak, [])
  const failures = measured.find(({ rule }) => rule === 'psd2-4.3.b')
  deepEqual(failures?.weak, [
    { setting: 'LIMIT_BROWSER_FAILURES=9', wanted: '5', others: [], range: 'orLess' },
  ])
})
