import fs from 'node:fs'
import { quarantine } from '../test/quarantine.ts'

/** Part of `npm run check`: test/quarantine.ts may list at most five existing tests, none for longer than 30 days. */
const maxCount = 5
const maxDays = 30
const dayMs = 86_400_000

const faults = quarantine.flatMap(({ file, title, reason, since }) => {
  const name = `test/quarantine.ts: "${title}" of ${file}`
  if (!fs.existsSync(file) || !fs.readFileSync(file, 'utf8').includes(title))
    return [`${name} does not exist: remove the entry.`]
  if (reason.trim() === '') return [`${name} has no reason.`]
  const days = (Date.now() - Date.parse(since)) / dayMs
  // NaN, for text that is not a date, fails every comparison.
  if (!(days >= 0)) return [`${name} needs a start date, such as 2026-11-28.`]
  return days > maxDays ? [`${name} is older than ${maxDays} days: fix the test.`] : []
})
if (quarantine.length > maxCount)
  faults.push(
    `test/quarantine.ts has ${quarantine.length} entries; at most ${maxCount} are allowed.`,
  )
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0
