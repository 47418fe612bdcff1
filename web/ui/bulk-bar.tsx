import type { ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import styles from './list-page.module.css'
import { listMessages } from './list-messages.ts'
import type { Selection } from './selection.ts'

/** What is selected, and how to end the selection. */
export type BulkSelection = { ids: readonly string[]; clear: () => void }

type Props = { selection: Selection; children: (selection: BulkSelection) => ReactNode }

/** What can be done with the selected rows, at the lower end of the window. */
export function BulkBar({ selection, children }: Props) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  const { ids, clear } = selection
  return (
    <div role="group" aria-label={t.selection} className={styles.bulk}>
      <strong role="status">{counted(t.selected, ids.size, locale)}</strong>
      {children({ ids: [...ids], clear })}
      <Button variant="quiet" className={styles.clear} onClick={clear}>
        {t.clearSelection}
      </Button>
    </div>
  )
}
