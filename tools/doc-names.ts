import fs from 'node:fs'
import path from 'node:path'

/** Documents about the past, which may use former names. */
const history = /^CHANGELOG\.md$|^docs\/decisions\//
/** Documents for contributors: names in backticks must be in the sources. */
const forContributors = /^(README|CONTRIBUTING|docs\/(index|architecture|how-to\/[\w-]+))\.md$/
const sourcePattern = /\.(?:tsx?|mjs|sql|css|ya?ml)$/
const commentPattern = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** Matches text that looks like the path of a file in the tree. */
const filePattern =
  /^(?:…\/)?(?!\.|\/|test-results\/)[\w./-]*\w\.(?:tsx?|mjs|sql|css|md|ya?ml|json|conf)$/
/** Matches names in camel case, also as a call: `recordAudit`, `audit({ … })`. The placeholder `findX` is skipped. */
const identifierPattern = /^([a-z]+(?!X\b)[A-Z]\w*)(?:\(.*\))?$/
/** Phrases that claim that a file contains a name. */
const claimPatterns = [
  /`(?<name>[a-z]\w{2,})`(?: \(| in | of )`(?<file>[\w./-]+\.tsx?)`/g,
  /`(?<file>[\w./-]+\.tsx?)`(?:,|:) `(?<name>[a-z]\w{2,})`/g,
]

/** Returns a function that lists the names in a line of a document that the tree does not have. */
export function namesOf(root: string, files: readonly string[]) {
  const wordsByFile = new Map<string, Set<string>>()
  const wordsOf = (name: string) => {
    const words = wordsByFile.get(name) ?? readWords(path.join(root, name))
    wordsByFile.set(name, words)
    return words
  }
  const sources = files.filter((name) => sourcePattern.test(name))
  const filesAt = (end: string) => files.filter((name) => name === end || name.endsWith(`/${end}`))
  const isKnown = (name: string) => sources.some((each) => wordsOf(each).has(name))

  return (document: string, line: string): string[] => {
    if (history.test(document)) return []
    const quoted = [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
    const missing = quoted
      .map((text) => text.replace(/:\d+$/, ''))
      .filter((text) => filePattern.test(text) && filesAt(text.replace('…/', '')).length === 0)
      .map((text) => `names ${text}, which does not exist`)
    if (!forContributors.test(document)) return missing
    const unknown = quoted
      .map((text) => identifierPattern.exec(text)?.[1])
      .filter((name) => name !== undefined && !isKnown(name))
      .map((name) => `names ${name}, which no source has`)
    const elsewhere = claimPatterns
      .flatMap((pattern) => [...line.matchAll(pattern)])
      .map(({ groups }) => ({ name: groups?.['name'] ?? '', file: groups?.['file'] ?? '' }))
      .filter((each) => !filesAt(each.file).some((name) => wordsOf(name).has(each.name)))
      .map((each) => `names ${each.name} in ${each.file}, which does not have it`)
    return [...missing, ...unknown, ...elsewhere]
  }
}

function readWords(name: string): Set<string> {
  const text = fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : ''
  return new Set(text.replaceAll(commentPattern, '').match(/\w+/g))
}
