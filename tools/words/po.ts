/** A text of a translation file; a counted text has several forms. */
export type Entry = {
  context: string
  english: string
  plural?: string | undefined
  translations: string[]
  line: number
}

export type Fault = { line: number; message: string }

type Comments = { note?: string | undefined; place: string }

const aLine = /^(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?)?\s*("(?:[^"\\]|\\.)*")$/

/** Returns an entry in the format that translation editors read (GNU gettext manual, "The Format of PO Files"). */
export function formatEntry(entry: Omit<Entry, 'line'>, { note, place }: Comments): string {
  const { context, english, plural, translations } = entry
  const forms = plural === undefined ? [] : [`msgid_plural ${quote(plural)}`]
  return [
    ...(note === undefined ? [] : [`#. ${note}`]),
    `#: ${place}`,
    `msgctxt ${quote(context)}`,
    `msgid ${quote(english)}`,
    ...forms,
    ...translations.map(
      (text, index) => `msgstr${plural === undefined ? '' : `[${index}]`} ${quote(text)}`,
    ),
  ].join('\n')
}

export function quote(text: string): string {
  return JSON.stringify(text)
}

type Fields = { line: number; texts: Map<string, string> }

/** Returns the entries of a file, and the lines that cannot be read. */
export function read(text: string): { entries: Entry[]; faults: Fault[] } {
  const faults: Fault[] = []
  const blocks: Fields[] = []
  let fields: Fields | undefined
  let last = ''
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) {
      fields = undefined
      continue
    }
    const [, name, , value] = aLine.exec(line) ?? []
    const content = value === undefined ? undefined : unquoted(value)
    if (content === undefined || (name === undefined && !fields)) {
      faults.push({ line: index + 1, message: `cannot be read: ${line.slice(0, 60)}` })
      continue
    }
    if (!fields) blocks.push((fields = { line: index + 1, texts: new Map() }))
    if (name !== undefined && fields.texts.has(name))
      faults.push({
        line: index + 1,
        message: `${name} occurs twice: is an empty line missing?`,
      })
    last = name ?? last
    fields.texts.set(last, (name === undefined ? (fields.texts.get(last) ?? '') : '') + content)
  }
  const entries = blocks.flatMap((block) => entryOf(block, faults))
  return { entries, faults }
}

function entryOf({ line, texts }: Fields, faults: Fault[]): Entry[] {
  const english = texts.get('msgid')
  const context = texts.get('msgctxt')
  // The header of the file.
  if (english === '' && context === undefined) return []
  if (english === undefined || context === undefined) {
    faults.push({ line, message: `${english === undefined ? 'msgid' : 'msgctxt'} is missing` })
    return []
  }
  const plural = texts.get('msgid_plural')
  const translations = [...texts]
    .filter(([name]) => name.startsWith('msgstr'))
    .map(([, text]) => text)
  return [{ context, english, plural, translations, line }]
}

function unquoted(text: string): string | undefined {
  try {
    return String(JSON.parse(text))
  } catch {
    return undefined
  }
}
