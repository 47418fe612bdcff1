import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { exportWords, importWords } from './words/translations.ts'

/**
 * `npx node tools/words.ts export|import <folder>`: exports the product's texts as files for translators, and imports
 * them.
 */
const root = path.resolve(import.meta.dirname, '..')
const [action, folder, ...more] = process.argv.slice(2)

if (folder === undefined || more.length > 0)
  leave(['Usage: npx node tools/words.ts export|import <folder>'])
if (action === 'export') {
  for (const name of exportWords(root, folder)) console.log(name)
} else if (action === 'import') {
  const imported = importWords(root, folder)
  if ('faults' in imported) leave([...imported.faults, 'Nothing was changed.'])
  const { changed, count } = imported
  if (changed.length > 0) format(changed)
  console.log(`${count} texts changed in ${changed.length} files`)
} else {
  leave([`unknown action ${action}: use export or import`])
}

function format(files: string[]): void {
  const formatter = path.join(root, 'node_modules', '.bin', 'oxfmt')
  const { status } = spawnSync(formatter, files, { cwd: root, stdio: 'inherit' })
  if (status !== 0) leave(['The texts were imported, but the files could not be formatted.'])
}

function leave(lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}
