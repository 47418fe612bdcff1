import { DatabaseInUse } from './database.ts'
import { isDemo, portOf, settle, startSurroundings } from './environment.ts'
import { startPlatform } from './platform.ts'

/** `npm start`: the program as it is where a database is named, else the whole demonstration around it. */
type Part = { stop: () => Promise<void> }

const parts: Part[] = []
let isStopping = false

if (!isDemo()) {
  await import('../app/main.ts')
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void stopAll().then(() => process.exit(0)))
  }
  await demonstrate().catch(async (error: Error) => {
    await stopAll()
    process.stderr.write(`\n${explain(error)}\n`)
    process.exit(1)
  })
}

async function demonstrate(): Promise<void> {
  const { database, mailbox, drawn } = await startSurroundings()
  parts.unshift(database, mailbox)
  await settle(drawn, database, mailbox)
  // Read only now: the configuration is taken from the variables when it is imported.
  const { startProgram } = await import('../app/program.ts')
  const { config } = await import('#server/config.ts')
  const { demoAdminEmail, demoEmail, freshInvitation, seed } = await import('./seed.ts')
  parts.unshift(await startProgram())
  await seed(drawn)
  for (const [id, name, variable, fallback] of [
    ['business-hub', 'Business hub', 'BUSINESS_HUB_PORT', 8081],
    ['onboarding', 'Onboarding dashboard', 'ONBOARDING_PORT', 8082],
  ] as const) {
    parts.unshift(
      await startPlatform({
        id,
        name,
        host: process.env['HOST'] ?? '127.0.0.1',
        port: portOf(variable, fallback),
        issuer: `${config.publicUrl}/oidc`,
        clientSecret: drawn.clientSecrets[id],
        portalUrl: config.publicUrl,
        brand: config.brand,
      }),
    )
  }
  process.stdout.write(`
  ${config.brand.name} is running. Everything here is real, and nothing leaves this machine.

  The portal             ${config.publicUrl}
  The mailbox            ${mailbox.url}   (SMTP at ${mailbox.smtpUrl.replace('smtp://', '')})
  Business hub           ${config.businessHubUrl}
  Onboarding dashboard   ${config.onboardingUrl}
  The API                ${config.publicUrl}/api/docs

  A customer             ${demoEmail}   password  ${drawn.password}
  Her six digits         npm run code -- ${demoEmail}
  The admin area         ${config.adminUrl}/admin
  An administrator       ${demoAdminEmail}   password  ${drawn.adminPassword}
  Her six digits         npm run code -- ${demoAdminEmail}
  An invitation          ${await freshInvitation()}

  Ctrl-C stops all of it. npm run demo:reset forgets the data.
`)
}

async function stopAll(): Promise<void> {
  if (isStopping) return
  isStopping = true
  for (const part of parts) await part.stop().catch(() => undefined)
}

function explain(error: Error): string {
  if (error instanceof DatabaseInUse) return `${error.message}`
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message
}
