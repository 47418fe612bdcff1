import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import { dropDatabase, makeDatabase } from './database.ts'
import { mailbox } from './mailbox.ts'

/**
 * Runs before each test file: creates a copy of a migrated database, a mailbox, and a configuration that names both.
 * The password hash and the human check are cheap, because here they would only take time.
 */
const adminUrl = process.env['TEST_ADMIN_URL']

if (adminUrl && process.env['NODE_TEST_CONTEXT']) {
  const name = `test_${randomBytes(8).toString('hex')}`
  const urls = await makeDatabase(adminUrl, name, (candidate) => {
    Object.assign(process.env, {
      NODE_ENV: 'test',
      PUBLIC_URL: 'http://localhost:8080',
      DATABASE_URL: candidate.serverUrl,
      DATABASE_OWNER_URL: candidate.ownerUrl,
      SECRET_KEYS: randomBytes(32).toString('base64'),
      SMTP_URL: mailbox.smtpUrl,
      TRUSTED_PROXIES: '127.0.0.1/32',
      PASSWORD_HASH_MEMORY_KIB: '64',
      PASSWORD_HASH_PASSES: '1',
      HUMAN_CHECK_COST: '1',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    })
  })
  after(async () => {
    const { closeServer } = await import('./browser.ts')
    await closeServer()
    const { db } = await import('#server/db.ts')
    await (db as unknown as { end: () => Promise<void> }).end()
    await mailbox.stop()
    await dropDatabase(adminUrl, urls.name)
  })
}
