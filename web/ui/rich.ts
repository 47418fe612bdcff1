import { createElement, Fragment, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'

/** The arguments of a text, each as it is or as an element; a list may be one of elements. */
type WithElements<Arguments> = {
  [Name in keyof Arguments]: Arguments[Name] extends readonly unknown[]
    ? readonly ReactNode[]
    : Arguments[Name] | ReactNode
}

/**
 * Characters for private use, which stand for an element while its text is put together. An element isolates itself
 * (`<bdi>`) where it has to, so that characters that isolate are left out.
 */
const mark = /\u2068?\ue000(\d+)\ue001\u2069?/

/** Fills in the arguments of a text, elements among them. */
export function rich<Arguments extends object>(
  text: TextWith<Arguments>,
  values: WithElements<NoInfer<Arguments>>,
): ReactNode {
  const elements: ReactNode[] = []
  const marked = Object.entries(values as Readonly<Record<string, ReactNode>>).map(
    ([name, value]) => [name, Array.isArray(value) ? value.map(markOf) : markOf(value)],
  )
  const parts = text(Object.fromEntries(marked) as Arguments).split(mark)
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
