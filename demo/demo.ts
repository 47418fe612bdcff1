import { DatabaseInUse } from './database.ts'
import { hasSamples, isEmpty, setEnvironment, startSurroundings } from './environment.ts'
import { demoLimits } from './limits.ts'

export type Part = { stop: () => Promise<void> }

/** Thrown by the start if the demo is stopped before the start has finished. */
class Stopped extends Error {}

/**
 * Runs the whole demo: database, mailbox, server, platforms and sample data. Exits with 0 on Ctrl-C, and with 1 if a
 * part does not start. `startServer` is called when the environment is set, so it may import the configuration.
 */
export async function runDemo(startServer: () => Promise<Part>): Promise<void> {
  const parts: Part[] = []
  let isStopping = false
  const add = (...more: Part[]): void => {
    parts.unshift(...more)
    if (isStopping) throw new Stopped()
  }
  const starting = startParts(add, startServer)
  const stopAll = async () => {
    await stopEach(parts)
    // A part that was just starting is added to `parts` before the start fails.
    await starting.catch(() => undefined)
    await stopEach(parts)
  }
  const stopAndExit = () => {
    if (isStopping) return
    isStopping = true
    void stopAll().then(() => process.exit(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAndExit)
  try {
    await starting
  } catch (error) {
    // `stopAndExit` ends the process.
    if (isStopping) return
    await stopAll()
    process.stderr.write(`\n${messageOf(error as Error)}\n`)
    process.exit(1)
  }
}

async function startParts(
  add: (...parts: Part[]) => void,
  startServer: () => Promise<Part>,
): Promise<void> {
  const { database, mailbox, secrets } = await startSurroundings()
  add(database, mailbox)
  await setEnvironment(secrets, database, mailbox)
  // Imported late, because the configuration reads the environment when it is imported.
  const { fillDatabase, startFirstPlatforms, startSamplePlatforms } = await import('./fill.ts')
  const platforms = hasSamples() ? await startSamplePlatforms(secrets) : []
  add(...platforms)
  // Before the server starts, because it seals the audit log and would report past events as late.
  await fillDatabase(secrets, platforms)
  add(await startServer())
  if (!isEmpty()) add(...(await startFirstPlatforms(secrets)))
  process.stdout.write(await banner(mailbox, secrets))
}

async function banner(
  mailbox: { url: string; smtpUrl: string },
  { password, adminPassword }: { password: string; adminPassword: string },
): Promise<string> {
  const { config } = await import('#server/config.ts')
  const { demoAdminEmail, demoEmail, freshInvitation } = await import('./seed.ts')
  const limits = Object.entries(demoLimits).map(([name, value]) => `    ${name}=${value}`)
  const lines = [
    ['The portal', config.publicUrl],
    ['The mailbox', `${mailbox.url}   (SMTP at ${mailbox.smtpUrl.replace('smtp://', '')})`],
    ...(isEmpty()
      ? []
      : [
          ['Business hub', config.businessHubUrl],
          ['Onboarding dashboard', config.onboardingUrl],
        ]),
    ['For developers', `${config.publicUrl}/developers\n`],
    ...(isEmpty()
      ? []
      : [
          ['A user', `${demoEmail}   password  ${password}`],
          ['One-time code', `npm run code -- ${demoEmail}`],
        ]),
    ['The admin area', `${config.adminUrl}/admin`],
    ['An admin', `${demoAdminEmail}   password  ${adminPassword}`],
    ['One-time code', `npm run code -- ${demoAdminEmail}`],
    ...(isEmpty() ? [] : [['An invitation', await freshInvitation()]]),
  ]
  return `
  ${config.brand.name} is running. Everything here is real, and nothing leaves this machine.

${lines.map(([name = '', value = '']) => `  ${name.padEnd(22)} ${value}`).join('\n')}

  Limits, wider than in production, for tests from this machine:
${limits.join('\n')}

  Ctrl-C stops everything. npm run portico -- demo:reset deletes the data.
`
}

/** Stops the parts, newest first, and empties the list. */
async function stopEach(parts: Part[]): Promise<void> {
  for (let part = parts.shift(); part; part = parts.shift())
    await part.stop().catch(() => undefined)
}

function messageOf(error: Error): string {
  if (error instanceof DatabaseInUse) return error.message
  return process.env['LOG_LEVEL'] === 'debug' ? (error.stack ?? error.message) : error.message
}
