import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { counted } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConfirmSessionAction, type SessionAction } from './confirm-session-action.tsx'
import { listSessions } from './contract.ts'
import { messages } from './messages.ts'
import styles from './panel.module.css'
import { Row, type Session } from './row.tsx'

const queryKey = ['sessions']

type Props = {
  onCurrentEnded: () => void
  /** The user reported a session ("This was not me") and has not changed the password yet. */
  isCompromised: boolean
  onReported: () => void
  changePasswordUrl: string
}

/** Lists the user's sessions, the current one first. */
export function SessionsPanel(props: Props) {
  const { onCurrentEnded, isCompromised, onReported, changePasswordUrl } = props
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const [action, setAction] = useState<SessionAction>()
  const [heading, moveFocus] = useHeadingFocus()
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    staleTime: 0,
  })

  function settle(done: SessionAction): void {
    if (done.kind === 'end' && done.session.current) return onCurrentEnded()
    const isGone = ({ id, current }: Session) =>
      done.kind === 'end' ? id === done.session.id : !current
    queryClient.setQueryData<Session[]>(queryKey, (known) =>
      known?.filter((session) => !isGone(session)),
    )
    if (done.kind === 'report') onReported()
    void queryClient.invalidateQueries({ queryKey })
    moveFocus()
  }

  return (
    <Panel title={t.title} intro={t.intro} headingRef={heading}>
      {isCompromised && <SecuredNotice url={changePasswordUrl} />}
      {sessions.isPending && <Skeleton rows={3} text={t.loading} />}
      {sessions.isError && (
        <Failure text={t.failed} error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && <List sessions={sessions.data} onAsk={setAction} />}
      {action && (
        <ConfirmSessionAction
          action={action}
          onClose={() => setAction(undefined)}
          onDone={() => settle(action)}
        />
      )}
    </Panel>
  )
}

type ListProps = { sessions: readonly Session[]; onAsk: (action: SessionAction) => void }

function List({ sessions, onAsk }: ListProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const others = sessions.filter(({ current }) => !current).length
  return (
    <>
      <p className={styles.count}>
        {others === 0 ? t.onlyThis : counted(t.count, sessions.length, locale)}
      </p>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            onEnd={() => onAsk({ kind: 'end', session })}
            onReport={() => onAsk({ kind: 'report', session })}
          />
        ))}
      </ul>
      {others > 0 && (
        <Button className={styles.others} onClick={() => onAsk({ kind: 'end-others' })}>
          {counted(t.logOutOthers, others, locale)}
        </Button>
      )}
    </>
  )
}

function SecuredNotice({ url }: { url: string }) {
  const t = useMessages(messages)
  return (
    <Notice kind="warning" title={t.securedTitle}>
      <p>{t.securedText}</p>
      <a href={url}>{t.changePassword}</a>
    </Notice>
  )
}

/** The pressed button is gone: moves the focus to the heading. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [count, setCount] = useState(0)

  useEffect(() => {
    if (count > 0) heading.current?.focus()
  }, [count])

  return [heading, () => setCount((known) => known + 1)] as const
}
