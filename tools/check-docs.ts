/**
 * Checks every Markdown file: relative links must lead to existing files and headings, files in backticks must exist,
 * and names in documents for contributors must be in the sources. Scripts, commands, trials and checks in any text of
 * the repository must exist.
 */

import fs from 'node:fs'
import path from 'node:path'
import { namesOf } from './doc-names.ts'
import { faultsOfCommands } from './named-commands.ts'

const root = path.resolve(process.argv[2] ?? '.')
const skippedFolder = /^(\.(?!github$).*|node_modules|dist|test-results|playwright-report)$/
const repositoryPath =
  /^(?:app|client|contract|demo|deploy|docs|domain|features|migrations|server|starters|test|tools|trials|web|\.github)\/[\w./*@-]*$/
const link = /\[(?:[^\]\\]|\\.)*\]\(([^)\s]+)\)/g
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts?: Record<string, string>
}
const scripts = Object.keys(manifest.scripts ?? {})
const textFile = /\.(tsx?|m?js|ya?ml|json|service|conf|example|sh|html)$|(^|\/)Dockerfile$/
/** Contains unknown scripts on purpose. */
const ownTest = 'tools/check-docs.test.ts'
const allFiles = filesBelow('')
const files = allFiles.filter((name) => name.endsWith('.md'))
const otherTexts = allFiles.filter((name) => textFile.test(name) && name !== ownTest)
const findMissingNames = namesOf(root, allFiles)
const faults = [
  ...files.flatMap(faultsOf),
  ...otherTexts.flatMap(unknownCommands),
  ...unlistedDecisions(),
]
console.log(faults.join('\n') || `${files.length} documents, no broken link or path`)
process.exitCode = faults.length > 0 ? 1 : 0

function filesBelow(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolder.test(entry.name) ? [] : filesBelow(name)
    return [name]
  })
}

function faultsOf(file: string): string[] {
  let isFenced = false
  return textOf(file)
    .split('\n')
    .flatMap((line, index) => {
      if (/^\s*```/.test(line)) isFenced = !isFenced
      const broken = isFenced ? [] : [...brokenLinks(file, line), ...missingPaths(line)]
      const names = isFenced ? [] : findMissingNames(file, line)
      return [...new Set([...broken, ...names, ...faultsOfCommands(line, scripts)])].map(
        (fault) => `${file}:${index + 1} ${fault}`,
      )
    })
}

function brokenLinks(file: string, line: string): string[] {
  return [...line.replaceAll(/`[^`]*`/g, '').matchAll(link)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [name = '', anchor] = target.split('#')
    const to = name === '' ? file : path.posix.join(path.posix.dirname(file), decodeURI(name))
    if (!fs.existsSync(path.join(root, to))) return [`links to ${to}, which does not exist`]
    if (anchor === undefined || !to.endsWith('.md') || anchorsOf(to).has(anchor)) return []
    return [`links to #${anchor}, which ${to} does not have`]
  })
}

function missingPaths(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)]
    .map(([, text = '']) => text.replace(/:\d+$/, ''))
    .filter((text) => repositoryPath.test(text) && fs.globSync(text, { cwd: root }).length === 0)
    .map((text) => `names ${text}, which does not exist`)
}

function unknownCommands(file: string): string[] {
  const text = textOf(file)
  if (!text.includes('npm run') && !text.includes('commands/main.ts')) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      faultsOfCommands(line, scripts).map((fault) => `${file}:${index + 1} ${fault}`),
    )
}

/** Returns decision records that the index does not list with their title. */
function unlistedDecisions(): string[] {
  const folder = 'docs/decisions/'
  const records = files.filter((name) => name.startsWith(`${folder}0`))
  const index = records.length > 0 ? textOf(`${folder}README.md`) : ''
  return records
    .map((name) => {
      const title = textOf(name).split('\n')[0]?.replace(/^# /, '')
      return `[${title}](${name.slice(folder.length)})`
    })
    .filter((entry) => !index.includes(entry))
    .map((entry) => `${folder}README.md does not list ${entry}`)
}

/** Returns the anchors that GitHub generates for the headings. */
function anchorsOf(file: string): Set<string> {
  const seen = new Map<string, number>()
  const outsideFences = textOf(file).replaceAll(/^\s*```[^]*?^\s*```/gm, '')
  const headings = outsideFences.matchAll(/^#{1,6}\s+(.*?)\s*$/gm)
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-')
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    }),
  )
}

function textOf(file: string): string {
  return fs.readFileSync(path.join(root, file), 'utf8')
}
