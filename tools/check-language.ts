import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/** Refuses, in comments, test titles and documents, the openings and phrases of CONTRIBUTING, "Language". */

const isCode = /\.(?:ts|tsx|js|mjs)$/
const isDocument = /\.md$/
/** Released files, documents that quote texts of screens, and files generated from notes for translators. */
const skipped =
  /^(?:CHANGELOG\.md|migrations\/|tools\/released\/|docs\/(?:errors|compliance|security|glossary)\.md)|\/texts\/messages\.ts$/

/** First words that a doc comment of a function, field or type must not have. */
const refusedOpenings =
  /^(?:Of|What|Whatever|Whether|Where|When|Who|Whom|Whose|Which|How|Why|Those|These|Such|So|One|Ones|Not|Like|It|Its|They|Their|Them|This|That|The same|Also|As|By|In|On|From|For|With|Without|Before|After|Until|Since|If|Because|Nobody|Nothing|Somebody|Something|Everybody|Everything|Whoever|Only)\b/

/** Each phrase with what is written in its place. */
const refusedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bat once\b/gi, 'concurrently, or immediately'],
  [/\b(?:not|n't|no|nobody|nothing|never|neither)\b[^.;:!?]{0,60}\bany ?more\b/gi, 'no longer'],
  [/\banew\b/gi, 'again'],
  [/\b(?:is|are|was|were) over\b/gi, 'ends, expires, or wait for … to finish'],
  [/\b(?:some|no)body(?:'s)?\b/gi, 'user, admin, requester, approver'],
  [/\b(?:tells?|telling|told)\b(?! apart)/gi, 'notify, report, show'],
  [
    /\bstands? (?:in|at|on|there|here|for|beside|before|below|above|as|under|with)\b/gi,
    'is in, contains',
  ],
  [/\bnoughts?\b/gi, 'zeros'],
]

/** Places that keep a refused phrase, each with its reason. */
const allowed: readonly { file: string; phrase: string; why: string }[] = [
  { file: 'tools/check-language.ts', phrase: '*', why: 'holds the list itself' },
]

type Fault = { file: string; line: number; text: string; hint: string }

const folders = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => (isCode.test(file) || isDocument.test(file)) && !skipped.test(file))
const faults = files.flatMap(faultsOf).filter((fault) => !isAllowed(fault))
for (const { file, line, text, hint } of faults) console.log(`${file}:${line} "${text}": ${hint}`)
console.log(`${files.length} files, ${faults.length} places`)
process.exitCode = faults.length > 0 ? 1 : 0

function isAllowed({ file, text }: Fault): boolean {
  return allowed.some((each) => each.file === file && (each.phrase === '*' || each.phrase === text))
}

function faultsOf(file: string): Fault[] {
  const source = fs.readFileSync(file, 'utf8')
  if (isDocument.test(file)) return phrasesIn(file, proseOfDocument(source))
  return [...openingsIn(file, source), ...phrasesIn(file, proseOfCode(source))]
}

function openingsIn(file: string, source: string): Fault[] {
  return [...source.matchAll(/\/\*\*[\s*]*([^\n]*)/g)].flatMap(({ 1: text = '', index }) => {
    const opening = refusedOpenings.exec(text)?.[0]
    const hint = 'a doc comment begins with a third-person verb or a phrase'
    return opening ? [{ file, line: lineAt(source, index), text: opening, hint }] : []
  })
}

function phrasesIn(file: string, prose: string): Fault[] {
  return refusedPhrases.flatMap(([phrase, hint]) =>
    [...prose.matchAll(phrase)].map(({ 0: text, index }) => ({
      file,
      line: lineAt(prose, index),
      text,
      hint,
    })),
  )
}

/** Blanks everything but comments and the titles of tests, so that positions stay. */
function proseOfCode(source: string): string {
  const kept =
    /(?<![:'"`\w])\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=\b(?:test|it|suite|describe|step)(?:\.\w+)*\(\s*)(?:'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*")/g
  return keepOnly(source, kept)
}

/** Blanks code and quotations of a document. */
function proseOfDocument(source: string): string {
  return source.replace(/```[\s\S]*?```|`[^`\n]*`|"[^"\n]*"|\*[^*\n]+\*/g, blank)
}

function keepOnly(source: string, kept: RegExp): string {
  let result = ''
  let end = 0
  for (const { 0: part, index } of source.matchAll(kept)) {
    result += blank(source.slice(end, index)) + part
    end = index + part.length
  }
  return result + blank(source.slice(end))
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}
