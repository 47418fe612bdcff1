import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { wordsBelow } from './words/sources.ts'
import { exportWords, importWords } from './words/translations.ts'

const root = path.resolve(import.meta.dirname, '..')
const place = fs.mkdtempSync(path.join(tmpdir(), 'words-'))
after(() => fs.rmSync(place, { recursive: true }))

test('SC-16 exporting all texts and importing them again changes no byte', () => {
  const copy = copyOfWords('whole')
  const before = bytesOf(copy)
  const [arabic = ''] = exportWords(copy, folderOf('whole'))
  equal(fs.readFileSync(arabic, 'utf8').match(/^msgctxt /gm)?.length, wordsBelow(root).length)
  deepEqual(importWords(copy, folderOf('whole')), { changed: [], count: 0 })
  deepEqual(bytesOf(copy), before)
})

test('SC-16 translators’ changes are written into the sources, and undoing them restores every byte', () => {
  const copy = copyOfWords('changed')
  const before = bytesOf(copy)
  const names = exportWords(copy, folderOf('changed'))
  const originals = names.map((name) => fs.readFileSync(name, 'utf8'))
  for (const [index, name] of names.entries()) {
    const other = originals[index]?.replaceAll(/^(msgstr(?:\[\d\])? ")(?=[^"])/gm, `$1'\\"`)
    fs.writeFileSync(name, other ?? '')
  }
  const imported = importWords(copy, folderOf('changed'))
  ok('count' in imported && imported.count > wordsBelow(root).length * 3)
  ok(wordsBelow(copy).every(({ texts }) => JSON.stringify(texts.zh).includes(`'`)))

  for (const [index, name] of names.entries()) fs.writeFileSync(name, originals[index] ?? '')
  importWords(copy, folderOf('changed'))
  fs.copyFileSync(path.join(root, '.oxfmtrc.json'), path.join(copy, '.oxfmtrc.json'))
  const formatter = path.join(root, 'node_modules', '.bin', 'oxfmt')
  equal(spawnSync(formatter, ['.'], { cwd: copy }).status, 0)
  deepEqual(bytesOf(copy), before)
})

for (const [what, broken, message] of [
  [
    'an unknown word',
    [/sign-in\/messages.ts messages title/, 'sign-in/messages.ts messages tilte'],
    /zh\.po:\d+ .*tilte: the portal has no such text/,
  ],
  [
    'a missing text',
    [/#: features\/account\/sign-in\/messages.ts:.*\nmsgctxt ".*messages title"\n.*\n.*\n/, ''],
    /zh\.po:\d+ features\/account\/sign-in\/messages\.ts messages title is missing/,
  ],
  [
    'an unknown placeholder',
    [/(msgid ".*\{platform\}.*"\nmsgstr ".*)\{platform\}/, '$1{platforme}'],
    /must have the placeholders .*\{platform\}, but has .*\{platforme\}/,
  ],
  [
    'an empty text',
    [/(msgctxt ".*sign-in\/messages.ts messages title"\nmsgid.*\nmsgstr) .*/, '$1 ""'],
    /zh\.po:\d+ .*messages title: is not translated/,
  ],
  [
    'an outdated English text',
    [/(msgctxt ".*sign-in\/messages.ts messages title"\nmsgid) .*/, '$1 "Sign in"'],
    /the English text has changed/,
  ],
  [
    'an extra plural form',
    [/(msgstr\[0\] .*)/, '$1\nmsgstr[1] "x"'],
    /has 2 forms where zh needs 1/,
  ],
  [
    'a missing quotation mark',
    [/(msgctxt ".*sign-in\/messages.ts messages title"\nmsgid .*\nmsgstr ".*)"\n/, '$1\n'],
    /zh\.po:\d+ cannot be read: msgstr/,
  ],
  [
    'a missing empty line',
    [/(messages title"\nmsgid .*\nmsgstr .*\n)\n(?:#.*\n)+/, '$1'],
    /zh\.po:\d+ msgctxt occurs twice/,
  ],
] as const) {
  test(`SC-16 a file with ${what} is refused with its line number, and nothing is changed`, () => {
    const copy = copyOfWords(what)
    exportWords(copy, folderOf(what))
    const name = path.join(folderOf(what), 'zh.po')
    const text = fs.readFileSync(name, 'utf8')
    fs.writeFileSync(
      name,
      text.replace(/(msgid "Log in"\nmsgstr ").*"/, '$1登入"').replace(broken[0], broken[1]),
    )
    const before = bytesOf(copy)
    const imported = importWords(copy, folderOf(what))
    ok('faults' in imported, 'the file was accepted')
    match(imported.faults.join('\n'), message)
    deepEqual(bytesOf(copy), before)
  })
}

test('SC-16 a folder without such files, or with a file of an unknown language, is refused', () => {
  deepEqual(importWords(root, path.join(place, 'nowhere')), {
    faults: [`${path.join(place, 'nowhere')} contains no file such as ar.po`],
  })
  fs.mkdirSync(folderOf('german'))
  fs.writeFileSync(path.join(folderOf('german'), 'de.po'), '')
  deepEqual(importWords(root, folderOf('german')), {
    faults: ['de.po: de is not a language of the portal'],
  })
})

function folderOf(name: string): string {
  return path.join(place, `${name} files`)
}

function copyOfWords(name: string): string {
  const copy = path.join(place, name)
  for (const file of filesOfWords()) {
    fs.mkdirSync(path.join(copy, path.dirname(file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(copy, file))
  }
  return copy
}

function filesOfWords(): string[] {
  return [...new Set(wordsBelow(root).map(({ file }) => file))]
}

function bytesOf(copy: string): Record<string, string> {
  const read = (file: string) => fs.readFileSync(path.join(copy, file), 'utf8')
  return Object.fromEntries(filesOfWords().map((file) => [file, read(file)]))
}
