// own process: sets TWO_PERSON
import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
process.env['TWO_PERSON'] = 'off'
const { findSubsystem } = await import('#domain/platforms/subsystem.ts')
const { db } = await import('#server/db.ts')
const { apply, newApplier, newPlatformFile } = await import('#test/configuration-calls.ts')

test('3Z15: TWO_PERSON=off: a risky file is applied immediately', async () => {
  const file = newPlatformFile()
  const { status, body } = await apply(await newApplier(), file)
  equal(status, 200, JSON.stringify(body))
  ok(await findSubsystem(db, file.id))
})
