import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useColon, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { useListLink, useOpen, useRecordId } from '#web/page-search.ts'
import { saveAs } from '#web/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { CellTime, Moment } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { listMessages } from '#web/ui/texts/messages.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page, PageHeader } from '#web/ui/page.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { exportBulkResults, listBulks, startBulk, type BulkJobReply } from './contract.ts'
import { effectMessages, messages } from './texts/messages.ts'
import {
  hasEnded,
  jobsKey,
  Progress,
  useBulkJob,
  useCancel,
  useProgressText,
  useTitle,
  messageKeyOf,
} from './job.tsx'
import { Results } from './results.tsx'
import styles from './page.module.css'

const BulkHeader = headerOf(messages)

/** Lists the admin's latest jobs. */
export function BulkPage() {
  const t = useMessages(messages)
  const shared = useMessages(listMessages)
  const columns = useColumns()
  const jobs = useQuery({
    queryKey: jobsKey,
    queryFn: ({ signal }) => call(listBulks, {}, { signal }),
    staleTime: 0,
  })
  const { data, error } = jobs
  return (
    <Page back={<LinkTo to={useListLink(adminLinks.users)}>{t.backToUsers}</LinkTo>}>
      <BulkHeader />
      {error && <Failure text={shared.failed} error={error} onRetry={() => void jobs.refetch()} />}
      {!data && !error && <Skeleton rows={4} text={shared.loading} />}
      {data?.length === 0 && (
        <div className="empty">
          <strong>{t.noJobs}</strong>
          <p>{t.noJobsHint}</p>
        </div>
      )}
      {data && data.length > 0 && <Table caption={t.captionOfAll} columns={columns} rows={data} />}
    </Page>
  )
}

function useColumns(): Column<BulkJobReply>[] {
  const [t, words] = [useMessages(messages), useMessages(effectMessages)]
  const title = useTitle()
  const progressOf = useProgressText()
  return [
    {
      title: t.action,
      cell: (job) => <LinkTo to={adminLinks.bulkJob({ id: job.id })}>{title(job)}</LinkTo>,
    },
    { title: t.started, cell: ({ createdAt }) => <CellTime time={createdAt} /> },
    {
      title: t.state,
      cell: (job) => (hasEnded(job) ? t[job.state] : progressOf(job)),
    },
    {
      title: t.result,
      cell: ({ action, done, failed }) => (
        <>
          {words[`done_${messageKeyOf(action)}`]({ count: done })}
          {failed > 0 && (
            <span className="second-line wrong">{t.countFailed({ count: failed })}</span>
          )}
        </>
      ),
    },
  ]
}

/** Shows the progress of a job and the result for each user. */
export function BulkJobPage() {
  const t = useMessages(messages)
  const record = useBulkJob(useRecordId())
  const back = <LinkTo to={adminLinks.bulkJobs()}>{t.backToAll}</LinkTo>
  return (
    <RecordPage back={back} record={record} t={t}>
      {(job) => <Job key={job.id} job={job} />}
    </RecordPage>
  )
}

function Job({ job }: { job: BulkJobReply }) {
  const t = useMessages(messages)
  const title = useTitle()
  const { id, state, failed, subsystem, reason } = job
  const cancel = useCancel(id)
  const intro = [subsystem?.name, reason].filter(Boolean).join(' · ')
  return (
    <>
      <PageHeader title={title(job)} intro={<bdi>{intro}</bdi>} />
      <Times job={job} />
      <Progress job={job} />
      <div className="row-3">
        {state === 'running' && (
          <Button isPending={cancel.isPending} onClick={() => cancel.mutate()}>
            {t.cancelJob}
          </Button>
        )}
        {hasEnded(job) && failed > 0 && <Retry job={job} />}
        {hasEnded(job) && <Export id={id} />}
      </div>
      {cancel.error && <Failure text={t.cancelFailed} error={cancel.error} />}
      {/* The key selects the initial tab again when the job ends. */}
      <Results key={String(hasEnded(job))} job={job} />
    </>
  )
}

/** Shows the admin and the times of a job. The admin is always the reader, who can see only their own jobs. */
function Times({ job: { createdAt, finishedAt } }: { job: BulkJobReply }) {
  const t = useMessages(messages)
  const colon = useColon()
  const admin = useAdminMe()
  return (
    <p className={styles.times}>
      <bdi>{nameOf(admin)}</bdi>
      <span>
        {t.started + colon}
        <Moment time={createdAt} />
      </span>
      {finishedAt !== null && (
        <span>
          {t.finished + colon}
          <Moment time={finishedAt} />
        </span>
      )}
    </p>
  )
}

/** Retries the failed users in a new job with the same reason. */
function Retry({ job }: { job: BulkJobReply }) {
  const t = useMessages(messages)
  const open = useOpen()
  const queryClient = useQueryClient()
  const { id, action, reason, subsystem, failed } = job
  const retrying = useMutation({
    mutationFn: () => {
      const platform = subsystem && { subsystem: subsystem.id }
      return call(startBulk, { body: { action, failedOf: id, reason, ...platform } })
    },
    onSuccess: (newJob) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey })
      if (newJob.id !== null) open(adminLinks.bulkJob({ id: newJob.id }))
    },
  })
  return (
    <>
      <Button variant="primary" isPending={retrying.isPending} onClick={() => retrying.mutate()}>
        {t.retryFailed({ count: failed })}
      </Button>
      {retrying.error && <Failure text={t.retryError} error={retrying.error} />}
    </>
  )
}

function Export({ id }: { id: string }) {
  const t = useMessages(messages)
  const exporting = useMutation({
    mutationFn: () => call(exportBulkResults, { params: { id } }),
    onSuccess: (file) => {
      saveAs(`bulk-${id}.csv`, file as Blob)
      showSuccess(t.exported)
    },
  })
  return (
    <>
      <Button isPending={exporting.isPending} onClick={() => exporting.mutate()}>
        {t.export}
      </Button>
      {exporting.error && <Failure text={t.exportFailed} error={exporting.error} />}
    </>
  )
}
