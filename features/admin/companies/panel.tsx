import { useQuery } from '@tanstack/react-query'
import { Fragment, useState, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Missing } from '#web/ui/missing.tsx'
import { PageTitle } from '#web/page-title.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { getPartner, listSubsystems } from './contract.ts'
import { CompanyForm } from './form.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = {
  /** Undefined for one that is not there yet. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  /** Undefined where the admin may not see people. */
  peopleLink?: ((id: string, text: string) => ReactNode) | undefined
  onAdded: (id: string) => void
}

export function CompanyPanel({ id, backLink, peopleLink, onAdded }: Props) {
  const t = useMessages(messages)
  const [round, setRound] = useState(0)
  const company = useQuery({
    queryKey: ['company', id],
    queryFn: ({ signal }) => call(getPartner, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
  const platforms = useQuery({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => call(listSubsystems, {}, { signal }),
  })
  const error = company.error ?? platforms.error
  const isReady = platforms.data !== undefined && (id === undefined || company.data !== undefined)

  async function reload(): Promise<void> {
    await Promise.all([id !== undefined && company.refetch(), platforms.refetch()])
    setRound((count) => count + 1)
  }

  const title = id === undefined ? t.newTitle : (company.data?.name ?? t.title)
  return (
    <Page back={backLink(t.back)}>
      {error && <Missing {...{ t, error, isShown: isReady }} onRetry={() => void reload()} />}
      {!error && !isReady && <Skeleton rows={5} text={t.loadingOne} />}
      {isReady && (
        <Fragment key={`${round} ${company.data?.etag}`}>
          <PageTitle name={title}>
            <bdi>{title}</bdi>
          </PageTitle>
          {id !== undefined && <div>{peopleLink?.(id, t.showPeople)}</div>}
          <div className={`card ${styles.narrow}`}>
            <CompanyForm
              company={company.data}
              platforms={platforms.data ?? []}
              onReload={() => void reload()}
              onAdded={onAdded}
            />
          </div>
        </Fragment>
      )}
    </Page>
  )
}
