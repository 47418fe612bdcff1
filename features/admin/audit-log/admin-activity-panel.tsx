import * as adminLinks from '#contract/admin-links.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { AuditIcon, AuditReason, AuditSentence } from '#web/parts/audit-sentence.tsx'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { listMessages } from '#web/ui/texts/messages.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useList } from '#web/ui/use-list.ts'
import { listEntries } from './contract.ts'
import type { Entry } from './entry-cells.tsx'
import { messages } from './texts/messages.ts'
import styles from './admin-activity.module.css'

/** Shows an admin's actions and the changes to the admin's account, newest first. */
export function ActivityOfAdmin({ admin }: { admin: string }) {
  const t = useMessages(messages)
  const shared = useMessages(listMessages)
  const list = useList(listEntries, { user: admin, ownSearches: 'hidden' })
  const { rows, error } = list
  return (
    <Panel title={t.ofAdmin}>
      <p>
        <LinkTo to={adminLinks.auditLog({ user: admin })} className="side-link">
          {t.inLog}
        </LinkTo>
      </p>
      {!rows && !error && <Skeleton rows={4} text={shared.loading} />}
      {error && <Failure text={shared.failed} error={error} onRetry={list.refetch} />}
      {rows?.length === 0 && <p className="soft">{t.empty}</p>}
      {rows && rows.length > 0 && (
        <ul className={`rows ${styles.events}`}>
          {rows.map((entry) => (
            <Event key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <div className="button-row">
          <Button isPending={list.isFetchingMore} onClick={list.fetchMore}>
            {shared.showMore}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Event({ entry }: { entry: Entry }) {
  const { timestamp, ipAddress } = entry
  return (
    <li>
      <AuditIcon entry={entry} />
      <span>
        <AuditSentence entry={entry} />
        <AuditReason entry={entry} />
      </span>
      <small>
        <Moment time={timestamp} missing="" />
        {ipAddress !== '' && (
          <>
            {' · '}
            <bdi dir="ltr">{ipAddress}</bdi>
          </>
        )}
      </small>
    </li>
  )
}
