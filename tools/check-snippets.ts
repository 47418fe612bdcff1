import fs from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Checks that code in documents is cut from files that tests run; `--write` cuts it anew. A snippet says which lines:
 * from the first that begins with one text to the next that begins with the other.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const snippet =
  /(<!-- snippet (\S+) \| (.+?) \| (.+?) -->\n```(\w+)\n)[^]*?(```\n<!-- \/snippet -->)/g
let count = 0
const faults = fs.globSync('docs/**/*.md').flatMap((page) => {
  const present = fs.readFileSync(page, 'utf8')
  const wanted = present.replaceAll(snippet, (_, begin, file, from, to, _language, end) => {
    count += 1
    return begin + cut(file, from, to) + end
  })
  if (values.write) fs.writeFileSync(page, wanted)
  const opened = present.split('<!-- snippet ').length - 1
  const closed = [...present.matchAll(snippet)].length
  return [
    opened === closed ? undefined : `${page} has a snippet without its block or its end`,
    present === wanted || values.write
      ? undefined
      : `${page} is stale: npm run generate -- snippets`,
  ].filter((each) => each !== undefined)
})
console.log(faults.join('\n') || `${count} snippets, all as in their files`)
process.exitCode = faults.length > 0 ? 1 : 0

function cut(file: string, from: string, to: string): string {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  const first = lines.findIndex((line) => line.trimStart().startsWith(from))
  const last = lines.findIndex((line, index) => index > first && line.trimStart().startsWith(to))
  if (first === -1 || last === -1) throw new Error(`${file} has no lines from "${from}" to "${to}"`)
  return `${lines.slice(first, last + 1).join('\n')}\n`
}
