import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { AuditEntry } from '#contract/audit-entry.ts'
import * as links from '#contract/links.ts'
import { callFiltered } from '#web/list-call.ts'
import { useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import { usePageSearch } from '#web/page-search.ts'
import { ActivityDays } from '#web/parts/activity-days.tsx'
import { AuditSentence, useAuditReason } from '#web/parts/audit-sentence.tsx'
import { Button } from '#web/ui/button.tsx'
import { Changes } from '#web/parts/changes.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ExportButton } from '#web/ui/export-button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ListFilters, type ListView } from '#web/ui/list-filters.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { queryOf, useFilters } from './filters.tsx'
import { exportCompanyActivity, listCompanyActivity } from './contract.ts'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

const CompanyActivityHeader = headerOf(messages)

/** The activity of the company by day, the latest first. */
export function CompanyActivityPage() {
  const view = usePageSearch(links.companyActivity)
  const { search } = view
  const t = useMessages(messages)
  const headingId = useId()
  const [openEntry, setOpenEntry] = useState<AuditEntry>()
  const query = queryOf(search, useTimeZone())
  const list = useActivity(query)
  const refused = list.data?.pages[0]?.refused ?? {}
  const entries = list.data?.pages.flatMap(({ rows }) => rows)
  return (
    <Page>
      <CompanyActivityHeader />
      <div className={styles.tools}>
        <SearchField
          isBare
          label={t.search}
          value={search.q ?? ''}
          refused={refused['q']}
          onSearch={(q) => view.onSearch({ ...search, q })}
        />
        <ListFilters filters={useFilters(entries ?? [], search)} view={view} refused={refused} />
        <OwnViews view={view} />
        <ExportButton endpoint={exportCompanyActivity} query={query} name="activity" />
      </div>
      <section className="card" aria-labelledby={headingId}>
        <h2 id={headingId} className="visually-hidden">
          {t.events}
        </h2>
        {list.isPending && <Skeleton rows={6} text={t.loading} />}
        {list.error && (
          <Failure text={t.failed} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {entries?.length === 0 && !list.hasNextPage && (
          <EmptyState title={t.none} hint={t.noneHint} />
        )}
        {entries && <ActivityDays entries={entries} onOpen={setOpenEntry} />}
        {list.hasNextPage && (
          <div className="button-row">
            <Button isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {t.more}
            </Button>
          </div>
        )}
      </section>
      {openEntry && <Details entry={openEntry} onClose={() => setOpenEntry(undefined)} />}
    </Page>
  )
}

/** A switch that hides the reader's own searches of the log, as is the default. */
function OwnViews({ view: { search, onSearch } }: { view: ListView }) {
  const t = useMessages(messages)
  const isHidden = search['own'] !== 'shown'
  return (
    <label className={`option ${styles.own}`}>
      <input
        type="checkbox"
        checked={isHidden}
        onChange={() => onSearch({ ...search, own: isHidden ? 'shown' : '' })}
      />
      {t.hideOwn}
    </label>
  )
}

function useActivity(query: ReturnType<typeof queryOf>) {
  return useInfiniteQuery({
    queryKey: ['company-activity', query],
    queryFn: ({ pageParam, signal }) =>
      callFiltered(
        listCompanyActivity,
        { query: { ...query, ...(pageParam !== undefined && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // Each search is recorded, so automatic refetches would add log entries.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

function Details({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const t = useMessages(messages)
  const reason = useAuditReason()(entry)
  const { timestamp, ipAddress, data, names } = entry
  return (
    <Dialog
      title={t.details}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <p>
        <AuditSentence entry={entry} />
      </p>
      {reason !== undefined && (
        <p className="soft">
          <bdi>{reason}</bdi>
        </p>
      )}
      <dl className="facts">
        <Fact name={t.time}>
          <Moment time={timestamp} />
        </Fact>
        {ipAddress !== '' && (
          <Fact name={t.address}>
            <bdi dir="ltr">{ipAddress}</bdi>
          </Fact>
        )}
      </dl>
      <Changes before={data['before']} after={data['after']} names={names} />
    </Dialog>
  )
}
