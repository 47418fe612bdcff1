import fs from 'node:fs'
import { parseArgs } from 'node:util'

/**
 * Checks that code in documents is copied from files of the tree; `--write` copies it again. A snippet selects its
 * lines: the first line that begins with a text, or the lines from there to the next that begins with another text.
 * Documents for contributors must not contain other code.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' } } })
const snippet =
  /(^ *)(<!-- snippet (\S+) \| (.+?)(?: \| (.+?))? -->\n *```\w+\n)[^]*?( *```\n *<!-- \/snippet -->)/gm
const forContributors = /^CONTRIBUTING\.md$|^docs\/how-to\//
let count = 0
const faults = [...fs.globSync('docs/**/*.md'), 'client/README.md', 'CONTRIBUTING.md'].flatMap(
  (page) => {
    const present = fs.readFileSync(page, 'utf8')
    const wanted = present.replaceAll(snippet, (_, indent, begin, file, from, to, end) => {
      count += 1
      return (
        indent + begin + cut(file, from, to, forContributors.test(page) ? indent : undefined) + end
      )
    })
    if (values.write) fs.writeFileSync(page, wanted)
    const opened = present.split('<!-- snippet ').length - 1
    const closed = [...present.matchAll(snippet)].length
    const otherCode = [...present.replaceAll(snippet, '').matchAll(/^ *```(?:tsx?|m?js|css)$/gm)]
    return [
      forContributors.test(page) && otherCode.length > 0
        ? `${page} has code that no snippet cuts from a file: <!-- snippet <file> | <from> | <to> -->`
        : undefined,
      opened === closed ? undefined : `${page} has a snippet without its block or its end`,
      present === wanted || values.write
        ? undefined
        : `${page} is stale: npm run generate -- snippets`,
    ].filter((each) => each !== undefined)
  },
)
console.log(faults.join('\n') || `${count} snippets, all as in their files`)
process.exitCode = faults.length > 0 ? 1 : 0

function cut(file: string, from: string, to: string | undefined, indent?: string): string {
  const lines = fs.readFileSync(file, 'utf8').split('\n')
  const first = lines.findIndex((line) => line.trimStart().startsWith(from))
  const last =
    to === undefined
      ? first
      : lines.findIndex((line, index) => index > first && isEnd(line.trim(), to))
  if (first === -1 || last === -1) throw new Error(`${file} has no lines from "${from}" to "${to}"`)
  const cutLines = lines.slice(first, last + 1)
  const margins = cutLines.filter((line) => line !== '').map((line) => line.search(/\S/))
  // Documents for contributors indent code like the step that contains it; others keep its indentation.
  const margin = indent !== undefined ? Math.min(...margins) : 0
  return cutLines.map((line) => `${line && (indent ?? '')}${line.slice(margin)}\n`).join('')
}

/** Returns true for the end line. A bracket must be the whole line, so that `}` does not match `})`. */
function isEnd(line: string, to: string): boolean {
  return /^\W+$/.test(to) ? line === to : line.startsWith(to)
}
