import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { call } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { SessionAction } from './confirm-session-action.tsx'
import { listSessions, type SessionCalls } from './contract.ts'
import { messages } from './texts/messages.ts'
import type { Session } from './row.tsx'

/** Confirmation before a session ends, loaded when the row is about to be expanded. */
export const ConfirmSessionAction = lazyPart(
  async () => (await import('./confirm-session-action.tsx')).ConfirmSessionAction,
)
const List = lazyPart(async () => (await import('./list.tsx')).List)
/** Age in milliseconds up to which data from the document is not fetched again. */
export const staleTime = 10_000

const queryKey = ['sessions']
const devices = 'M4.5 5.5h11v8h-11ZM3 17h10M16.5 9.5h4v9.5h-4Z'

type Props = {
  /** Calls of the area; those of users by default. */
  calls?: SessionCalls
  onCurrentEnded: () => void
  /** Called after the user has reported a session ("This was not me"); undefined for admins. */
  onReported?: () => void
}

/** Lists the sessions of a user or admin, the current one first. */
export function SessionsPanel({ calls, onCurrentEnded, onReported }: Props) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const [action, setAction] = useState<SessionAction>()
  const [heading, moveFocus] = useHeadingFocus()
  const sessions = useSessions(calls?.list)

  function finish(doneAction: SessionAction): void {
    if (doneAction.kind === 'end' && doneAction.session.current) return onCurrentEnded()
    // Both other actions end all sessions except the current one.
    const hasEnded = ({ id, current }: Session) =>
      doneAction.kind === 'end' ? id === doneAction.session.id : !current
    queryClient.setQueryData<Session[]>(queryKey, (cached) =>
      cached?.filter((session) => !hasEnded(session)),
    )
    if (doneAction.kind === 'report') onReported?.()
    void queryClient.invalidateQueries({ queryKey })
    moveFocus()
  }

  return (
    <Fold
      id="sessions"
      title={t.title}
      status={
        sessions.isError ? t.failed : sessions.data && t.count({ count: sessions.data.length })
      }
      isGood={sessions.isError ? false : undefined}
      icon={devices}
      intro={t.intro}
      headingRef={heading}
      isUnfolded
      onApproach={ConfirmSessionAction.preload}
    >
      {sessions.isPending && <Skeleton rows={3} text={t.loading} />}
      {sessions.isError && (
        <Failure text={t.failed} error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
      {sessions.data && (
        <Suspense fallback={<Skeleton rows={3} text={t.loading} />}>
          <List sessions={sessions.data} mayReport={onReported !== undefined} onAsk={setAction} />
        </Suspense>
      )}
      <Confirmation
        calls={calls}
        action={action}
        onClose={() => setAction(undefined)}
        onDone={finish}
      />
    </Fold>
  )
}

type ConfirmationProps = {
  calls: SessionCalls | undefined
  action: SessionAction | undefined
  onClose: () => void
  onDone: (action: SessionAction) => void
}

function Confirmation({ calls, action, onClose, onDone }: ConfirmationProps) {
  if (!action) return null
  return (
    <Suspense>
      <ConfirmSessionAction
        calls={calls}
        action={action}
        onClose={onClose}
        onDone={() => onDone(action)}
      />
    </Suspense>
  )
}

function useSessions(list: SessionCalls['list'] = listSessions) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(list, {}, { signal }),
    staleTime,
  })
}

/** Shows the next steps after a session was reported. */
export function SecuredNotice({ url }: { url: string }) {
  const t = useMessages(messages)
  return (
    <Notice kind="warning" title={t.securedTitle}>
      <p>{t.securedText}</p>
      <a href={url}>{t.changePassword}</a>
    </Notice>
  )
}

/** Moves the focus to the heading, because the clicked button is gone. */
function useHeadingFocus() {
  const heading = useRef<HTMLButtonElement>(null)
  const [count, setCount] = useState(0)

  useEffect(() => {
    if (count > 0) heading.current?.focus()
  }, [count])

  return [heading, () => setCount((previous) => previous + 1)] as const
}
