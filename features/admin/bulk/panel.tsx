import { useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { BulkActions as Actions } from '#web/ui/bulk-bar.tsx'
import type { BulkAction } from './contract.ts'
import { BulkDialog, type BulkTargets } from './dialog.tsx'
import { messageKeyOf } from './job.tsx'
import { messages } from './texts/messages.ts'

/** The action and the users selected when it was chosen, because the list may change behind the dialog. */
export type Chosen = { action: BulkAction; targets: BulkTargets; clear: () => void }

type ActionsProps = Omit<Chosen, 'action'> & {
  /** True if all selected users have not finished the sign-up. The bar then offers a reminder. */
  isUnfinished: boolean
  onChoose: (chosen: Chosen) => void
}

/** The actions for the selected users, in the bulk bar of a list. */
export function BulkActions({ targets, isUnfinished, clear, onChoose }: ActionsProps) {
  const t = useMessages(messages)
  const choose = (action: BulkAction) => () => onChoose({ action, targets, clear })
  const action = (name: BulkAction) => ({ text: t[messageKeyOf(name)], onPress: choose(name) })
  const platforms = { text: t.changePlatforms, onPress: choose('give-platform') }
  const own = isUnfinished
    ? [action('resend-invitation'), platforms]
    : [platforms, action('end-sessions'), action('resend-invitation'), action('activate')]
  return <Actions actions={[...own, { ...action('deactivate'), isDangerous: true }]} />
}

type DialogProps = {
  chosen: Chosen
  onClose: () => void
  /** Called after users have changed, so that the list is reloaded. */
  onChanged: () => void
}

/**
 * The dialog of the chosen action. Rendered outside the bar, which disappears once the selected users leave the list.
 */
export function ChosenDialog({ chosen, onClose, onChanged }: DialogProps) {
  const { action, targets, clear } = chosen
  const [isStarted, setStarted] = useState(false)
  return (
    <BulkDialog
      action={action}
      targets={targets}
      onStarted={() => setStarted(true)}
      onEnd={onChanged}
      onClose={() => {
        if (isStarted) clear()
        onClose()
      }}
    />
  )
}
