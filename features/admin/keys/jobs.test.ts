// own process: counts all rotations
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { getCurrentKey, listActiveKeys } from '#domain/keys/signing-key.ts'
import { db, scalar } from '#server/db.ts'
import { ago, now, updateRows } from '#test/rows.ts'
import { rotateAgedKey } from './jobs.ts'

test('S14: the signing key is rotated once after 90 days, and signs until the next key was published long enough', async () => {
  const old = await getCurrentKey(db, 'oidc')
  const makeAged = (days: number) =>
    updateRows('signing_keys', { kid: old.kid }, { createdAt: ago(`${days} days`) })
  await makeAged(89)
  await rotateAgedKey()
  equal((await listActiveKeys(db, 'oidc')).length, 1)
  await makeAged(90)
  await Promise.all([rotateAgedKey(), rotateAgedKey(), rotateAgedKey()])
  await rotateAgedKey()
  const kids = (await listActiveKeys(db, 'oidc')).map(({ kid }) => kid)
  equal(kids.length, 2)
  equal((await getCurrentKey(db, 'oidc')).kid, old.kid)
  await updateRows('signing_keys', { kid: old.kid }, { retiredAt: now })
  const [next] = await listActiveKeys(db, 'oidc')
  deepEqual(kids, [old.kid, next?.kid])
  equal(Buffer.from(next?.publicJwk.n ?? '', 'base64url').length * 8, 2_048)
  const count = await scalar<number>(db)`
    select count(*) from audit_log where action = 'signing_key_rotated'`
  equal(count, 1)
})
