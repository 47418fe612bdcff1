import fs from 'node:fs'
import { closestNames, unknownName } from '../../tools/unknown-name.ts'

export type Selection = {
  files: string[]
  /** The programs of test/capabilities/, which share one product. */
  capabilities: string[]
  journeys: string[]
  /** The words of titles; empty selects every test of the files and journeys. */
  titles: string[]
}

const excluded = ['**/node_modules', 'dist', 'test/e2e', 'test/capabilities', 'trials/journeys']
const titleOfTest = /\btest(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs

/**
 * Selects by parts of paths. A `*.trial.ts` file is selected only if no other file matches. Words that no path contains
 * select by title. Throws UnknownTest if no title contains them either.
 */
export function selectTests(
  patterns: readonly string[],
  { ending, hasAllJourneys }: { ending: 'test' | 'trial'; hasAllJourneys: boolean },
): Selection {
  const trials = fs.globSync('**/*.trial.ts', { exclude: excluded })
  const files = ending === 'trial' ? trials : fs.globSync('**/*.test.ts', { exclude: excluded })
  const folders = ['test/e2e']
  if (hasAllJourneys || patterns.length > 0) folders.push('trials/journeys')
  const specs = folders.map((folder) => `${folder}/**/*.spec.ts`)
  const journeys = ending === 'test' ? fs.globSync(specs) : []
  const capabilities = ending === 'test' ? fs.globSync('test/capabilities/*.test.ts') : []
  if (patterns.length === 0) return { files, capabilities, journeys, titles: [] }
  const first = [...files, ...capabilities, ...journeys]
  const withPath = (part: string) => {
    const matches = first.filter((file) => file.includes(part))
    return matches.length > 0 ? matches : trials.filter((file) => file.includes(part))
  }
  const isTitle = patterns.some((part) => withPath(part).length === 0)
  const words = patterns.join(' ')
  const all = [...new Set([...first, ...trials])]
  const selected = isTitle
    ? all.filter((file) => titlesIn(file).some((title) => isAbout(title, words)))
    : patterns.flatMap(withPath)
  if (selected.length === 0) throw new UnknownTest(explain(words, all))
  const among = (some: readonly string[]) => some.filter((file) => selected.includes(file))
  return {
    files: among([...new Set([...files, ...trials])]),
    capabilities: among(capabilities),
    journeys: among(journeys),
    titles: isTitle ? [words] : [],
  }
}

export class UnknownTest extends Error {}

function explain(words: string, files: readonly string[]): string {
  if (!words.includes(' ')) return unknownName('test file or title', words, files)
  const titles = closestNames(words, files.flatMap(titlesIn)).map((title) => `"${title}"`)
  return `There is no test with the title "${words}". The closest: ${titles.join(', ')}.`
}

function titlesIn(file: string): string[] {
  const text = fs.readFileSync(file, 'utf8')
  return [...text.matchAll(titleOfTest)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
}

function isAbout(title: string, words: string): boolean {
  return title.toLowerCase().includes(words.toLowerCase())
}
