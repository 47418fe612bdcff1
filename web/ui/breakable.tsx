import { Fragment } from 'react'

/**
 * A text that may wrap after the separators of an address, an identifier or a setting, so that none of their words and
 * numbers is split.
 */
export function Breakable({ text }: { text: string }) {
  // A text with spaces wraps there; a break after a separator could split a time such as 13:03.
  const parts = text.includes(' ') ? [text] : text.split(/(?<=[@.:/_=?&-])/)
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
