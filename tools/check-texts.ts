import fs from 'node:fs'
import path from 'node:path'
import { declarationsOf } from './texts/declarations.ts'
import { faultsOf } from './texts/faults.ts'
import { readTextFolders } from './texts/files.ts'
import { faultsOfReferences } from './texts/labels.ts'

/**
 * Checks the language files and compares the types generated from them; `--write` writes the types. The first other
 * argument is the root.
 */
const isWriting = process.argv.includes('--write')
const root = path.resolve(process.argv.slice(2).find((each) => !each.startsWith('-')) ?? '.')
const folders = readTextFolders(root)
const faults = faultsOfReferences(folders)
if (faults.length === 0) faults.push(...folders.flatMap(faultsOf))
if (faults.length === 0) {
  for (const folder of folders) {
    const file = path.join(root, folder.name, 'messages.ts')
    const wanted = declarationsOf(folder)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === wanted) continue
    if (isWriting) fs.writeFileSync(file, wanted)
    else faults.push(`${folder.name}/messages.ts is stale: npm run generate -- texts`)
  }
}
console.log(faults.join('\n') || `${folders.length} folders of texts, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0
