import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useGap, useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { ClaimsTable } from './claims-table.tsx'
import { connectMessages, summaryMessages } from './texts/messages.ts'
import type { PlatformDetails } from './contract.ts'
import { previewClaims } from './test-contract.ts'

export type FoundUser = { id: string; name: string; email: string }

/** Shows the claims that tokens about a selected user would contain, without a login. */
export function ClaimsPreview({ platform }: { platform: PlatformDetails }) {
  const { findUsers } = useParts()
  const words = useMessages(summaryMessages)
  const [q, setQ] = useState('')
  const [user, setUser] = useState<FoundUser>()
  const users = useQuery({
    queryKey: ['users-to-preview', q],
    queryFn: ({ signal }) => findUsers(q, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title={words.preview} intro={words.previewIntro({ name: platform.name })}>
      <SearchBox
        label={words.previewUser}
        name="user"
        placeholder={words.previewFind}
        buttonLabel={words.previewShow}
        emptyText={words.previewNone}
        items={(users.data ?? []).map(itemOf)}
        selectedItem={user && itemOf(user)}
        answeredText={users.isPlaceholderData ? undefined : q}
        unclearText={words.previewChoose}
        onSearch={setQ}
        onChoose={(id) => setUser(users.data?.find((each) => each.id === id) ?? user)}
      />
      {users.error && <Failure text={words.usersFailed} error={users.error} />}
      {user && <Preview key={user.id} platform={platform} user={user} />}
    </Panel>
  )
}

function itemOf({ id, name, email }: FoundUser) {
  return { id, text: `${name} · ${email}` }
}

/** Shows the claims about one user. Requests them only once, because each request writes an audit row. */
function Preview({ platform: { id, name }, user }: { platform: PlatformDetails; user: FoundUser }) {
  const [t, words] = [useMessages(connectMessages), useMessages(summaryMessages)]
  const gap = useGap()
  const texts: Readonly<Record<string, unknown>> = t
  const preview = useQuery({
    queryKey: ['claims-preview', id, user.id],
    queryFn: ({ signal }) =>
      call(previewClaims, { params: { id }, body: { userId: user.id } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const { data, error } = preview
  if (error) {
    const onRetry = () => void preview.refetch()
    return <Failure text={words.previewFailed} error={error} onRetry={onRetry} />
  }
  if (!data) return <Loading />
  const names = { user: user.name, name }
  return (
    <>
      {data.access === 'active' ? (
        <Notice kind="success" title={words.mayOpen(names)} />
      ) : (
        <Notice kind="warning" title={words.mayNotOpen(names)}>
          {String(texts[`denied_${data.access}`])}
          {gap}
          {words.wouldGet}
        </Notice>
      )}
      <ClaimsTable claims={data.claims} scope={data.scope} />
      <p className="soft">{words.loginClaims({ names: loginClaims })}</p>
    </>
  )
}

/** Claims that only a login adds. Unicode isolates keep the names in order within right-to-left text. */
const loginClaims = '\u2066iss, aud, exp, iat, nonce, sid, acr, amr, auth_time\u2069'
