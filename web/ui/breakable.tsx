import { Fragment } from 'react'

/**
 * A text that may wrap after the separators of an address, an identifier or a setting, so that none of their words and
 * numbers is split.
 */
export function Breakable({ text }: { text: string }) {
  // In several words, a break after a separator could divide a time.
  const parts = text.includes(' ') ? [text] : text.split(/(?<=[@.:/_=?&-])/)
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
