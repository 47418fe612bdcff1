import { useEffect, useRef, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** Why the roles were not saved. */
export function RolesError({ error }: { error: Error }) {
  const t = useMessages(messages)
  const [fault] = error instanceof Refusal ? error.faults : []
  if (fault?.code === errorCodes.changedMeanwhile) {
    const text = fault.by === undefined ? t.changedMeanwhile : fill(t.changedBy, { name: fault.by })
    return (
      <Focused>
        <Notice kind="warning" title={text}>
          {t.lookAgain}
        </Notice>
      </Focused>
    )
  }
  const known: Record<string, string> = {
    ownRoles: t.ownRoles,
    beyondOwn: t.beyondOwn,
    lastSuperAdmin: t.lastSuperAdmin,
  }
  return (
    <Focused>
      <Failure text={known[fault?.rule ?? ''] ?? t.failedToSave} error={error} />
    </Focused>
  )
}

/** Takes the focus: the dialog is long, and the error would be out of sight. */
function Focused({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.refused}>
      {children}
    </div>
  )
}
