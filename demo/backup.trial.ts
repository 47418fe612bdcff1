import { equal, match } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFile, cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd, type Test } from '#test/at-end.ts'
import {
  dumped,
  laterMigrations,
  loadFirstSchema,
  logInThere,
  newFolder,
  settingsOf,
} from '#test/backups.ts'
import { type } from '#test/programs.ts'
import { forgetDatabase, startDatabase } from './database.ts'

const { secretKey, user: ada } = dumped

test('a backup of the running demo with the first schema is restored elsewhere: the user logs in, and the audit log verifies', async (t) => {
  const old = await aPlace(t, secretKey)
  const database = await startDatabase({ folder: old.folder, durable: false })
  atEnd(t, () => database.stop())
  const settings = settingsOf(database, secretKey)
  await loadFirstSchema(t, database)
  await writeFile(join(old.folder, 'environment.json'), JSON.stringify(settings))
  const backup = join(await newFolder(t), 'monday')
  const made = await type(['backup', backup], old.env)
  match(made.text, /The backup is in .*monday/)
  match(made.text, /Keep SECRET_KEYS \([0-9a-f]{8}\) in another place/)
  match((await type(['backup', backup], old.env)).text, /is not empty: give each backup a folder/)

  await newcomerIsRefused(t, backup)
  await damageIsFound(t, backup)

  const fresh = await aPlace(t, secretKey)
  const restored = await type(['restore', backup], fresh.env)
  equal(restored.code, 0, restored.text)
  for (const name of await laterMigrations())
    match(restored.text, new RegExp(`${name} was applied`))
  const again = await type(['restore', backup], fresh.env)
  equal(again.code, 1)
  match(again.text, /There is a database in .* already: a restore never overwrites one/)

  const other = await startDatabase({ folder: fresh.folder, durable: false })
  atEnd(t, () => other.stop())
  const there = settingsOf(other, secretKey)
  await logInThere(t, there, ada)
  const verified = await type(['audit:verify'], { ...there })
  equal(verified.code, 0, verified.text)
  match(verified.text, /rows/)
})

test('without a folder, or with one that holds no backup, the command says so', async (t) => {
  const { env } = await aPlace(t, secretKey)
  for (const words of [['restore'], ['restore', '--to', 'x'], ['restore', 'a', 'b']]) {
    const said = await type(words, env)
    equal(said.code, 2)
    match(
      said.text,
      /Specify exactly one folder\.[^]*Usage:\n {2}npm run portico -- restore <folder>/,
    )
  }
  const said = await type(['restore', await newFolder(t)], env)
  equal(said.code, 1)
  match(said.text, /is not a backup: it contains no portico-backup\.json/)
  match((await type(['backup', 'somewhere'], env)).text, /There is no database here yet/)
})

async function aPlace(t: Test, key: string) {
  const folder = await newFolder(t)
  atEnd(t, () => forgetDatabase(folder))
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ secretKey: key }))
  const env = { DATA_FOLDER: folder, DATABASE_URL: undefined, NODE_ENV: undefined }
  return { folder, env: { ...env, SECRET_KEYS: undefined, DATABASE_OWNER_URL: undefined } }
}

/** With another secret key nothing could be decrypted: the restore stops before it writes anything. */
async function newcomerIsRefused(t: Test, backup: string): Promise<void> {
  const place = await aPlace(t, randomBytes(32).toString('base64'))
  const said = await type(['restore', backup], place.env)
  equal(said.code, 1)
  match(said.text, /SECRET_KEYS lacks the key [0-9a-f]{8} of this backup.*Nothing was restored/)
  equal((await readdir(place.folder)).includes('database'), false)
}

async function damageIsFound(t: Test, backup: string): Promise<void> {
  const damaged = join(await newFolder(t), 'damaged')
  await cp(backup, damaged, { recursive: true })
  await appendFile(join(damaged, 'data', 'global', 'pg_control'), 'x')
  const said = await type(['restore', damaged], (await aPlace(t, secretKey)).env)
  equal(said.code, 1)
  match(said.text, /The backup is damaged: data\/global\/pg_control was changed/)
}
