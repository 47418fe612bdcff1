import fs from 'node:fs'
import path from 'node:path'
import { declarationsOf } from './declarations.ts'
import { faultsOf } from './faults.ts'
import { readTextFolders } from './files.ts'
import { faultsOfReferences } from './labels.ts'

/**
 * Returns the faults of the language files below `root`, and those of the types generated from them. `isWriting` writes
 * the types if the language files have no fault.
 */
export function checkTexts(root: string, isWriting: boolean): { faults: string[]; count: number } {
  const folders = readTextFolders(root)
  const faults = faultsOfReferences(folders)
  if (faults.length === 0) faults.push(...folders.flatMap(faultsOf))
  if (faults.length > 0) return { faults, count: folders.length }
  for (const folder of folders) {
    const file = path.join(root, folder.name, 'messages.ts')
    const wanted = declarationsOf(folder)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === wanted) continue
    if (isWriting) fs.writeFileSync(file, wanted)
    else faults.push(`${folder.name}/messages.ts is stale: npm run generate -- texts`)
  }
  return { faults, count: folders.length }
}
