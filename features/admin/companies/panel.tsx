import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { getPartner, listSubsystems } from './contract.ts'
import { CompanyForm } from './form.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = {
  /** Undefined for a new company. */
  id: string | undefined
  backLink: (text: string) => ReactNode
  /** Undefined where the admin may not see users. */
  peopleLink?: ((id: string, text: string) => ReactNode) | undefined
  onAdded: (id: string) => void
}

export function CompanyPanel({ id, backLink, peopleLink, onAdded }: Props) {
  const t = useMessages(messages)
  const record = useQuery({
    queryKey: ['company', id],
    queryFn: async ({ signal }) => {
      const [platforms, company] = await Promise.all([
        call(listSubsystems, {}, { signal }),
        id === undefined ? undefined : call(getPartner, { params: { id } }, { signal }),
      ])
      return { platforms, company }
    },
    ...whileEditing,
  })
  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {({ platforms, company }) => (
        <Fragment key={company?.etag}>
          <PageTitle name={company?.name ?? t.newTitle}>
            <bdi>{company?.name ?? t.newTitle}</bdi>
          </PageTitle>
          {id !== undefined && <div>{peopleLink?.(id, t.showPeople)}</div>}
          <div className={`card ${styles.narrow}`}>
            <CompanyForm
              company={company}
              platforms={platforms}
              onReload={() => void record.refetch()}
              onAdded={onAdded}
            />
          </div>
        </Fragment>
      )}
    </RecordPage>
  )
}
