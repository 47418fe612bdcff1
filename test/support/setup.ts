// Must be first, because it affects only modules that are imported later.
import './verifications.ts'
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { dropDatabase, forgetEarlierFiles, makeDatabase } from './database.ts'
import { mailbox } from './mailbox.ts'

const adminUrl = process.env['TEST_ADMIN_URL'] ?? ''
const name = `test_${randomBytes(8).toString('hex')}`

/**
 * Creates the shared fixtures of a process's test files: a copy of a migrated database, a mailbox, and a configuration
 * that names both. The password hash and the human check are cheap, to save time.
 */
export async function openPlace(): Promise<void> {
  await makeDatabase(adminUrl, name, ({ serverUrl, ownerUrl }) => {
    Object.assign(process.env, {
      NODE_ENV: 'test',
      PUBLIC_URL: 'http://localhost:8080',
      DATABASE_URL: serverUrl,
      DATABASE_OWNER_URL: ownerUrl,
      SECRET_KEYS: randomBytes(32).toString('base64'),
      SMTP_URL: mailbox.smtpUrl,
      TRUSTED_PROXIES: '127.0.0.1/32',
      PASSWORD_HASH_MEMORY_KIB: '64',
      PASSWORD_HASH_PASSES: '1',
      HUMAN_CHECK_COST: '1',
      // Admins of one file would otherwise become approvers of another.
      TWO_PERSON: 'off',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    })
  })
}

/**
 * Prepares for the next test file: an empty mailbox that accepts every mail, empty counters of rate limits and failures,
 * and no super admin.
 */
export async function emptyPlace(): Promise<void> {
  await forgetEarlierFiles(adminUrl, name)
  mailbox.behave('accept')
  await mailbox.deleteAll()
}

/** Stops the fixtures of the test files, and deletes their database. */
export async function closePlace(): Promise<void> {
  const { closeServer } = await import('./browser.ts')
  await closeServer()
  const { db } = await import('#server/db.ts')
  await (db as unknown as { end: () => Promise<void> }).end()
  await mailbox.stop()
  await dropDatabase(adminUrl, name)
}

// In a process that node:test started for one file, as in `npm run trials -- mutants`.
if (adminUrl && process.env['NODE_TEST_CONTEXT']) {
  await openPlace()
  after(closePlace)
}
