import { useQuery } from '@tanstack/react-query'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { AskReason } from './ask-reason.tsx'
import { activateUser, deactivateUser, getUser, type PartnerUser } from './contract.ts'
import { messages } from './messages.ts'

type Props = { user: PartnerUser; onClose: () => void; onDone: (user: PartnerUser) => void }

/** Says what will happen, by what is open right now, before it happens. */
export function AskActive({ user, onClose, onDone }: Props) {
  const t = useMessages(messages)
  const name = `${user.firstname} ${user.lastname}`
  const { id, active } = user
  return (
    <AskReason
      endpoint={active ? deactivateUser : activateUser}
      params={{ id }}
      isOptional
      isDangerous={active}
      title={fill(active ? t.askDeactivate : t.askActivate, { name })}
      action={active ? t.deactivate : t.activate}
      onClose={onClose}
      onDone={(reply) => onDone(reply as PartnerUser)}
    >
      <p>{fill(active ? t.effectDeactivate : t.effectActivate, { name })}</p>
      {active && <Effect id={id} />}
    </AskReason>
  )
}

function Effect({ id }: { id: string }) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const user = useQuery({
    queryKey: ['partner-user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    staleTime: 0,
  })
  if (user.isError) return <p>{t.effectUnknown}</p>
  return (
    <p role="status">
      {user.data && (
        <strong>{counted(t.openSessions, user.data.effect.openSessions, locale)}</strong>
      )}
    </p>
  )
}
