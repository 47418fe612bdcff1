import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { counted } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmSessionAction, type SessionAction } from './confirm-session-action.tsx'
import { listSessions } from './contract.ts'
import { messages } from './messages.ts'
import styles from './panel.module.css'
import { Row, type Session } from './row.tsx'

/** What came with the document is fresh enough. */
export const staleTime = 10_000

const queryKey = ['sessions']
const devices = 'M4.5 5.5h11v8h-11ZM3 17h10M16.5 9.5h4v9.5h-4Z'

type Props = {
  onCurrentEnded: () => void
  /** The user has reported a session ("This was not me"). */
  onReported: () => void
}

/** Lists the user's sessions, the current one first. */
export function SessionsPanel({ onCurrentEnded, onReported }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const queryClient = useQueryClient()
  const [action, setAction] = useState<SessionAction>()
  const [heading, moveFocus] = useHeadingFocus()
  const sessions = useSessions()

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
    <Fold
      id="sessions"
      title={t.title}
      status={
        sessions.isError
          ? t.failed
          : sessions.data && counted(t.count, sessions.data.length, locale)
      }
      isGood={sessions.isError ? false : undefined}
      icon={devices}
      intro={t.intro}
      headingRef={heading}
    >
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
    </Fold>
  )
}

function useSessions() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    staleTime,
  })
}

type ListProps = { sessions: readonly Session[]; onAsk: (action: SessionAction) => void }

function List({ sessions, onAsk }: ListProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const others = sessions.filter(({ current }) => !current).length
  return (
    <>
      {others === 0 && <p className={styles.count}>{t.onlyThis}</p>}
      <ul className={styles.list}>
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            onEnd={() => onAsk({ kind: 'end', session })}
            onReport={() => onAsk({ kind: 'report', id: session.id })}
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

/** What is left to do after a session was reported. */
export function SecuredNotice({ url }: { url: string }) {
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
  const heading = useRef<HTMLButtonElement>(null)
  const [count, setCount] = useState(0)

  useEffect(() => {
    if (count > 0) heading.current?.focus()
  }, [count])

  return [heading, () => setCount((known) => known + 1)] as const
}
