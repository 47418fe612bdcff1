import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Fragment, useState, type ReactNode } from 'react'
import type { Link, Page } from '#contract/links.ts'
import { LinkTo } from '../link-to.tsx'
import { keepSecret } from '../new-secrets.ts'
import { PageTitle } from '../page-title.tsx'
import { useListLink, useOpen } from '../page-search.ts'
import { RecordPage, whileEditing, type RecordTexts } from './record-page.tsx'
import { SaveBarPlace } from './save-bar.tsx'

/** Callbacks for the parts of a record page. */
export type RecordControls = {
  /** Loads the record again. */
  onReload: () => void
  /** Discards unsaved edits. */
  onCancel: () => void
  /** Shows the saved record; a new record gets its own URL. Keeps a new secret until the admin has stored it. */
  onDone: (id: string, secret?: string | null) => void
  /**
   * Shows the unchanged record, or the list if the record is new: the change and its new secret wait for the approval
   * of a second admin.
   */
  onAsked: (asked: { clientSecret?: string | null | undefined }) => void
}

type Props<Data> = {
  /** List that the back link opens. */
  list: Page<string, string>
  /** Returns the link to a record. */
  linkOf: (id: string) => Link
  /** Loads the record, or the initial values of a new one if the id is undefined. */
  load: (id: string | undefined, signal: AbortSignal) => Promise<Data>
  t: RecordTexts & { back: string; newTitle: string }
  /** Returns the content; remounted when the record changes or its edits are discarded. */
  children: (data: Data, controls: RecordControls) => ReactNode
}

/** A page for editing a record, or for adding one if the URL has no id. */
export function RecordScreen<Data extends { etag?: string } | undefined>(props: Props<Data>) {
  const { list, linkOf, load, t, children } = props
  const { id } = useParams({ strict: false } as never) as { id?: string }
  const [discardCount, setDiscardCount] = useState(0)
  const listLink = useListLink(list)
  const open = useOpen()
  const record = useQuery({
    queryKey: [list.path, id],
    // Wrapped in an object, because `load` may return undefined, which a query rejects.
    queryFn: async ({ signal }) => ({ data: await load(id, signal) }),
    ...whileEditing,
  })
  const controls: RecordControls = {
    onReload: () => void record.refetch(),
    onCancel: () => setDiscardCount(discardCount + 1),
    onDone: (doneId, secret) => {
      if (secret) keepSecret(doneId, secret)
      if (id === undefined) open(linkOf(doneId), { isReplaced: true })
      else void record.refetch()
    },
    onAsked: ({ clientSecret }) => {
      if (id === undefined) return open(listLink)
      if (clientSecret) keepSecret(id, clientSecret, { isWaiting: true })
      setDiscardCount(discardCount + 1)
    },
  }
  return (
    <RecordPage back={<LinkTo to={listLink}>{t.back}</LinkTo>} record={record} t={t}>
      {({ data }) => (
        <SaveBarPlace>
          <Fragment key={`${data?.etag} ${discardCount}`}>
            {id === undefined && <PageTitle>{t.newTitle}</PageTitle>}
            {children(data, controls)}
          </Fragment>
        </SaveBarPlace>
      )}
    </RecordPage>
  )
}
