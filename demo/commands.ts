import { UsageError } from '#server/command-options.ts'
import type { Command } from '../app/registry/commands.ts'

/** Commands of a checkout, in addition to those of app/commands. */
export const demoCommands: Record<string, Command> = {
  code: {
    summary: 'Print the one-time code of a demo account',
    usage: ['<email>'],
    load: async (args) => {
      const { isDemo, joinRunning } = await import('./environment.ts')
      if (!isDemo()) throw new Error('npm run code works in the demo only.')
      if (args.length !== 1) throw new UsageError('Name the email of one account.')
      await joinRunning()
      const { currentCode } = await import('./code.ts')
      return async ([email = '']) => [await currentCode(email)]
    },
  },
  'demo:reset': {
    summary: "Delete the demo's data",
    load: async () => (await import('./reset.ts')).resetCommand,
  },
  capacity: {
    summary: 'Print cores, connections, disk and WAL for a number of users',
    usage: ['--users 100000000 --daily 0.1 --peak 3'],
    options: [
      ['--users', 'how many users there are'],
      ['--daily', 'the share of them that logs in on one day: above 0, at most 1 (default 0.1)'],
      [
        '--peak',
        'the busiest minute, times the average one of the nine busy hours: 1 or more (default 3)',
      ],
      [
        '--figures',
        'the file of "npm run trials -- bench sizing" (default test-results/bench-sizing.json)',
      ],
    ],
    load: async () => (await import('../trials/bench/capacity.ts')).capacityCommand,
  },
}
