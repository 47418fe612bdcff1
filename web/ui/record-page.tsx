import type { ReactNode } from 'react'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { Failure } from './failure.tsx'
import { Illustration } from './illustration.tsx'
import { Page } from './page.tsx'
import { PageTitle } from '../page-title.tsx'
import { Skeleton } from './loading.tsx'
import styles from './record-page.module.css'

/**
 * Query options for a record in a form: a background refetch would change the `etag` that the form sends, and a form
 * must not open with a cached record.
 */
export const whileEditing = { staleTime: Infinity, gcTime: 0 } as const

export type RecordTexts = {
  title: string
  loadingOne: string
  notFoundOne: string
  failedOne: string
}

type Props<Data> = {
  back: ReactNode
  record: { data: Data | undefined; error: Error | null; refetch: () => Promise<unknown> }
  t: RecordTexts
  children: (data: Data) => ReactNode
}

/** The page of one record: loading, missing, failed or loaded. A failed refetch leaves the record on the page. */
export function RecordPage<Data>({ back, record, t, children }: Props<Data>) {
  const { data, error } = record
  const isUnknown = error instanceof Refusal && error.code === errorCodes.notFound
  return (
    <Page isWide back={back}>
      {error && data === undefined && <PageTitle>{t.title}</PageTitle>}
      {error && isUnknown && (
        <div className="empty" role="status">
          <Illustration scene="empty" />
          <strong>{t.notFoundOne}</strong>
        </div>
      )}
      {error && !isUnknown && (
        <Failure text={t.failedOne} error={error} onRetry={() => void record.refetch()} />
      )}
      {!error && data === undefined && <Skeleton rows={5} text={t.loadingOne} />}
      {data !== undefined && <div className={styles.record}>{children(data)}</div>}
    </Page>
  )
}

/** A column of the parts of a record, limited to a readable width. */
export function RecordColumn({ children }: { children: ReactNode }) {
  return <div className={styles.column}>{children}</div>
}

type HeadProps = { name: string; children: ReactNode }

/** The name of a record as the title, and a line of facts. */
export function RecordHead({ name, children }: HeadProps) {
  return (
    <header className="stack-2">
      <PageTitle name={name}>
        <bdi>{name}</bdi>
      </PageTitle>
      <p>{children}</p>
    </header>
  )
}
