import { useState } from 'react'
import { useMessages } from '#web/locale.ts'
import { BulkActions as Actions } from '#web/ui/bulk-bar.tsx'
import type { BulkAction } from './contract.ts'
import { BulkDialog, type BulkTargets } from './dialog.tsx'
import { wordOf } from './job.tsx'
import { messages } from './texts/messages.ts'

/** The users who were selected when an action was chosen: the list may change behind the dialog. */
export type Chosen = { action: BulkAction; targets: BulkTargets; clear: () => void }

type ActionsProps = Omit<Chosen, 'action'> & {
  /** All are users who have not finished the sign-up: a reminder is what they need. */
  isUnfinished: boolean
  onChoose: (chosen: Chosen) => void
}

/** The actions for the users who are selected in a list, in its bulk bar. */
export function BulkActions({ targets, isUnfinished, clear, onChoose }: ActionsProps) {
  const t = useMessages(messages)
  const choose = (action: BulkAction) => () => onChoose({ action, targets, clear })
  const action = (name: BulkAction) => ({ text: t[wordOf(name)], onPress: choose(name) })
  const platforms = { text: t.changePlatforms, onPress: choose('give-platform') }
  const own = isUnfinished
    ? [action('resend-invitation'), platforms]
    : [platforms, action('end-sessions'), action('resend-invitation'), action('activate')]
  return <Actions actions={[...own, { ...action('deactivate'), isDangerous: true }]} />
}

type DialogProps = {
  chosen: Chosen
  onClose: () => void
  /** When users have changed: the list is to be loaded again. */
  onChanged: () => void
}

/** Beside the list, not in its bar: the bar goes when the selected users leave the list. */
export function ChosenDialog({ chosen, onClose, onChanged }: DialogProps) {
  const { action, targets, clear } = chosen
  const [isStarted, setStarted] = useState(false)
  return (
    <BulkDialog
      action={action}
      targets={targets}
      onStarted={() => setStarted(true)}
      onOver={onChanged}
      onClose={() => {
        if (isStarted) clear()
        onClose()
      }}
    />
  )
}
