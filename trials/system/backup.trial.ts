import { equal, match } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFile, cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd, type Test } from '#test/at-end.ts'
import { laterMigrations, loadFirstSchema, logInThere, settingsOf } from '#test/backups.ts'
import { newFolder } from '#test/debian-cluster.ts'
import { readDumped } from '#test/dumps.ts'
import { type } from '#test/programs.ts'
import { forgetDatabase, startDatabase } from '../../demo/database.ts'

const { secretKey, user: ada } = await readDumped()

test('a backup of the running demo with the first schema is restored elsewhere: the user logs in, and the audit log verifies', async (t) => {
  const old = await newPlace(t, secretKey)
  const database = await startDatabase({ folder: old.folder, durable: false })
  atEnd(t, () => database.stop())
  const settings = settingsOf(database, secretKey)
  await loadFirstSchema(t, database)
  await writeFile(join(old.folder, 'environment.json'), JSON.stringify(settings))
  const backup = join(await newFolder(t), 'monday')
  const backedUp = await type(['backup', backup], old.env)
  match(backedUp.text, /The backup is in .*monday/)
  match(backedUp.text, /Keep SECRET_KEYS \([0-9a-f]{8}\) in a separate place/)
  match((await type(['backup', backup], old.env)).text, /is not empty: give each backup a folder/)

  await expectOtherKeyRefused(t, backup)
  await expectDamageDetected(t, backup)

  const target = await newPlace(t, secretKey)
  const restored = await type(['restore', backup], target.env)
  equal(restored.code, 0, restored.text)
  for (const name of await laterMigrations())
    match(restored.text, new RegExp(`${name} was applied`))
  const again = await type(['restore', backup], target.env)
  equal(again.code, 1)
  match(again.text, /There is a database in .* already: a restore never overwrites one/)

  const other = await startDatabase({ folder: target.folder, durable: false })
  atEnd(t, () => other.stop())
  const there = settingsOf(other, secretKey)
  await logInThere(t, there, ada)
  const verified = await type(['audit:verify'], { ...there })
  equal(verified.code, 0, verified.text)
  match(verified.text, /rows/)
})

test('the command reports a missing folder, and a folder without a backup', async (t) => {
  const { env } = await newPlace(t, secretKey)
  for (const words of [['restore'], ['restore', '--to', 'x'], ['restore', 'a', 'b']]) {
    const result = await type(words, env)
    equal(result.code, 2)
    match(
      result.text,
      /Specify exactly one folder\.[^]*Usage:\n {2}npm run portico -- restore <folder>/,
    )
  }
  const result = await type(['restore', await newFolder(t)], env)
  equal(result.code, 1)
  match(result.text, /is not a backup: it contains no portico-backup\.json/)
  match((await type(['backup', 'somewhere'], env)).text, /There is no database here yet/)
})

async function newPlace(t: Test, key: string) {
  const folder = await newFolder(t)
  atEnd(t, () => forgetDatabase(folder))
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ secretKey: key }))
  const env = { DATA_FOLDER: folder, DATABASE_URL: undefined, NODE_ENV: undefined }
  return { folder, env: { ...env, SECRET_KEYS: undefined, DATABASE_OWNER_URL: undefined } }
}

/** Expects a restore with another secret key to stop before it writes anything, because nothing could be decrypted. */
async function expectOtherKeyRefused(t: Test, backup: string): Promise<void> {
  const place = await newPlace(t, randomBytes(32).toString('base64'))
  const result = await type(['restore', backup], place.env)
  equal(result.code, 1)
  match(result.text, /SECRET_KEYS lacks the key [0-9a-f]{8} of this backup.*Nothing was restored/)
  equal((await readdir(place.folder)).includes('database'), false)
}

async function expectDamageDetected(t: Test, backup: string): Promise<void> {
  const damaged = join(await newFolder(t), 'damaged')
  await cp(backup, damaged, { recursive: true })
  await appendFile(join(damaged, 'data', 'global', 'pg_control'), 'x')
  const result = await type(['restore', damaged], (await newPlace(t, secretKey)).env)
  equal(result.code, 1)
  match(result.text, /The backup is damaged: data\/global\/pg_control was changed/)
}
