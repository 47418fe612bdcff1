import { useMemo, type ReactNode } from 'react'
import { formatRecent } from '#contract/relative-time.ts'
import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import {
  AuditIcon,
  AuditSentence,
  useAuditReason,
  useAuditText,
  type AuditLinks,
} from '#web/ui/audit-sentence.tsx'
import { auditKindOf } from '#web/ui/audit-sentence-parts.ts'
import { ListPage } from '#web/ui/list-page.tsx'
import type { Column } from '#web/ui/table.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listEntries } from './contract.ts'
import type { Entry } from './entry-cells.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = {
  company: string
  links: AuditLinks
  /** To the log with the same filter. */
  logLink: ReactNode
}

/** The log of one company: its users' events and its own, the latest first. */
export function ActivityOfCompany({ company, links, logLink }: Props) {
  const t = useMessages(messages)
  const list = useList(listEntries, { company, ownSearches: 'hidden' })
  return (
    <ListPage
      header={undefined}
      tools={logLink}
      t={{ caption: t.caption, none: t.empty }}
      columns={useColumns(links)}
      list={list}
    />
  )
}

function useColumns(links: AuditLinks): Column<Entry>[] {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return useMemo(
    () => [
      {
        title: t.time,
        width: 20,
        cell: ({ timestamp }) => (
          <time dateTime={timestamp}>{formatRecent(timestamp, locale, defaultTimeZone())}</time>
        ),
      },
      { title: t.event, width: 64, cell: (entry) => <Sentence entry={entry} links={links} /> },
      {
        title: t.ipAddress,
        width: 16,
        cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi>,
      },
    ],
    [t, locale, links],
  )
}

function Sentence({ entry, links }: { entry: Entry; links: AuditLinks }) {
  const reason = useAuditReason()(entry)
  const text = useAuditText()(entry)
  return (
    <span
      className={styles.sentence}
      data-kind={auditKindOf(entry)}
      title={[text, reason].filter(Boolean).join(' · ')}
    >
      <AuditIcon entry={entry} />
      <span>
        <AuditSentence entry={entry} links={links} />
        {reason !== undefined && (
          <>
            {' · '}
            <bdi className={styles.reason}>{reason}</bdi>
          </>
        )}
      </span>
    </span>
  )
}
