import fs from 'node:fs'
import path from 'node:path'
import { locales } from '../contract/locale.ts'
import { readTextFolders } from './texts/files.ts'
import { parseGlossary } from './texts/glossary.ts'
import { faultsOfWording } from './texts/wording.ts'

/** Checks the words of all texts by docs/glossary.md. The first argument is the root; by default the current folder. */
const root = path.resolve(process.argv[2] ?? '.')
const glossary = parseGlossary(fs.readFileSync(path.join(root, 'docs/glossary.md'), 'utf8'))
const faults = faultsOfWording(readTextFolders(root), glossary)
for (const [kind, ofKind] of Map.groupBy(faults, (each) => each.kind)) {
  console.log(`# ${kind}`)
  for (const { text } of ofKind) console.log(text)
}
const counts = locales.map(
  (locale) => `${locale} ${faults.filter((each) => each.locale === locale).length}`,
)
console.log(faults.length > 0 ? `${faults.length} faults: ${counts.join(', ')}` : 'no fault')
process.exitCode = faults.length > 0 ? 1 : 0
