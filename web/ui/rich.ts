import { createElement, Fragment, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'

/** The arguments of a text. Each may be an element instead; a list may contain elements. */
type WithElements<Arguments> = {
  [Name in keyof Arguments]: Arguments[Name] extends readonly unknown[]
    ? readonly ReactNode[]
    : Arguments[Name] | ReactNode
}

/**
 * The placeholder of an element while the text is formatted, in private-use characters. The pattern also consumes
 * directional isolates (U+2068, U+2069), because an element isolates itself (`<bdi>`) if necessary.
 */
const mark = /\u2068?\ue000(\d+)\ue001\u2069?/

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
    return `\ue000${elements.push(value) - 1}\ue001`
  }
}
