import { inDatabase, median, report, portico, startSide } from './harness.ts'

const limitMs = 1_500

/** Measures the time from the start of the process to `/readyz`, with everything served, on a migrated database. */
export async function benchStartUp([roundsArgument]: readonly string[]): Promise<boolean> {
  const rounds = Number(roundsArgument ?? 9)
  return inDatabase({ name: 'start-up', durable: true }, async () => {
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const side = await startSide(portico.program, {
        ...portico.settings,
        SERVE: 'users,admin,sso,worker',
      })
      if (round > 0) times.push(side.startMs)
      await side.stop()
    }
    return report('start-up', [
      {
        name: 'ready on a migrated database',
        here: `${median(times).toFixed(0)} ms (slowest ${Math.max(...times).toFixed(0)} ms)`,
        beside: `${limitMs} ms`,
        ratio: median(times) / limitMs,
        most: 1,
      },
    ])
  })
}
