import { templateArgument, type ParsedText } from '../../contract/text.ts'

/** The kind of an argument; of a select, its forms. */
export type ArgumentKind = 'value' | 'number' | 'list' | readonly string[]

/** The arguments of a text by name, from all of its forms. */
export function argumentsOf(text: ParsedText): Map<string, ArgumentKind> {
  const found = new Map<string, ArgumentKind>()
  for (const part of partsOf(text)) {
    if (typeof part === 'string') {
      for (const [, name = '', kind = 'value'] of part.matchAll(templateArgument))
        if (name !== '#') add(name, kind as ArgumentKind)
      continue
    }
    const [name, kind, forms] = part
    add(name, kind === 'plural' ? 'number' : Object.keys(forms).toSorted())
    for (const form of Object.values(forms))
      for (const [inner, innerKind] of argumentsOf(form)) add(inner, innerKind)
  }
  return found

  // A number may be shown as it is, too.
  function add(name: string, kind: ArgumentKind): void {
    if (kind !== 'value' || !found.has(name)) found.set(name, kind)
  }
}

/** Every reading of a text, one for each form, with its arguments in braces. */
export function formsOf(text: ParsedText, number = ''): string[] {
  return partsOf(text).reduce<string[]>(
    (readings, part) => {
      const endings = partReadings(part, number)
      return readings.flatMap((reading) => endings.map((ending) => reading + ending))
    },
    [''],
  )
}

type Part = Exclude<ParsedText, string>[number]

function partReadings(part: Part, number: string): string[] {
  if (typeof part !== 'string') {
    const [name, kind, forms] = part
    const inner = kind === 'plural' ? `{${name}}` : number
    return Object.values(forms).flatMap((form) => formsOf(form, inner))
  }
  const reading = part.replaceAll(templateArgument, (_, name: string) =>
    name === '#' ? number : `{${name}}`,
  )
  return [reading]
}

/** The plurals of a text, each with the names of its forms. */
export function pluralsOf(text: ParsedText): { name: string; forms: string[] }[] {
  return partsOf(text).flatMap((part) => {
    if (typeof part === 'string') return []
    const [name, kind, forms] = part
    const own = kind === 'plural' ? [{ name, forms: Object.keys(forms) }] : []
    return [...own, ...Object.values(forms).flatMap(pluralsOf)]
  })
}

function partsOf(text: ParsedText): readonly Part[] {
  return typeof text === 'string' ? [text] : text
}
