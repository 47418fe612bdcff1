import { deepEqual, equal, match, ok } from 'node:assert/strict'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { checkTexts } from './texts/check.ts'
import { exportTexts, importTexts } from './texts/arb.ts'
import { readTextFolders } from './texts/files.ts'

const root = path.resolve(import.meta.dirname, '..')
const place = fs.mkdtempSync(path.join(tmpdir(), 'texts-'))
after(() => fs.rmSync(place, { recursive: true }))

const sound = {
  en: {
    title: 'Users',
    removed: '{count, plural, one {# user of {company}} other {# users of {company}}}',
  },
  ar: {
    title: 'المستخدمون',
    removed:
      '{count, plural, zero {لا} one {مستخدم} two {مستخدمان} few {# مستخدمين} many {# مستخدمًا} other {# مستخدم}} {company}',
  },
  fr: { title: 'Utilisateurs', removed: '{company} : {count, plural, one {#} other {#}}' },
  es: { title: 'Usuarios', removed: '{company}: {count, plural, one {#} other {#}}' },
  zh: { title: '用户', removed: '{company}：{count, plural, other {#}}' },
}

type Language = keyof typeof sound
type Planted = Partial<Record<Language, Record<string, string | undefined>>>

test('ER-12 a text without arguments is a string, one with arguments a function of them', () => {
  const folder = plant({})
  ok(check(folder).length > 0)
  deepEqual(check(folder, true), [])
  const types = fs.readFileSync(path.join(folder, 'web/ui/texts/messages.ts'), 'utf8')
  match(
    types,
    /\n {2}title: string\n {2}removed: \(values: \{ count: number; company: Value \}\) => string\n\}>/,
  )
  deepEqual(check(folder), [])
  fs.appendFileSync(path.join(folder, 'web/ui/texts/messages.ts'), ' ')
  deepEqual(check(folder), ['web/ui/texts/messages.ts is stale: npm run generate -- texts'])
})

for (const [what, planted, fault] of [
  ['a key that is missing', { fr: { title: undefined } }, 'fr.json messages title: is missing'],
  [
    'a key that English does not have',
    { zh: { other: '其他' } },
    'zh.json messages other: English does not have this key',
  ],
  ['an empty text', { es: { title: ' ' } }, 'es.json messages title: is empty'],
  [
    'an argument that is missing',
    { zh: { removed: '{count, plural, other {#}}' } },
    'zh.json messages removed: {company} of the English text is missing',
  ],
  [
    'an argument that English does not have',
    { fr: { title: '{name}' } },
    'fr.json messages title: {name} is not in the English text',
  ],
  [
    'an argument of another kind',
    { fr: { removed: '{count} {company}' } },
    'fr.json messages removed: {count} is value, in English number',
  ],
  [
    'a plural form that is missing',
    { ar: { removed: '{company} {count, plural, one {#} other {#}}' } },
    'ar.json messages removed: {count} lacks the form two',
  ],
  [
    'a plural form that the language does not have',
    { zh: { removed: '{company} {count, plural, one {#} other {#}}' } },
    'zh.json messages removed: The plural case one is not valid in this locale at line 1 col 27:',
  ],
  [
    'a brace that is open',
    { en: { title: 'Users {' } },
    'en.json messages title: a brace is not closed, or stands in the text',
  ],
  [
    'a reference to no text',
    { en: { title: '“{@web/ui/messages.save}”' } },
    'en.json messages title: {@web/ui/messages.save} is not a text: write {@folder/group.key}',
  ],
  [
    'a reference to a text with arguments',
    { en: { title: '“{@web/ui/messages.removed}”' } },
    'en.json messages title: {@web/ui/messages.removed} has an argument or a quotation',
  ],
  [
    'a reference to itself',
    { en: { title: '“{@web/ui/messages.title}”' } },
    'en.json messages title: {@web/ui/messages.title} has an argument or a quotation',
  ],
  [
    'a reference that a translation lacks',
    { en: { hint: '“{@web/ui/messages.title}”' }, fr: { hint: '« Utilisateurs »' } },
    'fr.json messages hint: {@web/ui/messages.title} of the English text is missing',
  ],
  [
    'an argument without a note',
    Object.fromEntries(Object.keys(sound).map((locale) => [locale, { title: '{thing}' }])),
    'notes.json messages title: say what {thing} holds',
  ],
] as [string, Planted, string][]) {
  test(`ER-12 ${what} fails the check with file, key and reason`, () => {
    const faults = check(plant(planted), true)
    ok(faults.includes(`web/ui/texts/${fault}`), faults.join('\n'))
  })
}

test('ER-12 a text with references imports the language files of the labels', async () => {
  const hint = '“{@web/ui/messages.title}”'
  const each = { hint, press: '“{@app/web/messages.title}”' }
  const folder = plant({ en: each, ar: each, fr: each, es: each, zh: each })
  fs.cpSync(path.join(folder, 'web/ui/texts'), path.join(folder, 'app/web/texts'), {
    recursive: true,
  })
  deepEqual(check(folder, true), [])
  const types = fs.readFileSync(path.join(folder, 'web/ui/texts/messages.ts'), 'utf8')
  match(types, /import zh1 from '\.\.\/\.\.\/\.\.\/app\/web\/texts\/zh\.json'/)
  match(types, /'app\/web': \{ ar: ar1, .* zh: zh1 \},\n {2}'web\/ui': \{ ar, en, es, fr, zh \},/)
  match(types, /\n {2}hint: string\n/)
  const [ui] = readTextFolders(folder).filter(({ name }) => name.startsWith('web'))
  equal(ui?.languages.fr['messages']?.['press'], '“Utilisateurs”')

  const [english = ''] = exportTexts(folder, `${folder} files`)
  const { web_ui_messages_hint: text, '@web_ui_messages_hint': notes } = read(english)
  equal(text, '“{web_ui_messages_title}”')
  match(JSON.stringify(notes), /"web_ui_messages_title":\{"description":"The label “Users”\."/)
  deepEqual(importTexts(folder, `${folder} files`), { count: 0 })
  change(path.join(`${folder} files`, 'es.arb'), (texts) => ({
    ...texts,
    web_ui_messages_hint: '«Usuarios»',
  }))
  deepEqual(importTexts(folder, `${folder} files`), {
    faults: [
      'es.arb web_ui_messages_hint: {@web/ui/messages.title} of the English text is missing',
    ],
  })
})

test('SC-16 a text that is longer than its note allows is a fault', () => {
  const folder = plant({}, { messages: { title: { max: 8 } } })
  deepEqual(check(folder, true), [
    'web/ui/texts/ar.json messages title: is longer than 8',
    'web/ui/texts/fr.json messages title: is longer than 8',
  ])
})

test('3T24 SC-16 translators’ files hold every text with its notes, and taken back they change no byte', () => {
  const copy = copyOfTexts('whole')
  const before = bytesOf(copy)
  const [english = '', arabic = ''] = exportTexts(copy, folderOf('whole'))
  const notes = read(english)
  const count = Object.keys(read(arabic)).length - 1
  equal(Object.keys(notes).filter((id) => !id.startsWith('@')).length, count)
  ok(count > 4000, String(count))
  match(JSON.stringify(notes['@contract_mailFrameMessages_why']), /Name of the portal/)
  match(
    JSON.stringify(notes['@features_admin_approvals_messages_expires']),
    /In features\/admin\/approvals, messages\..*tomorrow at 16:15/,
  )
  deepEqual(importTexts(copy, folderOf('whole')), { count: 0 })
  deepEqual(bytesOf(copy), before)
})

test('SC-16 an import writes changed texts into the language files, and changing them back restores each byte', () => {
  const copy = copyOfTexts('changed')
  const before = bytesOf(copy)
  const [, arabic = ''] = exportTexts(copy, folderOf('changed'))
  const original = fs.readFileSync(arabic, 'utf8')
  change(arabic, (texts) =>
    Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, `${String(text)}!`])),
  )
  const imported = importTexts(copy, folderOf('changed'))
  ok('count' in imported && imported.count > 4000)
  match(fs.readFileSync(path.join(copy, 'contract/texts/ar.json'), 'utf8'), /المتصفح!/)
  fs.writeFileSync(arabic, original)
  importTexts(copy, folderOf('changed'))
  deepEqual(bytesOf(copy), before)
})

/** A part of the texts without references to others, so that each refusal takes less time. */
const withoutAdmins = /^(?!features\/(admin|company))/
const title = 'features_account_sign_in_messages_title'
for (const [what, broken, said] of [
  ['an unknown text', { [`${title}x`]: 'x' }, `${title}x: the portal has no such text`],
  ['a text that is missing', { [title]: undefined }, `${title}: is missing`],
  ['a text that is empty', { [title]: '' }, `${title}: is empty`],
  [
    'an argument that is lost',
    { contract_mailFrameMessages_why: '访问' },
    'contract_mailFrameMessages_why: {brand} of the English text is missing',
  ],
] as const) {
  test(`SC-16 a file with ${what} is refused, and nothing is changed`, () => {
    const copy = copyOfTexts(what, withoutAdmins)
    exportTexts(copy, folderOf(what))
    change(path.join(folderOf(what), 'zh.arb'), (texts) => ({ ...texts, ...broken }))
    const before = bytesOf(copy)
    const imported = importTexts(copy, folderOf(what))
    ok('faults' in imported, 'it was taken')
    deepEqual(imported.faults, [`zh.arb ${said}`])
    deepEqual(bytesOf(copy), before)
  })
}

test('SC-16 a translation of an English text of before is refused, as is a folder without files', () => {
  const copy = copyOfTexts('stale', withoutAdmins)
  const [english = ''] = exportTexts(copy, folderOf('stale'))
  change(english, (texts) => ({ ...texts, [title]: 'Sign in' }))
  const imported = importTexts(copy, folderOf('stale'))
  ok('faults' in imported)
  match(imported.faults.join('\n'), /the English text has changed: export again/)
  deepEqual(importTexts(root, path.join(place, 'nowhere')), {
    faults: [`${path.join(place, 'nowhere')} has no en.arb`],
  })
})

let planted = 0

function plant(changes: Planted, notes: object = {}): string {
  const folder = path.join(place, `planted ${(planted += 1)}`)
  const texts = path.join(folder, 'web/ui/texts')
  fs.mkdirSync(texts, { recursive: true })
  for (const [locale, group] of Object.entries(sound)) {
    const messages = { ...group, ...changes[locale as Language] }
    fs.writeFileSync(path.join(texts, `${locale}.json`), JSON.stringify({ messages }))
  }
  fs.writeFileSync(path.join(texts, 'notes.json'), JSON.stringify(notes))
  return folder
}

function check(folder: string, isWriting = false): string[] {
  return checkTexts(folder, isWriting).faults
}

function folderOf(name: string): string {
  return path.join(place, `${name} files`)
}

function copyOfTexts(name: string, folders = /(?:)/): string {
  const copy = path.join(place, name)
  for (const { name: folder } of readTextFolders(root).filter((each) => folders.test(each.name)))
    fs.cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  return copy
}

function bytesOf(copy: string): string[] {
  return fs
    .globSync('**/*.json', { cwd: copy })
    .toSorted()
    .map((file) => file + fs.readFileSync(path.join(copy, file), 'utf8'))
}

function read(file: string): Record<string, unknown> {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>
}

function change(
  file: string,
  by: (texts: Record<string, unknown>) => Record<string, unknown>,
): void {
  fs.writeFileSync(file, JSON.stringify(by(read(file))))
}
