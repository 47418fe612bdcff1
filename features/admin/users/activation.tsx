import { useQuery } from '@tanstack/react-query'
import { formatRecentInSentence } from '#contract/sentence-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Failure } from '#web/ui/failure.tsx'
import { getUser } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = { id: string; active: boolean }

/** Shows, before a deactivation, how many sessions it ends; before an activation, that the user locked the account. */
export function ActivationEffect({ id, active }: Props) {
  return active ? <OpenSessions id={id} /> : <OwnLock id={id} />
}

export function useUser(id: string) {
  return useQuery({
    queryKey: ['partner-user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    staleTime: 0,
  })
}

/** A note that the user has locked the account; absent if they have not. */
function OwnLock({ id }: { id: string }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { data } = useUser(id)
  if (!data || data.lockedByOwnerAt === null) return null
  const time = formatRecentInSentence(data.lockedByOwnerAt, locale, defaultTimeZone())
  return <p role="status">{t.lockedByOwner({ time })}</p>
}

function OpenSessions({ id }: { id: string }) {
  const t = useMessages(messages)
  const user = useUser(id)
  if (user.isError) {
    const retry = () => void user.refetch()
    return <Failure text={t.effectUnknown} error={user.error} onRetry={retry} />
  }
  return (
    <p role="status">
      {user.data && <strong>{t.openSessions({ count: user.data.effect.openSessions })}</strong>}
    </p>
  )
}
