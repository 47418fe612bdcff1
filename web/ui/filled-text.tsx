import { Fragment, type ReactNode } from 'react'
import { useLocale } from '../locale.ts'

type Props = { text: string; values: Readonly<Record<string, ReactNode>> }

/** Fills the {named} placeholders of a text with elements. */
export function FilledText({ text, values }: Props) {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={`${index} ${part}`}>{index % 2 === 0 ? part : values[part]}</Fragment>
    ))
}

/** A name in bold, in its own direction. */
export function StrongName({ children }: { children: string }) {
  return (
    <bdi>
      <strong>{children}</strong>
    </bdi>
  )
}

/** Names as each language lists them: “A, B and C”. */
export function NameList({ names }: { names: readonly string[] }) {
  const { locale } = useLocale()
  return new Intl.ListFormat(locale)
    .formatToParts(names)
    .map(({ type, value }, index) =>
      type === 'literal' ? value : <StrongName key={`${index} ${value}`}>{value}</StrongName>,
    )
}
