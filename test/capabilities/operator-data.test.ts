// covers admin/keys, command:keys:rotate, command:keys:reencrypt, command:reindex-names, command:support
import { equal, match, notEqual, rejects } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { deactivateUser, getUser } from '../../features/admin/users/contract.ts'
import { listActivity } from '../../features/admin/users/activity-contract.ts'
import { command, runCommand } from './command.ts'
import { encrypt } from './encryption.ts'
import { isLoggedIn, logIn, newUser } from './people.ts'
import { place } from './place.ts'
import { admin } from './staff.ts'
import { executeSql, withKeys } from './time.ts'

test('an operator rotates a signing key, which is published', async () => {
  const before = await publishedKeys()
  await executeSql(
    `update signing_keys set created_at = created_at - interval '1 day' where use = 'forward-auth'`,
  )
  match(await command(['keys:rotate', 'forward-auth']), /The new forward-auth key .* is published/)
  equal((await publishedKeys()).filter((kid) => !before.includes(kid)).length, 1)
})

test('an operator re-encrypts values of an older key, and the user can log in again', async () => {
  const user = await newUser()
  await withKeys('foreign', () => reencrypt(user))
})

async function reencrypt(user: Awaited<ReturnType<typeof newUser>>): Promise<void> {
  const older = randomBytes(32).toString('base64')
  await executeSql('update second_factors set secret = $2 where user_id = $1', [
    user.id,
    encrypt(older, 'second-factor', user.id, user.secret),
  ])
  await rejects(logIn(user))
  // In a deployment, SECRET_KEYS contains the older key until then.
  const { DATABASE_URL = '', DATABASE_OWNER_URL = '', SECRET_KEYS = '' } = place.environment
  const keys = { DATABASE_URL, DATABASE_OWNER_URL, SECRET_KEYS: `${SECRET_KEYS},${older}` }
  match(await command(['keys:reencrypt'], keys), /1 values were re-encrypted/)
  equal(await isLoggedIn(await logIn(user)), true)
}

test('an operator rebuilds the indexes of names after a change of ICU', async () => {
  const before = await findFile('users_listed')
  match(await command(['reindex-names']), /^Indexes that were rebuilt: \d+\.$/m)
  notEqual(await findFile('users_listed'), before)
})

/** Returns the file of an index, which a rebuild replaces. */
async function findFile(index: string): Promise<number | undefined> {
  const [row] = await executeSql<{ file: number }>(
    'select pg_relation_filenode($1::regclass)::int as file',
    [index],
  )
  return row?.file
}

test('an operator finds all records about a request', async () => {
  const user = await newUser()
  const params = { id: user.id }
  await admin.browser.call(deactivateUser, { params, body: { reason: 'Left the company' } })
  equal((await admin.browser.call(getUser, { params })).active, false)
  const entries = await admin.browser.call(listActivity, { params, query: {} })
  const entry = entries.find(({ action }) => action === 'user_deactivated')
  const text = await command(['support', entry?.requestId ?? ''])
  match(text, /Audit log:\n.*user_deactivated/)
  match(text, /Mails:\n.*deactivated/)
})

test('an operator backs up the database and restores it elsewhere', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-backup-'))
  const environment = { DATA_FOLDER: path.join(folder, 'data') }
  t.after(async () => {
    const { PATH = '' } = process.env
    const options = { cwd: place.root, env: { PATH, ...environment } }
    await promisify(execFile)(process.execPath, ['demo/command.ts', 'demo:reset'], options)
    await rm(folder, { recursive: true })
  })
  // An operator stores the keys separately from the backup.
  await mkdir(environment.DATA_FOLDER)
  const secrets = path.join(environment.DATA_FOLDER, 'secrets.json')
  await copyFile(path.join(place.dataFolder, 'secrets.json'), secrets)
  const backup = path.join(folder, 'monday')
  match(await command(['backup', backup]), /The backup is in .*monday/)
  match(await command(['restore', backup], environment), /is restored/)
  const again = await runCommand(['restore', backup], environment)
  match(again.text, /a restore never overwrites one/)
})

async function publishedKeys(): Promise<string[]> {
  const answer = await fetch(new URL('/forward-auth/jwks.json', place.url))
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}
