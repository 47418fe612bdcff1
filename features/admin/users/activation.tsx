import { useQuery } from '@tanstack/react-query'
import { formatRecent } from '#contract/relative-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { nameOf } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { activateUser, deactivateUser, getUser, type PartnerUser } from './contract.ts'
import { messages } from './texts/messages.ts'

type DialogProps = { user: PartnerUser; onClose: () => void; onDone: (user: PartnerUser) => void }

/** A dialog to activate or deactivate a user, with the number of sessions that a deactivation would end. */
export function ActivationDialog({ user, onClose, onDone }: DialogProps) {
  const t = useMessages(messages)
  const name = nameOf(user)
  const { id, active } = user
  return (
    <ReasonDialog
      t={t}
      endpoint={active ? deactivateUser : activateUser}
      params={{ id }}
      isOptional
      isDangerous={active}
      title={(active ? t.askDeactivate : t.askActivate)({ name })}
      action={active ? t.deactivate : t.activate}
      onClose={onClose}
      onDone={(reply) => onDone(reply as PartnerUser)}
    >
      <p>{(active ? t.effectDeactivate : t.effectActivate)({ name })}</p>
      {active ? <OpenSessions id={id} /> : <OwnLock id={id} />}
    </ReasonDialog>
  )
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
  const time = formatRecent(data.lockedByOwnerAt, locale, defaultTimeZone())
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
