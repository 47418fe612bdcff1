import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as adminLinks from '#contract/admin-links.ts'
import { call } from '#web/api.ts'
import { numberFormat } from '#contract/locale.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { listBulks, type BulkJobReply } from './contract.ts'
import { indicatorMessages } from './texts/messages.ts'

const pollMs = 2_000

type Props = { className?: string | undefined }

/**
 * Links from every page to a bulk job that is running, or that has ended since the page was loaded. Texts marked with
 * `data-wide` are visually hidden in a narrow header (app/web/admin/router.module.css).
 */
export function BulkIndicator({ className }: Props) {
  const t = useMessages(indicatorMessages)
  const { locale } = useLocale()
  // A job that was running here stays in view after its end.
  const [lastRunningId, setLastRunningId] = useState<string>()
  const jobs = useQuery({
    // Must equal `jobsKey` of job.tsx, because `useBulkJob` updates the data of this query.
    queryKey: ['bulk-jobs'],
    queryFn: ({ signal }) => call(listBulks, {}, { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
    staleTime: 0,
  })
  const running = jobs.data?.find(isRunning)
  if (running && running.id !== lastRunningId) setLastRunningId(running.id)
  const job = running ?? jobs.data?.find(({ id }) => id === lastRunningId)
  if (!job) return null
  const settled = job.done + job.failed + job.skipped
  const numbers = numberFormat(locale)
  return (
    <LinkTo to={adminLinks.bulkJob({ id: job.id })} className={className}>
      {isRunning(job) ? (
        <>
          <Ring share={settled / job.total} />
          <span data-wide="">
            {t.bulk} <bdi>{`${numbers.format(settled)} / ${numbers.format(job.total)}`}</bdi>
          </span>
        </>
      ) : (
        <>
          <LineIcon path="M4 10.5l4 4 8-9" />
          <span data-wide="">{t.ended}</span>
        </>
      )}
    </LinkTo>
  )
}

/** A progress ring; `share` is 0 to 1. */
function Ring({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <circle cx="12" cy="12" r="9.5" />
      <circle
        cx="12"
        cy="12"
        r="9.5"
        pathLength="100"
        strokeDasharray={`${Math.round(share * 100)} 100`}
        transform="rotate(-90 12 12)"
      />
    </svg>
  )
}

function isRunning({ finishedAt }: BulkJobReply): boolean {
  return finishedAt === null
}
