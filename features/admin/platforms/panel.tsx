import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordColumn, RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { Steps } from './connect.tsx'
import { getPlatform } from './contract.ts'
import { PlatformForm, useRegistration } from './form.tsx'
import { messages } from './messages.ts'
import { Parts, type Changes, type PartsProps } from './parts.tsx'
import { PlatformHead } from './summary.tsx'

type Props = PartsProps & {
  /** Undefined for a new platform. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  onAdded: (id: string) => void
}

export function PlatformPanel(props: Props) {
  const { id, backLink, onSecret, onAdded } = props
  const t = useMessages(messages)
  const [attempt, setAttempt] = useState(0)
  const record = useQuery({
    queryKey: ['registered-platform', id],
    queryFn: async ({ signal }) =>
      id === undefined
        ? { platform: undefined }
        : { platform: await call(getPlatform, { params: { id } }, { signal }) },
    ...whileEditing,
  })
  const onReload = () => void record.refetch()
  const onCancel = () => setAttempt(attempt + 1)

  /** The platform is as it was. */
  function onAsked({ clientSecret = null }: { clientSecret?: string | null | undefined }): void {
    if (id !== undefined) onSecret(id, clientSecret, true)
    onCancel()
  }

  function onDone(changedId: string, secret: string | null): void {
    if (secret !== null) onSecret(changedId, secret)
    if (id === undefined) onAdded(changedId)
    else onReload()
  }

  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ platform }) =>
        platform ? (
          <Fragment key={`${platform.etag} ${attempt}`}>
            <PlatformHead platform={platform} />
            {props.pending}
            <Parts {...props} {...{ platform, onReload, onDone, onAsked, onCancel }} />
          </Fragment>
        ) : (
          <>
            <PageTitle>{t.newTitle}</PageTitle>
            <NewPlatform {...{ onReload, onDone, onAsked }} />
          </>
        )
      }
    </RecordPage>
  )
}

function NewPlatform(changes: Changes) {
  const t = useMessages(messages)
  const registration = useRegistration({ platform: undefined, ...changes })
  return (
    <RecordColumn>
      <Steps current="kind" done={[]} />
      <Panel title={t.registration}>
        <PlatformForm platform={undefined} onReload={changes.onReload} {...registration} />
      </Panel>
    </RecordColumn>
  )
}
