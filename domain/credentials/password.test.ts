import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { config } from '#server/config.ts'
import { db, scalar, sql, transaction } from '#server/db.ts'
import { hashWithArgon2 } from '#server/argon2.ts'
import { untilLocked } from '#test/locks.ts'
import { findMatchingPassword } from '#test/matching-password.ts'
import { addUser } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { findPassword, hashPassword, setPassword } from './password.ts'

const { passwordHashMemoryKib, passwordHashPasses } = config
const atCost = `$argon2id$v=19$m=${passwordHashMemoryKib},t=${passwordHashPasses},p=1$`

test('the latest password is the valid one even if a server’s clock is slow', async () => {
  const ada = await addUser({ password: 'First-Harbour-1' })
  // Like the ids of a server whose clock is years ahead.
  await updateRows(
    'passwords',
    { userId: ada.id },
    { id: sql`('ffff' || substr(id::text, 5))::uuid` },
  )
  await setPassword(db, ada.id, await hashPassword('Second-Harbour-2'))
  ok(await findMatchingPassword(db, ada.id, 'Second-Harbour-2'))
  equal(await findMatchingPassword(db, ada.id, 'First-Harbour-1'), undefined)
})

test('3S: of two concurrent changes of a password, the one that is committed last sets it', async () => {
  const ada = await addUser({ password: 'First-Harbour-1' })
  const [second, third] = await Promise.all(
    ['Second-Harbour-2', 'Third-Harbour-3'].map(hashPassword),
  )
  await transaction(db, async (tx) => {
    await scalar(tx)`select now()`
    await setPassword(db, ada.id, second!)
    await setPassword(tx, ada.id, third!)
  })
  equal((await findPassword(db, ada.id))?.hash, third)

  let isFirstDone = false
  let other: Promise<void> | undefined
  await transaction(db, async (tx) => {
    await setPassword(tx, ada.id, second!)
    other = setPassword(db, ada.id, third!).then(() => void equal(isFirstDone, true))
    await untilLocked(1)
    isFirstDone = true
  })
  await other
  equal((await findPassword(db, ada.id))?.hash, third)
})

test('S1: a password is hashed by Argon2id at the configured cost', async () => {
  const hash = await hashPassword('First-Harbour-1')
  ok(hash.startsWith(atCost), hash)
})

test('S1: a hash of a lower cost is replaced when its password is entered, and not before', async () => {
  const ada = await addUser()
  const weak = await hashWithArgon2('Second-Harbour-2', { memoryCost: 8, timeCost: 1 })
  await setPassword(db, ada.id, weak)

  equal(await findMatchingPassword(db, ada.id, 'Wrong-Harbour-1'), undefined)
  equal((await findPassword(db, ada.id))?.hash, weak)

  ok(await findMatchingPassword(db, ada.id, 'Second-Harbour-2'))
  const renewed = (await findPassword(db, ada.id))?.hash ?? ''
  ok(renewed.startsWith(atCost), renewed)
  ok(await findMatchingPassword(db, ada.id, 'Second-Harbour-2'))
})

test('ASVS 6.2.8: a password is compared exactly as typed, to its last byte', async () => {
  const long = `${'Harbour-1 ž '.repeat(7)}end`
  for (const password of [long, ' spaces Around-1 ']) {
    const ada = await addUser({ password })
    ok(await findMatchingPassword(db, ada.id, password))
    for (const other of [
      `${password.slice(0, -1)}x`,
      `${password}x`,
      password.slice(0, 72),
      password.trim(),
      password.toUpperCase(),
      password.toLowerCase(),
    ])
      if (other !== password) equal(await findMatchingPassword(db, ada.id, other), undefined, other)
    // Keyboards encode an accented letter in two ways, so normalization is the only change before hashing.
    ok(await findMatchingPassword(db, ada.id, password.normalize('NFD')))
  }
})
