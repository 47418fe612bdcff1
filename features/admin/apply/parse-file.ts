import { isMap, isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import { FileError, type ConfigurationFile, type Path } from './configuration-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Parses YAML 1.2, a superset of JSON. Replaces `${NAME}` in strings with the variable of `env`. Throws a FileError
 * that lists every syntax error and every variable that is not set.
 */
export function parseFile(name: string, text: string, env: Environment): ConfigurationFile {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false })
  const withPosition = (offset: number, sentence: string) => {
    const { line, col } = lineCounter.linePos(offset)
    return `${name}:${line}:${col} ${sentence}`
  }
  const syntaxErrors = document.errors.map(({ pos, message }) => ({
    offset: pos[0],
    sentence: sentenceOf(message),
  }))
  const faults = [...syntaxErrors, ...replaceVariables(document, env)]
  const lines = faults.map(({ offset, sentence }) => withPosition(offset, sentence))
  if (lines.length > 0) throw new FileError(lines)
  return {
    name,
    value: valueOf(name, document),
    describe: ({ path, sentence }) => withPosition(offsetOf(document, path), sentence),
  }
}

function valueOf(name: string, document: Document): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // The library refuses to resolve aliases whose values multiply.
    if (error instanceof ReferenceError)
      throw new FileError([`${name}: ${sentenceOf(error.message)}`])
    throw error
  }
}

function sentenceOf(message: string): string {
  if (message.startsWith('Map keys must be unique')) return 'This name stands here twice.'
  return message.endsWith('.') ? message : `${message}.`
}

/** Replaces `${NAME}` in strings with the variable, and `$${` with `${`. */
function replaceVariables(document: Document, env: Environment) {
  const faults: { offset: number; sentence: string }[] = []
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== 'string') return
      const reference = /\$\$\{|\$\{([A-Za-z_]\w*)\}/g
      node.value = node.value.replaceAll(reference, (match: string, name?: string) => {
        if (name === undefined) return '${'
        const value = env[name]
        if (value !== undefined) return value
        const sentence = `The environment variable ${name} is not set.`
        faults.push({ offset: node.range?.[0] ?? 0, sentence })
        return match
      })
    },
  })
  return faults
}

/** Returns the offset of the field or list item at a path; if it is missing, that of its closest parent. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const name = path[length - 1]
    const parent: unknown =
      length > 1 ? document.getIn(path.slice(0, length - 1), true) : document.contents
    const pairs = isMap(parent) ? parent.items : []
    const key = pairs.map((pair) => pair.key).find((each) => isScalar(each) && each.value === name)
    const node = key ?? document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}
