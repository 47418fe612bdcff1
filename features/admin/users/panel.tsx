import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Missing } from '#web/ui/missing.tsx'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AskActive } from './ask-active.tsx'
import { getUser, type Details } from './contract.ts'
import { UserActions } from './actions.tsx'
import { Facts } from './facts.tsx'
import { Links } from './links.tsx'
import { Mails } from './mails.tsx'
import { messages } from './messages.ts'
import { Sessions } from './sessions.tsx'
import { Undo } from './undo.tsx'

type Props = { id: string; backLink: (text: string) => ReactNode }

/** One person: all that an admin sees of her, and can do for her. */
export function PartnerUserPanel({ id, backLink }: Props) {
  const t = useMessages(messages)
  const user = useQuery({
    queryKey: ['partner-user', id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    staleTime: 0,
  })
  return (
    <Page back={backLink(t.back)}>
      {user.isPending && <Skeleton rows={5} text={t.loadingOne} />}
      {user.isError && (
        <Missing
          t={t}
          error={user.error}
          isShown={user.data !== undefined}
          onRetry={() => void user.refetch()}
        />
      )}
      {user.data && <Person user={user.data} />}
    </Page>
  )
}

function Person({ user }: { user: Details }) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isChanged, setChanged] = useState(false)
  const name = `${user.firstname} ${user.lastname}`
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['partner-user', user.id] })
  return (
    <>
      <PageHeader title={<bdi>{name}</bdi>} name={name} intro={<bdi>{user.email}</bdi>} />
      {isChanged && (
        <Undo
          key={String(user.active)}
          user={user}
          onUndone={() => void refresh()}
          onOver={() => setChanged(false)}
        />
      )}
      <Facts
        user={user}
        deed={
          <button type="button" className="secondary-button" onClick={() => setAsking(true)}>
            {user.active ? t.deactivate : t.activate}
          </button>
        }
      />
      <Sessions user={user} onEnded={() => void refresh()} />
      <UserActions user={user} onSent={() => void refresh()} />
      <Links id={user.id} />
      <Mails id={user.id} />
      {isAsking && (
        <AskActive
          user={user}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            void refresh().then(() => setChanged(true))
          }}
        />
      )}
    </>
  )
}
