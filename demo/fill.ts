import { hashPassword } from '#domain/password.ts'
import { config } from '#server/config.ts'
import { currentBrand } from '#server/current-brand.ts'
import { affects, db } from '#server/db.ts'
import { migrate } from '../app/migrate.ts'
import type { DemoSecrets } from './environment.ts'
import { addOwners } from './owners.ts'
import { addPast } from './past.ts'
import { startPlatform, type Platform } from './platform.ts'
import { payoutRoles } from './sample-roles.ts'
import { seed, seedPlatform } from './seed.ts'

/** Platforms beside the two that have a port of their own. */
const samples = [
  { id: 'payouts', name: 'Payouts', roles: payoutRoles },
  { id: 'reporting', name: 'Reporting' },
  { id: 'cards', name: 'Card manager' },
  { id: 'tax-documents', name: 'Tax documents' },
]

export type SamplePlatform = Platform & Parameters<typeof seedPlatform>[0]

/** Starts four more platforms, on any free port. */
export function startSamplePlatforms({ sampleSecret }: DemoSecrets): Promise<SamplePlatform[]> {
  const host = process.env['HOST'] ?? '127.0.0.1'
  const { publicUrl: portalUrl } = config
  const started = samples.map(async (sample) => {
    const clientSecret = `${sampleSecret}-${sample.id}`
    const options = {
      ...sample,
      host,
      port: 0,
      clientSecret,
      portalUrl,
      hasRoles: sample.roles !== undefined,
      brand: currentBrand,
    }
    const platform = await startPlatform({ ...options, issuer: `${portalUrl}/oidc` })
    return { ...platform, ...sample, clientSecret }
  })
  return Promise.all(started)
}

/** Migrates the database and adds the demo's data; with sample platforms also the users and events of a past. */
export async function fillDatabase(
  secrets: DemoSecrets,
  platforms: readonly SamplePlatform[],
): Promise<void> {
  await migrate({ ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl })
  const isNew = !(await affects(db)`select from audit_log limit 1`)
  await seed(secrets)
  for (const { id, name, url, clientSecret, roles } of platforms) {
    await seedPlatform({ id, name, url, clientSecret, ...(roles && { roles }) })
  }
  if (!isNew || platforms.length === 0) return
  const [user, admin] = [
    await hashPassword(secrets.password),
    await hashPassword(secrets.adminPassword),
  ]
  const ids = ['business-hub', 'onboarding', ...platforms.map(({ id }) => id)]
  await addPast({ user, admin }, ids)
  await addOwners(user)
}
