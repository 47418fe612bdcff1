import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment, useState, type ReactNode } from 'react'
import type { Link, Page } from '#contract/links.ts'
import { LinkTo } from '../link-to.tsx'
import { keepSecret } from '../new-secrets.ts'
import { PageTitle } from '../page-title.tsx'
import { useListLink, useOpen } from '../page-search.ts'
import { RecordPage, whileEditing, type RecordWords } from './record-page.tsx'

/** Callbacks for the parts of a record page. */
export type RecordControls = {
  /** Reads the record again. */
  onReload: () => void
  /** Drops unsaved edits. */
  onCancel: () => void
  /** Shows the saved record: a new one at its own address. A new secret is kept until the admin has stored it. */
  onDone: (id: string, secret?: string | null) => void
  /** Shows the record as it was: the change waits for a second admin, and so does its secret. */
  onAsked: (asked: { clientSecret?: string | null | undefined }) => void
}

type Props<Data> = {
  /** The list that Back leads to. */
  list: Page<string, string>
  /** The link to one record. */
  linkOf: (id: string) => Link
  /** Loads the record, or what a new one begins with where the id is undefined. */
  load: (id: string | undefined, signal: AbortSignal) => Promise<Data>
  t: RecordWords & { back: string; newTitle: string }
  /** Remounted when the record changed or its edits are dropped. */
  children: (data: Data, controls: RecordControls) => ReactNode
}

/** The page of one record that is edited, or of a new one where the address has no id. */
export function RecordScreen<Data extends { etag?: string } | undefined>(props: Props<Data>) {
  const { list, linkOf, load, t, children } = props
  const { id } = useParams({ strict: false } as never) as { id?: string }
  const [attempt, setAttempt] = useState(0)
  const listLink = useListLink(list)
  const open = useOpen()
  const record = useQuery({
    queryKey: [list.path, id],
    queryFn: async ({ signal }) => ({ data: await load(id, signal) }),
    ...whileEditing,
  })
  const controls: RecordControls = {
    onReload: () => void record.refetch(),
    onCancel: () => setAttempt(attempt + 1),
    onDone: (doneId, secret) => {
      if (secret) keepSecret(doneId, secret)
      if (id === undefined) open(linkOf(doneId), { isReplaced: true })
      else void record.refetch()
    },
    onAsked: ({ clientSecret }) => {
      if (id !== undefined && clientSecret) keepSecret(id, clientSecret, true)
      setAttempt(attempt + 1)
    },
  }
  return (
    <RecordPage back={<LinkTo to={listLink}>{t.back}</LinkTo>} record={record} t={t}>
      {({ data }) => (
        <Fragment key={`${data?.etag} ${attempt}`}>
          {id === undefined && <PageTitle>{t.newTitle}</PageTitle>}
          {children(data, controls)}
        </Fragment>
      )}
    </RecordPage>
  )
}
