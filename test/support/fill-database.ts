import { findOrCreatePartner } from '#domain/companies/partner.ts'
import { hashPassword, setPassword } from '#domain/credentials/password.ts'
import { confirmSecondFactor, createPendingFactor } from '#domain/credentials/second-factor.ts'
import { getCurrentKey } from '#domain/keys/signing-key.ts'
import { addUser } from '#domain/accounts/user.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { config } from '#server/config.ts'
import { db, transaction } from '#server/db.ts'
import { migrate } from '../../app/migrate.ts'
import { sealAuditLog } from '../../features/admin/audit-log/jobs.ts'

/**
 * Migrates the database of its environment, adds a user and a sealed audit log, and prints the user. Runs as a program.
 */
const [email = '', password = ''] = process.argv.slice(2)
const urls = { ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl }
await migrate(urls)
const hash = await hashPassword(password)
const user = await transaction(db, async (tx) => {
  const partnerId = await findOrCreatePartner(tx, 'Harbour Ltd')
  const names = { firstname: 'Ada', lastname: 'Byron', preferredLanguage: 'en' } as const
  const id = (await addUser(tx, { partnerId, email, ...names })) ?? ''
  await setPassword(tx, id, hash)
  const factor = await createPendingFactor(tx, id, 'test')
  await confirmSecondFactor(tx, factor, 0)
  return { id, secret: factor.secret }
})
await getCurrentKey(db, 'oidc')
for (let one = 0; one < 20; one += 1)
  await recordAudit(db, { kind: 'system' }, 'invitation_created', { data: { one } })
await sealAuditLog()
process.stdout.write(JSON.stringify(user))
process.exit(0)
