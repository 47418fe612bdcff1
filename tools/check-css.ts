import fs from 'node:fs'
import path from 'node:path'

/** Shorthands with four values: top, right, bottom, left. */
const aroundTheBox = /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/
const sided = /(^|-)(left|right)(-|$)/
const valueIsASide =
  /^(text-align|text-align-last|float|clear|caption-side|background-position(-x)?|object-position|transform-origin)$/
const inlineSide =
  /\b(?:margin|padding|border|scrollMargin|scrollPadding)(?:Left|Right)\w*|\bborder(?:Top|Bottom)(?:Left|Right)Radius|\b(?:textAlign|float|clear)\s*[:=]\s*\{?['"](?:left|right)|\bstyle=\{\{[^}]*\b(?:left|right)\s*:/
const aDeclaration = /([\w-]+)\s*:\s*([^;{}]+)(?=[;}])|([^;{}]*)\{/g

const root = path.resolve(process.argv[2] ?? '.')
const files = fs.globSync('**/*.{css,tsx}', {
  cwd: root,
  exclude: (name) => /^(node_modules|dist|test-results|\..+)$/.test(name),
})
const faults = files.flatMap((name) => {
  const text = fs.readFileSync(path.join(root, name), 'utf8')
  return (name.endsWith('.css') ? inSheet(text) : inScreen(text)).map(
    ([line, said]) => `${name}:${line} ${said}`,
  )
})
console.log(faults.join('\n') || `${files.length} files, no side of the screen is named`)
process.exitCode = faults.length > 0 ? 1 : 0

type Fault = [line: number, said: string]

/** Finds declarations for the left or right side, because a page is laid out in both directions. */
function inSheet(text: string): Fault[] {
  const plain = text.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  const faults: Fault[] = []
  let selector = ''
  for (const { index, 1: name = '', 2: value = '', 3: opened } of plain.matchAll(aDeclaration)) {
    if (opened !== undefined) selector = opened
    // Rules for one direction may name a side.
    else if (!/\[dir|:dir\(/.test(selector)) {
      const wrong = faultOf(name, value.replace(/\s*!important/, '').trim())
      if (wrong !== undefined) faults.push([lineOf(plain, index), `${name}: ${wrong}`])
    }
  }
  return faults
}

function faultOf(name: string, value: string): string | undefined {
  if (name.startsWith('--')) return undefined
  if (sided.test(name)) return 'names a side, use -inline-start or -inline-end'
  if (valueIsASide.test(name) && /\b(left|right)\b/.test(value))
    return `is "${value}", use start or end, or say for which direction`
  const parts = value.replaceAll(/\((?:[^()]|\([^()]*\))*\)/g, '()').split(/\s+/)
  const [, right, , left] = parts
  if (aroundTheBox.test(name) && parts.length === 4 && whole(value)[1] !== whole(value)[3])
    return `has ${right} at the right and ${left} at the left, use -block and -inline`
  if (name === 'border-radius' && parts.length > 1 && !isMirrored(whole(value)))
    return 'differs from corner to corner, use border-start-start-radius and its like'
  return undefined
}

/** Returns the parts of a value; parentheses stay in one part. */
function whole(value: string): string[] {
  return value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
}

function isMirrored([first, second = first, third = first, fourth = second]: string[]): boolean {
  return first === second && third === fourth
}

function inScreen(text: string): Fault[] {
  return text
    .split('\n')
    .flatMap((line, index): Fault[] =>
      inlineSide.test(line) ? [[index + 1, 'names a side in a style']] : [],
    )
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
