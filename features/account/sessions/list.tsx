import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { ItemList } from '#web/ui/item-row.tsx'
import type { SessionAction } from './confirm-session-action.tsx'
import { messages } from './texts/messages.ts'
import styles from './panel.module.css'
import { Row, type Session } from './row.tsx'

type ListProps = {
  sessions: readonly Session[]
  mayReport: boolean
  onAsk: (action: SessionAction) => void
}

/** The list of sessions, loaded when its row is about to be expanded. */
export function List({ sessions, mayReport, onAsk }: ListProps) {
  const t = useMessages(messages)
  const otherCount = sessions.filter(({ current }) => !current).length
  return (
    <>
      {otherCount === 0 && <p className="soft">{t.onlyThis}</p>}
      <ItemList>
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            onEnd={() => onAsk({ kind: 'end', session })}
            onReport={mayReport ? () => onAsk({ kind: 'report', id: session.id }) : undefined}
          />
        ))}
      </ItemList>
      {otherCount > 0 && (
        <Button
          className={`at-start ${styles.others}`}
          onClick={() => onAsk({ kind: 'end-others' })}
        >
          {t.logOutOthers({ count: otherCount })}
        </Button>
      )}
    </>
  )
}
