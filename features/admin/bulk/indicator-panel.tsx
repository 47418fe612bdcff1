import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '#web/api.ts'
import { numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { listBulks, type BulkJobReply } from './contract.ts'
import { indicatorMessages } from './indicator-messages.ts'

const pollMs = 2_000

type Props = { jobLink: (id: string, text: ReactNode) => ReactNode }

/** Leads from every page back to a bulk job that runs, or that has ended since this document was opened. */
export function BulkIndicator({ jobLink }: Props) {
  const t = useMessages(indicatorMessages)
  const { locale } = useLocale()
  const [seen, setSeen] = useState<string>()
  const jobs = useQuery({
    queryKey: ['bulk-jobs'],
    queryFn: ({ signal }) => call(listBulks, {}, { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
    staleTime: 0,
  })
  const running = jobs.data?.find(isRunning)
  if (running && running.id !== seen) setSeen(running.id)
  const job = running ?? jobs.data?.find(({ id }) => id === seen)
  if (!job) return null
  const settled = job.done + job.failed + job.skipped
  const numbers = numberFormat(locale)
  const isOn = isRunning(job)
  const share = numberFormat(locale, { style: 'percent' })
  return jobLink(
    job.id,
    <>
      <span className="visually-hidden">{isOn ? t.bulk : t.ended}</span>
      {isOn && <progress aria-hidden="true" max={job.total} value={settled} />}
      {isOn && <bdi data-wide>{`${numbers.format(settled)} / ${numbers.format(job.total)}`}</bdi>}
      <bdi aria-hidden="true" {...(isOn && { 'data-narrow': '' })}>
        {isOn ? share.format(settled / job.total) : <LineIcon path="M4 10.5l4 4 8-9" />}
      </bdi>
    </>,
  )
}

function isRunning({ finishedAt }: BulkJobReply): boolean {
  return finishedAt === null
}
