import path from 'node:path'
import { exportTexts, importTexts } from './texts/arb.ts'

/** `npx node tools/texts.ts export|import <folder>`: writes the texts as files for translators, and takes them back. */
const root = path.resolve(import.meta.dirname, '..')
const [action, folder, ...more] = process.argv.slice(2)

if (folder === undefined || more.length > 0)
  leave(['Use it like this: npx node tools/texts.ts export|import <folder>'])
if (action === 'export') {
  for (const name of exportTexts(root, folder)) console.log(name)
} else if (action === 'import') {
  const imported = importTexts(root, folder)
  if ('faults' in imported) leave([...imported.faults, 'Nothing was changed.'])
  console.log(`${imported.count} texts changed; npm run check -- texts compares them`)
} else {
  leave([`${action} is neither export nor import`])
}

function leave(lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}
