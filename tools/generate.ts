import { spawnSync } from 'node:child_process'
import { chooseNames } from './choose.ts'
import { generated } from './generated.ts'

/**
 * `npm run generate [-- <name> …]` writes all generated documents, or the named ones; `npm run check` compares them.
 */
const names = chooseNames('generated document', process.argv.slice(2), Object.keys(generated))
const failed = names.filter((name) => !write(name))
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0

function write(name: string): boolean {
  const { writes = '', program = '' } = generated[name] ?? {}
  console.log(`── ${name}: ${writes}`)
  const { status } = spawnSync(process.execPath, [program, '--write'], { stdio: 'inherit' })
  return status === 0
}
