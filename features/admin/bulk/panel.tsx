import { useMessages } from '#web/locale.ts'
import { BulkActions as Actions } from '#web/ui/bulk-bar.tsx'
import type { BulkAction } from './contract.ts'
import type { BulkChoice } from './dialog.tsx'
import { messageKeyOf } from './job.tsx'
import { messages } from './texts/messages.ts'

// The dialog is loaded with the buttons, and rendered outside the bar, which may disappear while the job runs.
export { BulkDialog } from './dialog.tsx'

type ActionsProps = Omit<BulkChoice, 'action'> & {
  /** True if all selected users have not finished the sign-up. The bar then offers a reminder. */
  isUnfinished: boolean
  onChoose: (choice: BulkChoice) => void
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
