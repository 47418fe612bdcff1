import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Missing } from '#web/ui/missing.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ClientSettings } from './client-settings.tsx'
import { getPlatform } from './contract.ts'
import { PlatformForm } from './form.tsx'
import { messages } from './messages.ts'
import { Notices } from './notices.tsx'
import styles from './page.module.css'
import { Secret } from './secret.tsx'
import { ToldSecret } from './told-secret.tsx'

type Props = {
  /** Undefined for one that is not there yet. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  /** While it has to be shown. */
  clientSecret: string | undefined
  /** There is a new one, or (null) it is stored. */
  onTold: (id: string, clientSecret: string | null) => void
  onAdded: (id: string) => void
}

export function PlatformPanel({ id, backLink, clientSecret, onTold, onAdded }: Props) {
  const t = useMessages(messages)
  const [round, setRound] = useState(0)
  const query = useQuery({
    queryKey: ['registered-platform', id],
    queryFn: ({ signal }) => call(getPlatform, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data: platform, error } = query
  const isReady = id === undefined || platform !== undefined

  async function reload(): Promise<void> {
    await query.refetch()
    setRound((count) => count + 1)
  }

  function done(changedId: string, told: string | null): void {
    if (told !== null) onTold(changedId, told)
    if (id === undefined) onAdded(changedId)
    else void reload()
  }

  const title = id === undefined ? t.newTitle : (platform?.name ?? t.title)
  return (
    <Page back={backLink(t.back)}>
      {error && <Missing {...{ t, error, isShown: isReady }} onRetry={() => void reload()} />}
      {!error && !isReady && <Skeleton rows={6} text={t.loadingOne} />}
      {isReady && (
        <Fragment key={`${round} ${platform?.etag}`}>
          <PageTitle name={title}>
            <bdi>{title}</bdi>
          </PageTitle>
          <div className={styles.narrow}>
            {platform && clientSecret !== undefined && (
              <ToldSecret
                name={platform.name}
                clientSecret={clientSecret}
                onStored={() => onTold(platform.id, null)}
              />
            )}
            {platform && <ClientSettings platform={platform} />}
            <Panel title={t.registration}>
              <PlatformForm platform={platform} onReload={() => void reload()} onDone={done} />
            </Panel>
            {platform?.proof === 'secret' && (
              <Secret platform={platform} onReload={() => void reload()} onDone={done} />
            )}
            {platform && <Notices platform={platform} onChanged={() => void query.refetch()} />}
          </div>
        </Fragment>
      )}
    </Page>
  )
}
