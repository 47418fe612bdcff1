import { spawnSync } from 'node:child_process'
import { unknownName } from '../tools/unknown-name.ts'
import { choiceOf } from './choice.ts'
import { trials, type Trial } from './list.ts'
import { missingNeed } from './needs.ts'
import { printTable, runEach, runOne, type Task } from './run-each.ts'

/**
 * `npm run trials -- <name> …` runs the named trials; `all` runs every trial. A single name may be followed by its own
 * arguments, such as `bench login`. Without a name it lists them.
 */
const args = process.argv.slice(2)
const names = Object.keys(trials)
const choice = choiceOf(args, names)
if (args.length === 0 || args[0] === '--help') list()
else if (args[0] === 'all' && 'unknown' in choice) leave('`all` takes no further arguments.')
else if ('unknown' in choice) leave(unknownName('trial', choice.unknown, ['all', ...names]))
else if ('names' in choice) await runSeveral(choice.names)
else await runWith(choice.name, choice.own)

function list(): void {
  const width = Math.max(...names.map((name) => name.length))
  console.log('Usage: npm run trials -- <name> …, or all\n')
  for (const [name, trial] of Object.entries(trials)) {
    const { summary, needs, skipsWithout, minutes } = trial
    console.log(`  ${name.padEnd(width)}  ${String(minutes).padStart(3)} min  ${summary}`)
    const indent = ' '.repeat(width + 13)
    if (needs.length > 0) console.log(`${indent}needs ${needs.join(', ')}`)
    if (skipsWithout !== undefined) console.log(`${indent}skips parts without ${skipsWithout}`)
  }
  const hours = Object.values(trials).reduce((sum, { minutes }) => sum + minutes, 0) / 60
  console.log(
    `\nMinutes are approximate, on two cores. \`all\` runs them in this order, in about ${hours.toFixed(0)} hours.`,
  )
}

function leave(sentence: string): void {
  console.error(sentence)
  process.exitCode = 2
}

async function runWith(name: string, own: readonly string[]): Promise<void> {
  const trial = trials[name]!
  const reason = await missingNeed(trial.needs)
  if (reason !== undefined) return leave(`${name} was skipped: ${reason}`)
  prepare([trial])
  process.exitCode = await runOne(taskOf(name, trial, own))
}

async function runSeveral(wanted: readonly string[]): Promise<void> {
  const selected = Object.entries(trials).filter(([name]) => wanted.includes(name))
  prepare(selected.map(([, trial]) => trial))
  const results = await runEach(
    selected.map(([name, trial]) => taskOf(name, trial, trial.inAll ?? [])),
  )
  printTable(results)
  process.exitCode = results.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0
}

function taskOf(name: string, trial: Trial, own: readonly string[]): Task {
  const { program, env = {}, minutes, needs } = trial
  return { name, args: [...program, ...own], env, minutes, missing: () => missingNeed(needs) }
}

/** Builds the portal once if a trial needs it. */
function prepare(selected: readonly Trial[]): void {
  if (!selected.some(({ isBuilt }) => isBuilt)) return
  const { status } = spawnSync(process.execPath, ['tools/prepare.mjs'], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
