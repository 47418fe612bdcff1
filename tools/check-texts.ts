import { checkTexts } from './texts/check.ts'

/** Checks the language files and compares the types generated from them; `--write` writes the types. */
const { faults, count } = checkTexts('.', process.argv.includes('--write'))
console.log(faults.join('\n') || `${count} folders of texts, no fault`)
process.exitCode = faults.length > 0 ? 1 : 0
