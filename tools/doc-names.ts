import fs from 'node:fs'
import path from 'node:path'

/** Documents about the past, which may use former names. */
const history = /^CHANGELOG\.md$|^docs\/decisions\//
/** Documents for contributors: names in backticks must be in the sources. */
const forContributors = /^(README|CONTRIBUTING|docs\/(index|architecture|how-to\/[\w-]+))\.md$/
const source = /\.(?:tsx?|mjs|sql|css|ya?ml)$/
const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm
const file = /^(?:…\/)?(?!\.|\/|test-results\/)[\w./-]*\w\.(?:tsx?|mjs|sql|css|md|ya?ml|json|conf)$/
/** Names in camel case, also as a call: `recordAudit`, `audit({ … })`. `findX` is a placeholder and is skipped. */
const identifier = /^([a-z]+(?!X\b)[A-Z]\w*)(?:\(.*\))?$/
const inFile = [
  /`(?<name>[a-z]\w{2,})`(?: \(| in | of )`(?<file>[\w./-]+\.tsx?)`/g,
  /`(?<file>[\w./-]+\.tsx?)`(?:,|:) `(?<name>[a-z]\w{2,})`/g,
]

/** Returns a function that lists the names in a line of a document that the tree does not have. */
export function namesOf(root: string, files: readonly string[]) {
  const words = new Map<string, Set<string>>()
  const wordsOf = (name: string) => {
    const fileWords = words.get(name) ?? readWords(path.join(root, name))
    words.set(name, fileWords)
    return fileWords
  }
  const sources = files.filter((name) => source.test(name))
  const named = (text: string) => files.filter((name) => name === text || name.endsWith(`/${text}`))
  const isKnown = (name: string) => sources.some((each) => wordsOf(each).has(name))

  return (document: string, line: string): string[] => {
    if (history.test(document)) return []
    const texts = [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
    const missing = texts
      .map((text) => text.replace(/:\d+$/, ''))
      .filter((text) => file.test(text) && named(text.replace('…/', '')).length === 0)
      .map((text) => `names ${text}, which does not exist`)
    if (!forContributors.test(document)) return missing
    const unknown = texts
      .map((text) => identifier.exec(text)?.[1])
      .filter((name) => name !== undefined && !isKnown(name))
      .map((name) => `names ${name}, which no source has`)
    const elsewhere = inFile
      .flatMap((pattern) => [...line.matchAll(pattern)])
      .map(({ groups }) => ({ name: groups?.['name'] ?? '', file: groups?.['file'] ?? '' }))
      .filter((each) => !named(each.file).some((name) => wordsOf(name).has(each.name)))
      .map((each) => `names ${each.name} in ${each.file}, which does not have it`)
    return [...missing, ...unknown, ...elsewhere]
  }
}

function readWords(name: string): Set<string> {
  const text = fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : ''
  return new Set(text.replaceAll(comment, '').match(/\w+/g))
}
