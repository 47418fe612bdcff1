import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { BulkActions as Actions } from '#web/ui/bulk-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { listBulkPlatforms, needsPlatform, type BulkAction } from './contract.ts'
import { JobDialog, OrderDialog, type BulkTargets } from './dialog.tsx'
import { messageKeyOf } from './job.tsx'
import { messages } from './texts/messages.ts'

/** A chosen action with the selection of users at that time, because the list may change behind the dialog. */
export type BulkChoice = {
  /** Initial action of the dialog, in which the admin can switch between `give-platform` and `take-platform`. */
  action: BulkAction
  targets: BulkTargets
  /** Clears the selection. Called when the dialog closes after the job was started. */
  clear: () => void
}

type ActionsProps = Omit<BulkChoice, 'action'> & {
  /**
   * True if none of the selected users has finished the sign-up. The bar then offers a reminder first, and neither
   * activation nor the end of sessions.
   */
  isSignUpPending: boolean
  onChoose: (choice: BulkChoice) => void
}

/** The actions for the selected users, in the bulk bar of a list. */
export function BulkActions({ targets, isSignUpPending, clear, onChoose }: ActionsProps) {
  const t = useMessages(messages)
  const choose = (action: BulkAction) => () => onChoose({ action, targets, clear })
  const itemFor = (action: BulkAction) => ({
    text: t[messageKeyOf(action)],
    onPress: choose(action),
  })
  const platforms = { text: t.changePlatforms, onPress: choose('give-platform') }
  const items = isSignUpPending
    ? [itemFor('resend-invitation'), platforms]
    : [platforms, itemFor('end-sessions'), itemFor('resend-invitation'), itemFor('activate')]
  return <Actions actions={[...items, { ...itemFor('deactivate'), isDangerous: true }]} />
}

type DialogProps = BulkChoice & {
  onClose: () => void
  /** Called once the job has ended. */
  onEnd: () => void
}

/**
 * A dialog that counts the affected users, asks for a reason and shows the progress of the job. Rendered outside the
 * bar, which disappears once the selected users leave the list.
 */
export function BulkDialog(props: DialogProps) {
  const t = useMessages(messages)
  const [job, setJob] = useState<{ id: string; action: BulkAction }>()
  const withPlatform = needsPlatform(props.action)
  const platforms = useQuery({
    queryKey: [listBulkPlatforms.path],
    queryFn: ({ signal }) => call(listBulkPlatforms, {}, { signal }),
    enabled: withPlatform,
  })
  if (job) {
    const close = () => {
      props.clear()
      props.onClose()
    }
    return <JobDialog {...props} {...job} onClose={close} />
  }
  if (withPlatform && platforms.data === undefined) {
    const { error } = platforms
    const retry = () => void platforms.refetch()
    const actions = <Button onClick={props.onClose}>{t.close}</Button>
    return (
      <Dialog title={t.changePlatforms} onClose={props.onClose} actions={actions}>
        {error && <Failure text={t.platformsFailed} error={error} onRetry={retry} />}
        {!error && <p role="status">{t.counting}</p>}
      </Dialog>
    )
  }
  return (
    <OrderDialog
      {...props}
      platforms={platforms.data ?? []}
      onJob={(id, action) => setJob({ id, action })}
    />
  )
}
