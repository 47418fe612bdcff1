import { useState, type ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import type { BulkAction } from './contract.ts'
import { BulkDialog, type BulkTargets } from './dialog.tsx'
import { wordOf } from './job.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

const shown = ['deactivate', 'activate', 'end-sessions', 'resend-invitation'] as const

/** The users who were selected when an action was chosen: the list may change behind the dialog. */
export type Chosen = { action: BulkAction; targets: BulkTargets; clear: () => void }

type ActionsProps = Omit<Chosen, 'action'> & { onChoose: (chosen: Chosen) => void }

/** The actions for the users who are selected in a list, in its bulk bar. */
export function BulkActions({ targets, clear, onChoose }: ActionsProps) {
  const t = useMessages(messages)
  const choose = (action: BulkAction) => () => onChoose({ action, targets, clear })
  return (
    <div className={styles.actions}>
      {shown.map((action) => (
        <Button key={action} isInRow onClick={choose(action)}>
          {t[wordOf(action)]}
        </Button>
      ))}
      <Button isInRow onClick={choose('give-platform')}>
        {t.changePlatforms}
      </Button>
    </div>
  )
}

type DialogProps = {
  chosen: Chosen
  onClose: () => void
  /** When users have changed: the list is to be loaded again. */
  onChanged: () => void
  /** Makes links to the page of a job. */
  jobLink: (id: string, text: ReactNode) => ReactNode
}

/** Beside the list, not in its bar: the bar goes when the selected users leave the list. */
export function ChosenDialog({ chosen, onClose, onChanged, jobLink }: DialogProps) {
  const { action, targets, clear } = chosen
  const [isStarted, setStarted] = useState(false)
  return (
    <BulkDialog
      action={action}
      targets={targets}
      jobLink={jobLink}
      onStarted={() => setStarted(true)}
      onOver={onChanged}
      onClose={() => {
        if (isStarted) clear()
        onClose()
      }}
    />
  )
}
