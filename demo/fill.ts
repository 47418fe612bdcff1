import { hashPassword } from '#domain/credentials/password.ts'
import { config } from '#server/config.ts'
import { currentBrand } from '#server/current-brand.ts'
import { affects, db } from '#server/db.ts'
import { migrate } from '../app/migrate.ts'
import { addToEnvironment, portOf, type DemoSecrets } from './environment.ts'
import { addOwners } from './owners.ts'
import { addPast } from './past.ts'
import { startPlatform, type Platform } from './platform.ts'
import { variablesOf, type DemoPlatform } from './register.ts'
import { firstPlatforms, seed } from './seed.ts'

/** Platforms in addition to the two with a configured port. */
const samples = [
  { id: 'payouts', name: 'Payouts', hasRoles: true },
  { id: 'reporting', name: 'Reporting' },
  { id: 'cards', name: 'Card manager' },
  { id: 'tax-documents', name: 'Tax documents' },
]

export type SamplePlatform = Platform & DemoPlatform

/** Starts the four sample platforms, each on any free port. */
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
      brand: currentBrand,
    }
    const platform = await startPlatform({ ...options, issuer: `${portalUrl}/oidc` })
    return { ...platform, ...sample, clientSecret }
  })
  return Promise.all(started)
}

/** Starts the two platforms with a configured port, in the current brand. */
export async function startFirstPlatforms({ clientSecrets }: DemoSecrets): Promise<Platform[]> {
  const started: Platform[] = []
  for (const [id, name, variable, fallback] of [
    ['business-hub', 'Business hub', 'BUSINESS_HUB_PORT', 8081],
    ['onboarding', 'Onboarding dashboard', 'ONBOARDING_PORT', 8082],
  ] as const) {
    const platform = await startPlatform({
      id,
      name,
      host: process.env['HOST'] ?? '127.0.0.1',
      port: portOf(variable, fallback),
      issuer: `${config.publicUrl}/oidc`,
      clientSecret: clientSecrets[id],
      portalUrl: config.publicUrl,
      hasPayments: id === 'business-hub',
      brand: currentBrand,
    })
    started.push(platform)
  }
  return started
}

/**
 * Migrates the database and adds the demo's data; with sample platforms also users and events of the last ninety days.
 */
export async function fillDatabase(
  secrets: DemoSecrets,
  platforms: readonly SamplePlatform[],
): Promise<void> {
  await migrate({ ownerUrl: config.databaseOwnerUrl, serverUrl: config.databaseUrl })
  const isNew = !(await affects(db)`select from audit_log limit 1`)
  const registered = platforms.map(({ id, name, url, clientSecret }) => ({
    id,
    name,
    url,
    clientSecret,
  }))
  await addToEnvironment(variablesOf([...firstPlatforms(secrets), ...registered]))
  await seed(secrets, registered)
  if (!isNew || platforms.length === 0) return
  const [user, admin] = [
    await hashPassword(secrets.password),
    await hashPassword(secrets.adminPassword),
  ]
  const ids = ['business-hub', 'onboarding', ...platforms.map(({ id }) => id)]
  await addPast({ user, admin }, ids)
  await addOwners(user)
}
