import { Fragment } from 'react'

/**
 * A text of which a single word, such as an address or an identifier, may wrap after its separators instead of between
 * two letters.
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
