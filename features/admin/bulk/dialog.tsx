import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import type { MessagesOf } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useGap, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/confirm.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useForm } from '#web/ui/form.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import type { ListSearch } from '#web/ui/list-filters.tsx'
import { ReasonField } from '#web/ui/reason-field.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import {
  needsPlatform,
  needsReason,
  startBulk,
  type BulkAction,
  type BulkFilters,
} from './contract.ts'
import { effectMessages, messages } from './texts/messages.ts'
import {
  jobsKey,
  hasEnded,
  Progress,
  reasonOf,
  useBulkJob,
  useCancel,
  useTitle,
  messageKeyOf,
} from './job.tsx'

type Platform = { id: string; name: string }

/** The users: by id, or all that match a query of the list. `count` is the number that the list shows. */
export type BulkTargets =
  | { ids: readonly string[] }
  | { query: ListSearch; count: number | undefined }

type Props = { action: BulkAction; targets: BulkTargets; onClose: () => void }

type OrderProps = Props & {
  platforms: readonly Platform[]
  onJob: (id: string, action: BulkAction) => void
}

/**
 * Counts the affected users, asks for a reason and starts the job. For a platform action, a field switches between
 * granting and revoking access.
 */
export function OrderDialog({
  action: initialAction,
  targets,
  platforms,
  onClose,
  onJob,
}: OrderProps) {
  const t = useMessages(messages)
  const title = useTitle()
  const queryClient = useQueryClient()
  const isAboutPlatform = needsPlatform(initialAction)
  const form = useForm(startBulk, t, {
    initial: { reason: '', change: initialAction, subsystem: platforms[0]?.id ?? '' },
    toBody: ({ reason, change, subsystem }) => ({
      action: change,
      ...bodyOf(targets),
      reason,
      ...(isAboutPlatform && { subsystem }),
    }),
    onDone: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey })
      if (id !== null) onJob(id, form.values.change as BulkAction)
    },
  })
  const action = form.values.change as BulkAction
  const subsystem = isAboutPlatform ? String(form.values.subsystem) : undefined
  const counts = useCounts({ action, targets, subsystem })
  const total = counts.data?.total ?? countOf(targets)
  const isRevoking = action === 'deactivate' || action === 'take-platform'
  return (
    <FormDialog
      title={title({ action, total })}
      action={t[messageKeyOf(action)]}
      isDangerous={isRevoking}
      isDisabled={counts.data?.effect?.changed === 0}
      onClose={onClose}
      form={form}
      fields={
        <>
          {isAboutPlatform && <PlatformFields form={form} platforms={platforms} />}
          {needsReason(action) && <ReasonField form={form} label={t.reason} />}
        </>
      }
    >
      <p>{t[`effect_${effectKeyOf(action)}`]}</p>
      <Effect action={action} counts={counts} />
    </FormDialog>
  )
}

type FieldsProps = {
  form: FormState<'reason' | 'change' | 'subsystem', keyof MessagesOf<typeof messages>>
  platforms: readonly Platform[]
}

function PlatformFields({ form, platforms }: FieldsProps) {
  const t = useMessages(messages)
  const changes = [
    { value: 'give-platform', text: t.give_platform },
    { value: 'take-platform', text: t.take_platform },
  ]
  const choices = platforms.map(({ id, name }) => ({ value: id, text: name }))
  return (
    <>
      <SelectField form={form} name="change" options={changes} />
      <SelectField form={form} name="subsystem" options={choices} />
    </>
  )
}

function effectKeyOf(action: BulkAction) {
  const key = messageKeyOf(action)
  return key === 'give_platform' || key === 'take_platform' ? 'platform' : key
}

type CountQuery = Pick<Props, 'action' | 'targets'> & { subsystem: string | undefined }

/** Counts the users that the action would affect now. */
function useCounts({ action, targets, subsystem }: CountQuery) {
  const platform = subsystem !== undefined && { subsystem }
  const body = { action, ...bodyOf(targets), dryRun: true, ...platform }
  return useQuery({
    queryKey: ['bulk-effect', body],
    queryFn: ({ signal }) => call(startBulk, { body }, { signal }),
    staleTime: 0,
  })
}

function bodyOf(targets: BulkTargets) {
  return 'ids' in targets ? { ids: [...targets.ids] } : { query: targets.query as BulkFilters }
}

function countOf(targets: BulkTargets): number | undefined {
  return 'ids' in targets ? targets.ids.length : targets.count
}

type EffectProps = Pick<Props, 'action'> & { counts: ReturnType<typeof useCounts> }

function Effect({ action, counts }: EffectProps) {
  const [t, words] = [useMessages(messages), useMessages(effectMessages)]
  const gap = useGap()
  if (counts.error) {
    const retry = () => void counts.refetch()
    return <Failure text={t.effectUnknown} texts={t} error={counts.error} onRetry={retry} />
  }
  const effect = counts.data?.effect
  return (
    <div role="status">
      {!effect && <p>{t.counting}</p>}
      {effect && (
        <p>
          <strong>{words[`will_${messageKeyOf(action)}`]({ count: effect.changed })}</strong>
          {gap}
          {effect.unchanged > 0 &&
            t[`unchanged_${messageKeyOf(action)}`]({ count: effect.unchanged })}
          {gap}
          {effect.refused > 0 && t.refusedCount({ count: effect.refused })}
        </p>
      )}
      {effect && effect.refused > 0 && (
        <ul>
          {effect.reasons.map(({ code, count }) => (
            <li key={code}>{t.refusedBecause({ reason: reasonOf(code, t), count })}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** `onEnd` is called once the job has ended. */
type JobProps = Props & { id: string; onEnd: () => void }

/** Shows the job. The job continues after the dialog is closed, and the header links to it. */
export function JobDialog({ id, action, targets, onClose, onEnd }: JobProps) {
  const t = useMessages(messages)
  const title = useTitle()
  const job = useBulkJob(id, onEnd)
  const cancel = useCancel(id)
  const { data } = job
  const isRunning = data !== undefined && !hasEnded(data)
  const total = data?.total ?? countOf(targets)
  return (
    <Dialog
      title={title({ action, total })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isRunning ? t.hide : t.close}</Button>
          {data?.state === 'running' && (
            <Button isPending={cancel.isPending} onClick={() => cancel.mutate()}>
              {t.cancelJob}
            </Button>
          )}
        </>
      }
    >
      {data && <Progress job={data} />}
      {job.error && (
        <Failure text={t.failedOne} error={job.error} onRetry={() => void job.refetch()} />
      )}
      {cancel.error && <Failure text={t.cancelFailed} error={cancel.error} />}
      {data && hasEnded(data) && (
        <p>
          <LinkTo to={adminLinks.bulkJob({ id })}>{t.results}</LinkTo>
        </p>
      )}
    </Dialog>
  )
}
