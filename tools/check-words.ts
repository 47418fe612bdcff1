import fs from 'node:fs'
import path from 'node:path'

/** Refuses words that the project has replaced: see CONTRIBUTING, "Words". */

const isCode = /\.(ts|tsx|js|mjs|jsx)$/
const isDocument = /\.md$/

/** Words that are refused everywhere, as words of a sentence and as parts of an identifier (`herAddress`). */
const refusedWords =
  /^(whoever|deeds?|nouns?|she|hers?|disown\w*|sealed anew|turned away|told to come back)$/
/** Words that are refused in comments, documents, messages and titles; `Math.floor` and SQL's `floor()` pass. */
const refusedInProse = /\b(house|floor|walls)\b(?!\()/gi

/** Former names, their replacements, and the files where they are refused: all, unless a pattern is given. */
const formerNames: [name: string, instead: string, place?: RegExp][] = [
  ['Guess', 'CredentialCheck'],
  ['takeGuess', 'consumeRateLimit'],
  ['giveBackGuess', 'refundAttempts'],
  ['lookAt', 'isLockedOut', /^domain\//],
  ['noteWrongGuess', 'recordFailure'],
  ['isHeld', 'isLockedOut', /^domain\/|^features\/account\/.*(?<!\.tsx)$/],
  ['together(?=\\()', 'createBatchLoader', isCode],
  ['createTurns', 'createConcurrencyLimit'],
  ['watchTheDoor', 'registerRequestHooks'],
  ['turnAway', 'shed'],
  ['onTrail', 'runWithContext'],
  ['present(?=\\()', 'currentRequest', /^features\/platforms\/single-sign-on\//],
  ['admit(?=\\()', 'authorize', isCode],
  ['useLink', 'consumeLink'],
  ['useRecoveryCode(?=\\()', 'consumeRecoveryCode'],
  ['useLetterhead', 'a parameter'],
  ['useOneSession', 'bindToPortalSession'],
  ['firstParts', 'vendorChunks'],
  ['speak(?=\\()', 'loadLocale', isCode],
  ['learn(?=\\()', 'registerMessages', isCode],
  ['say(?= = )', 'messages', isCode],
  ['sayDone', 'showSnackbar'],
  ['afterPress', 'afterPointerUp'],
  ['holdsTyped', 'hasUnsavedInput'],
  ['letIn', 'platformAccessCheck'],
  ['mayEnter', 'platformAccessCheck'],
  ['EntryState', 'PlatformAccessState'],
  ['platform_entries', 'platform_access'],
  ['tellPlatform', 'deliverLogoutNotification'],
  ['findUntold', 'findPending'],
  ['markTold', 'markDelivered'],
  ['told_at', 'delivered_at'],
  ['tidy(?=\\()', 'purgeExpired', isCode],
  ['forgetOld', 'purgeExpired'],
  ['forgetLinks', 'deleteExpiredLinks'],
  ['KEEP_[A-Z_]+', 'RETENTION_…'],
  ['isProven', 'isVerified'],
  ['proven_at', 'verified_at'],
  ['markProven', 'markVerified'],
  ['withFreshCode', 'requireStepUp'],
  ['NotConfirmed', 'StepUpCancelled'],
  ['aUser', 'addUser'],
  // Documents are in American English; app/words.test.ts checks the screens.
  ['[Cc]olours?', 'color', isDocument],
  ['[Bb]ehaviours?', 'behavior', isDocument],
  ['[Rr]ecognis(?:e[sd]?|ing)', 'recognize', isDocument],
  ['[Oo]rganisations?', 'organization', isDocument],
  ['[Cc]ancell(?:ed|ing)', 'canceled', isDocument],
  ['[Gg]reys?', 'gray', isDocument],
  ['[Ll]icences?', 'license', isDocument],
]

const formerFiles =
  /(^|[/\s`'"(])(domain\/(counter|guess|entry|vault)|server\/(together|turns|door|trail|forgery|admit|running|batches|primary)|single-sign-on\/(presence|entry)|(app\/)?web\/(in-turn|begin|spoken|press|typed|later)|(test\/)?deeds-[\w*-]+|tools\/check-walls)\.tsx?\b/g

/** Places that may use a refused word, each with its reason. */
const allowed: { file: string; word: string; why: string }[] = [
  { file: 'tools/check-words.ts', word: '*', why: 'holds the list itself' },
  { file: 'tools/check-words.test.ts', word: '*', why: 'plants refused words' },
  { file: 'docs/glossary.md', word: '*', why: 'lists refused words of texts' },
  { file: 'docs/errors.md', word: 'licence', why: 'is French in texts of five languages' },
  { file: 'tools/check-language.ts', word: 'whoever', why: 'holds a list of refused words' },
]

/** Comments, and strings of more than one word. */
const prose = /(?<!:)\/\/.*|\/\*.*|^\s*\*.*|'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`/g
const skippedFolder = /^(\..*|node_modules|dist|test-results|playwright-report)$/
const isText =
  /\.(ts|tsx|js|mjs|jsx|css|sql|md|json|ya?ml|sh|conf|html|service|timer|example)$|(^|\/)[A-Z][A-Za-z]+$/
const root = path.resolve(process.argv[2] ?? '.')

type Place = { file: string; line: number; word: string; hint: string }

const files = filesBelow('').filter(
  (name) => isText.test(name) && !name.endsWith('package-lock.json'),
)
const used = new Set<string>()
const places = files.flatMap(placesIn).filter((place) => !isAllowed(place))
const faults = places.map(({ file, line, word, hint }) => `${file}:${line} "${word}"${hint}`)
for (const { file, word } of allowed) {
  if (process.argv[2] === undefined && !used.has(`${file} ${word}`))
    faults.push(`tools/check-words.ts: the exception for "${word}" in ${file} is not needed`)
}
console.log(faults.join('\n') || `${files.length} files, no refused word`)
process.exitCode = faults.length > 0 ? 1 : 0

function filesBelow(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return skippedFolder.test(entry.name) ? [] : filesBelow(name)
    return [name]
  })
}

function placesIn(file: string): Place[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const named = [...file.matchAll(formerFiles)].map(() => ({ line: 1, word: file, hint: '' }))
  const inText = isCode.test(file) ? inProse(text, proseOf) : inProse(text)
  return [...named, ...inWords(text), ...inNames(file, text), ...inText].map((place) => ({
    file,
    ...place,
  }))
}

type PlaceInFile = Omit<Place, 'file'>

/** Finds words across line ends and comment marks: "turned" at the end of one line, "away" on the next. */
function inWords(text: string): PlaceInFile[] {
  // This path of the API cannot change.
  const plain = text.replaceAll('/disown', '/------')
  const words = [...plain.matchAll(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu)]
  // Refused phrases have one, two or four words.
  return words.flatMap(({ index }, at) =>
    [1, 2, 4].flatMap((length) => {
      const phrase = words.slice(at, at + length).map(([word]) => word.toLowerCase())
      const word = phrase.join(' ')
      return phrase.length === length && refusedWords.test(word)
        ? [{ line: lineAt(text, index), word, hint: '' }]
        : []
    }),
  )
}

function inNames(file: string, text: string): PlaceInFile[] {
  const formerIdentifiers = formerNames.flatMap(([name, instead, place]) => {
    if (place && !place.test(file)) return []
    return [...text.matchAll(new RegExp(`(?<![\\w.-])${name}(?!\\w)`, 'g'))].map((match) => ({
      line: lineAt(text, match.index),
      word: match[0],
      hint: `: ${instead}`,
    }))
  })
  const mentioned = [...text.matchAll(formerFiles)].map(({ index, 0: word }) => ({
    line: lineAt(text, index),
    word: word.replace(/^[^\w]/, ''),
    hint: ': the file has another name',
  }))
  return [...formerIdentifiers, ...mentioned]
}

function inProse(text: string, proseIn: (line: string) => string = (line) => line): PlaceInFile[] {
  return text.split('\n').flatMap((line, at) => {
    const matches = [...proseIn(line).matchAll(refusedInProse)]
    return matches.map(([word]) => ({ line: at + 1, word, hint: '' }))
  })
}

function proseOf(line: string): string {
  return [...line.matchAll(prose)].map(([part]) => part).join(' ')
}

function isAllowed({ file, word }: Place): boolean {
  const exception = allowed.find(
    (each) => each.file === file && (each.word === '*' || each.word === word),
  )
  if (exception) used.add(`${exception.file} ${exception.word}`)
  return exception !== undefined
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
