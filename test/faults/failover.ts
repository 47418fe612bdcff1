import { whileSigningUp } from './database-gone.ts'
import type { Fault } from './fault.ts'
import { kill, killPostgres } from './kill.ts'
import { isReplicating, primaryOf, type Member } from './members.ts'
import { patroniIsMissing, startCluster, startPatroni } from './patroni.ts'
import { until, type Stage } from './stage.ts'

async function lost(stage: Stage): Promise<string> {
  const members = JSON.parse(process.env['FAULTS_MEMBERS'] ?? '[]') as Member[]
  const before = await primaryOf(members)
  if (!before) throw new Error('there is no primary')
  let seconds = 0
  const held = await whileSigningUp(stage, {}, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const begun = performance.now()
    // Patroni first, so that it does not restart PostgreSQL.
    kill(before.pid ?? 0)
    await killPostgres(before.data)
    await until(
      'the replica is promoted',
      async () => {
        const now = await primaryOf(members)
        return now !== undefined && now.name !== before.name
      },
      90,
    )
    seconds = (performance.now() - begun) / 1000
  })
  startPatroni(before)
  await until('the old primary follows the new one', () => isReplicating(members), 120)
  return `the replica took over after ${seconds.toFixed(0)} s; ${held}; the old primary came back as a replica`
}

export const failover: Fault[] = [
  {
    name: 'primary-lost',
    what: 'the primary’s machine is gone, Patroni promotes the synchronous replica',
    missing: patroniIsMissing,
    cluster: startCluster,
    test: lost,
    limitSeconds: 400,
    mayMailTwice: true,
  },
]
