import type { ReactNode } from 'react'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { useCoveredHeight } from '../ui/covered-height.ts'
import styles from './guest-list.module.css'
import { guestMessages as messages, pasteMessages } from './texts/messages.ts'
import type { useGuests } from './use-guests.ts'

/** Number of rows up to which the button follows the rows. Above it, the button stays at the bottom of the window. */
const shortList = 6

export type SendOptions = { leavesOutWrong?: boolean }

type Props = {
  list: ReturnType<typeof useGuests>
  isSending: boolean
  /** True if the list is sent again after a lost response. */
  isRetry: boolean
  /** Settings common to all rows, shown beside the button. */
  summary?: ReactNode
  wrongCount: number
  onPress: (options?: SendOptions) => void
}

/** The button that sends a list of users to invite, with what it will send. */
export function SendBar({ list, isSending, isRetry, summary, wrongCount, onPress }: Props) {
  const [t, pasteTexts] = [useMessages(messages), useMessages(pasteMessages)]
  const { rowsToSend, rest } = list
  const validCount = rowsToSend.length - wrongCount
  return (
    <div
      ref={useCoveredHeight()}
      className={styles.send}
      data-sticky={list.guests.length > shortList}
    >
      {summary !== undefined && <p className={styles.same}>{summary}</p>}
      {validCount > 0 && wrongCount > 0 && !isRetry && (
        <Button isPending={isSending} onClick={() => onPress({ leavesOutWrong: true })}>
          {pasteTexts.sendRight({ count: validCount, rest: wrongCount })}
        </Button>
      )}
      <Button variant="primary" isPending={isSending} onClick={() => onPress()}>
        {wrongCount > 0 && !isRetry
          ? pasteTexts.fixFirst({ count: wrongCount })
          : sendText(t, rowsToSend.length, rest)}
      </Button>
    </div>
  )
}

type Texts = ReturnType<typeof useMessages<typeof messages>>

function sendText(t: Texts, count: number, rest: number): string {
  if (rest > 0) return t.sendFirst({ count })
  return count === 0 ? t.sendNone : t.send({ count })
}
