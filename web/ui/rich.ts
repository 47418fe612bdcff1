import { createElement, Fragment, isValidElement, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'

/** The arguments of a text. Each may be an element instead; a list may contain elements. */
type WithElements<Arguments> = {
  [Name in keyof Arguments]: Arguments[Name] extends readonly unknown[]
    ? readonly ReactNode[]
    : Arguments[Name] | ReactNode
}

/**
 * Matches the placeholder of an element while the text is formatted: the number of the element between private-use
 * characters, and around these the first and last character of the element's text, because Chinese has a space beside
 * Latin letters and digits only. Also matches directional isolates (U+2068, U+2069), because an element isolates itself
 * (`<bdi>`) if necessary.
 */
const mark = /\u2068?.\ue000(\d+)\ue001.\u2069?/su
/** First and last character of the placeholder of an element whose text is unknown. */
const unknownText = '\ue002'

/** Returns a text with its arguments filled in; arguments may be React elements. */
export function rich<Arguments extends object>(
  text: TextWith<Arguments>,
  values: WithElements<NoInfer<Arguments>>,
): ReactNode {
  const elements: ReactNode[] = []
  const argumentsWithMarks = Object.entries(values as Readonly<Record<string, ReactNode>>).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(markOf) : markOf(value)],
  )
  // `split` puts what the pattern captures, the numbers of elements, at odd indexes.
  const parts = text(Object.fromEntries(argumentsWithMarks) as Arguments).split(mark)
  return createElement(
    Fragment,
    null,
    ...parts.map((part, index) => (index % 2 === 0 ? part : elements[Number(part)])),
  )

  function markOf(value: ReactNode): string | number {
    if (typeof value === 'string' || typeof value === 'number') return value
    const characters = [...textOf(value)]
    const [first = unknownText, last = first] = [characters[0], characters.at(-1)]
    return `${first}\ue000${elements.push(value) - 1}\ue001${last}`
  }
}

/** Returns the text inside an element; '' if the element gets its text from elsewhere than its children. */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textOf).join('')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}
