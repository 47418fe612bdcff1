import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { numberFormat } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { cancelBulk, getBulk, type BulkAction, type BulkJobReply } from './contract.ts'
import { effectMessages, messages } from './texts/messages.ts'
import styles from './page.module.css'

export const jobsKey = ['bulk-jobs']
const jobKey = (id: string) => ['bulk-job', id]
const pollMs = 1_000

/** Returns the message key of an action: `end_sessions` for `end-sessions`. The type does the same replacement. */
export function messageKeyOf<A extends BulkAction>(action: A) {
  return action.replaceAll('-', '_') as A extends `${infer One}-${infer Two}` ? `${One}_${Two}` : A
}

export function hasEnded({ finishedAt }: Pick<BulkJobReply, 'finishedAt'>): boolean {
  return finishedAt !== null
}

/** Fetches a job every second until it has ended, then calls `onEnd` once. */
export function useBulkJob(id: string, onEnd?: () => void) {
  const job = useQuery({
    queryKey: jobKey(id),
    queryFn: ({ signal }) => call(getBulk, { params: { id } }, { signal, background: true }),
    // A job that failed to load is not polled; its page offers a retry.
    refetchInterval: ({ state }) => (state.data && !hasEnded(state.data) ? pollMs : false),
    staleTime: 0,
  })
  const handleEnd = useEffectEvent(() => onEnd?.())
  const queryClient = useQueryClient()
  const { data } = job
  // The header shows the same job but polls it less often, so its data is updated here.
  useEffect(() => {
    if (!data) return
    queryClient.setQueryData<BulkJobReply[]>(jobsKey, (jobs) =>
      jobs?.map((each) => (each.id === data.id ? data : each)),
    )
  }, [queryClient, data])
  const isEnded = data !== undefined && hasEnded(data)
  useEffect(() => {
    if (isEnded) handleEnd()
  }, [isEnded])
  return job
}

export function useCancel(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelBulk, { params: { id }, body: {} }),
    onSuccess: (job) => queryClient.setQueryData(jobKey(id), job),
    // The cancellation fails if the job has already ended. Refetching shows its real state.
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobKey(id) }),
  })
}

/** Returns the reason why a user was refused or failed; an error code without a text is returned as it is. */
export function reasonOf(code: number, t: Readonly<Record<string, unknown>>): string {
  return String(t[`code_${code}`] ?? code)
}

type TitleFacts = { action: BulkAction; total: number | undefined }

/** Returns a function that formats the title of a job: the action, and the number of users if it is known. */
export function useTitle(): (job: TitleFacts) => string {
  const t = useMessages(messages)
  return ({ action, total }) => {
    const key = messageKeyOf(action)
    return total === undefined ? t[key] : t[`title_${key}`]({ count: total })
  }
}

/** Returns a function that formats the progress of a job, for example 3,200 of 10,000. */
export function useProgressText(): (job: BulkJobReply) => string {
  const t = useMessages(messages)
  const { format } = numberFormat(useLocale().locale)
  return ({ done, failed, skipped, total }) =>
    t.progress({ done: format(done + failed + skipped), total: format(total) })
}

/** Shows the progress of a job as a bar and in numbers. */
export function Progress({ job }: { job: BulkJobReply }) {
  const [t, words] = [useMessages(messages), useMessages(effectMessages)]
  const { action, done, failed, skipped, total, state } = job
  const text = useProgressText()(job)
  return (
    <div className={`stack-2 ${styles.progress}`}>
      <progress
        aria-label={t.progressName}
        aria-valuetext={text}
        max={total}
        value={done + failed + skipped}
      />
      <p role="status" className={styles.counts}>
        <strong>{t[state]}</strong>
        <span>{text}</span>
        {done > 0 && <span>{words[`done_${messageKeyOf(action)}`]({ count: done })}</span>}
        {skipped > 0 && <span>{t.countSkipped({ count: skipped })}</span>}
        {failed > 0 && <span className="wrong">{t.countFailed({ count: failed })}</span>}
      </p>
    </div>
  )
}
