import fs from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { locales, type Locale } from '../../contract/locale.ts'

/** A text and its position in the file; `start` and `end` include the quotation marks. */
export type Literal = { text: string; start: number; end: number }
/** A text, or the forms of a counted text. */
export type Text = Literal | Record<string, Literal>

export type Word = {
  /** The identifier of the text: file, table and key. */
  context: string
  file: string
  line: number
  texts: Record<Locale, Text>
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Property = { key: { name?: string; value?: string }; value: Node }

const wordFiles = '{app,features,web}/**/*messages.ts'

export function isLiteral(text: Text): text is Literal {
  return typeof text['text'] === 'string'
}

/** Returns every text of the product below this folder, in the order of files and lines. */
export function wordsBelow(root: string): Word[] {
  return fs
    .globSync(wordFiles, { cwd: root })
    .toSorted()
    .flatMap((file) => wordsOf(file, fs.readFileSync(path.join(root, file), 'utf8')))
}

function wordsOf(file: string, source: string): Word[] {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }
  return body
    .flatMap((statement) => tablesOf(statement))
    .flatMap(({ name, call }) => {
      const [english, others] = call['arguments'] as [Node, Node]
      const tables = new Map<string, Map<string, Node>>([
        ['en', valuesOf(english)],
        ...[...valuesOf(others)].map(([locale, table]) => [locale, valuesOf(table)] as const),
      ])
      return [...valuesOf(english)].map(([key, node]): Word => {
        const texts = locales.map((locale) => [locale, textOf(tables.get(locale)?.get(key), file)])
        return {
          context: `${file} ${name} ${key}`,
          file,
          line: source.slice(0, node.start).split('\n').length,
          texts: Object.fromEntries(texts) as Word['texts'],
        }
      })
    })
}

/** Finds `export const name = defineMessages({ … }, { … })`. */
function tablesOf(statement: Node): { name: string; call: Node }[] {
  if (statement.type !== 'ExportNamedDeclaration') return []
  const { declarations = [] } = (statement['declaration'] ?? {}) as { declarations?: Node[] }
  return declarations.flatMap(({ id, init }) => {
    const call = init as Node | null
    const callee = call?.['callee'] as { name?: string } | undefined
    return callee?.name === 'defineMessages'
      ? [{ name: (id as { name: string }).name, call: call! }]
      : []
  })
}

function valuesOf(node: Node): Map<string, Node> {
  const properties = (node['properties'] ?? []) as Property[]
  return new Map(properties.map(({ key, value }) => [key.name ?? String(key.value), value]))
}

function textOf(node: Node | undefined, file: string): Text {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') {
    return { text: node['value'], start: node.start, end: node.end }
  }
  if (node?.type !== 'ObjectExpression')
    throw new Error(`${file} contains a message that is not a text`)
  const forms = [...valuesOf(node)].map(([form, each]) => [form, textOf(each, file)])
  return Object.fromEntries(forms) as Record<string, Literal>
}

export type Change = { file: string; literal: Literal; text: string }

/** Replaces texts in their files; returns the names of the changed files. */
export function writeChanges(root: string, changes: readonly Change[]): string[] {
  const byFile = Map.groupBy(changes, ({ file }) => file)
  for (const [file, own] of byFile) {
    const name = path.join(root, file)
    let source = fs.readFileSync(name, 'utf8')
    for (const { literal, text } of own.toSorted((a, b) => b.literal.start - a.literal.start)) {
      source = source.slice(0, literal.start) + quoted(text) + source.slice(literal.end)
    }
    fs.writeFileSync(name, source)
  }
  return [...byFile.keys()]
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
