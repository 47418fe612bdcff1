import { useMessages } from '../locale.ts'
import { fieldMessages } from './texts/messages.ts'

/** Text for screen readers at the end of a link that opens a new tab. */
export function NewTabHint() {
  const t = useMessages(fieldMessages)
  return <span className="visually-hidden"> {t.newTab}</span>
}
