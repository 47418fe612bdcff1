import { useEffect, useRef, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** Why roles were not saved, and what somebody else has made of them meanwhile. */
export function Refused({ error }: { error: Error }) {
  const t = useMessages(messages)
  const [fault] = error instanceof Refusal ? error.faults : []
  if (fault?.code === errorCodes.changedMeanwhile) {
    const text = fault.by === undefined ? t.changedMeanwhile : fill(t.changedBy, { name: fault.by })
    return (
      <Seen>
        <Notice kind="warning" title={text}>
          {t.lookAgain}
        </Notice>
      </Seen>
    )
  }
  const known: Record<string, string> = {
    ownRoles: t.ownRoles,
    beyondOwn: t.beyondOwn,
    lastSuperAdmin: t.lastSuperAdmin,
  }
  return (
    <Seen>
      <Failure text={known[fault?.rule ?? ''] ?? t.failedToSave} error={error} />
    </Seen>
  )
}

/** The dialog is long: what was refused takes the focus, and so comes into sight. */
function Seen({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.refused}>
      {children}
    </div>
  )
}
