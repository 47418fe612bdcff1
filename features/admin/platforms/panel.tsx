import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { ClientSettings } from './client-settings.tsx'
import { getPlatform } from './contract.ts'
import { PlatformForm } from './form.tsx'
import { LogoutNotifications } from './logout-notifications.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { NewSecret, Secret } from './secret.tsx'

type Props = {
  /** Undefined for a new platform. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  /** A new secret that the admin has not stored yet. */
  clientSecret: string | undefined
  /** Called with a new secret, and with null once the admin has stored it. */
  onSecret: (id: string, clientSecret: string | null) => void
  onAdded: (id: string) => void
}

export function PlatformPanel({ id, backLink, clientSecret, onSecret, onAdded }: Props) {
  const t = useMessages(messages)
  const record = useQuery({
    queryKey: ['registered-platform', id],
    queryFn: async ({ signal }) =>
      id === undefined
        ? { platform: undefined }
        : { platform: await call(getPlatform, { params: { id } }, { signal }) },
    ...whileEditing,
  })
  const reload = () => void record.refetch()

  function finish(changedId: string, secret: string | null): void {
    if (secret !== null) onSecret(changedId, secret)
    if (id === undefined) onAdded(changedId)
    else reload()
  }

  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ platform }) => (
        <Fragment key={platform?.etag}>
          <PageTitle name={platform?.name ?? t.newTitle}>
            <bdi>{platform?.name ?? t.newTitle}</bdi>
          </PageTitle>
          <div className={styles.narrow}>
            {platform && clientSecret !== undefined && (
              <NewSecret
                name={platform.name}
                clientSecret={clientSecret}
                onStored={() => onSecret(platform.id, null)}
              />
            )}
            {platform && <ClientSettings platform={platform} />}
            <Panel title={t.registration}>
              <PlatformForm platform={platform} onReload={reload} onDone={finish} />
            </Panel>
            {platform?.proof === 'secret' && (
              <Secret platform={platform} onReload={reload} onDone={finish} />
            )}
            {platform && <LogoutNotifications platform={platform} onChanged={reload} />}
          </div>
        </Fragment>
      )}
    </RecordPage>
  )
}
