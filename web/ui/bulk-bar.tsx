import { useRef, type ReactNode } from 'react'
import { exactTotal, type Total } from '#contract/list.ts'
import { counted, fill, numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import styles from './list-page.module.css'
import { listMessages } from './list-messages.ts'
import type { Selection } from './selection.ts'

/** What is selected, and how to end the selection. */
export type BulkSelection = {
  /** Of the shown rows. */
  ids: readonly string[]
  /** Also those that match and are not shown. */
  isAll: boolean
  /** How many match, where the list says so. */
  total: Total | undefined
  clear: () => void
}

type Offer = 'everywhere' | 'phone'

type Props = {
  selection: Selection
  /** How many rows match, and where all of them may be selected. */
  matching: { total: Total | undefined; offer?: Offer }
  children: (selection: BulkSelection) => ReactNode
}

/** What can be done with the selected rows, at the lower end of the window. */
export function BulkBar({ selection, matching, children }: Props) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  const { ids, isAll, clear } = selection
  const { total, offer } = matching
  const bar = useRef<HTMLDivElement>(null)
  // The button goes: the focus stays in the bar.
  const selectAll = () => {
    selection.selectAll()
    bar.current?.focus()
  }
  const count = total && !total.isEstimated ? numberFormat(locale).format(total.count) : undefined
  const all = count === undefined ? t.allSelected : fill(t.allSelectedTotal, { total: count })
  return (
    <div ref={bar} tabIndex={-1} role="group" aria-label={t.selection} className={styles.bulk}>
      <strong role="status">{isAll ? all : counted(t.selected, ids.size, locale)}</strong>
      {offer && !isAll && <SelectMatching total={total} offer={offer} onSelect={selectAll} />}
      {children({ ids: [...ids], isAll, total, clear })}
      <Button variant="quiet" className={styles.clear} onClick={clear}>
        {t.clearSelection}
      </Button>
    </div>
  )
}

type MatchingProps = { total: Total | undefined; offer: Offer; onSelect: () => void }

/** Offers all that match; where they are too many for one action, says so. */
function SelectMatching({ total, offer, onSelect }: MatchingProps) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  if (total && total.count > exactTotal) {
    return (
      <span data-offer={offer}>
        {fill(t.tooManyToSelect, { most: numberFormat(locale).format(exactTotal) })}
      </span>
    )
  }
  const count = total && !total.isEstimated ? numberFormat(locale).format(total.count) : undefined
  return (
    <Button isInRow data-offer={offer} onClick={onSelect}>
      {count === undefined ? t.selectMatching : fill(t.selectMatchingTotal, { total: count })}
    </Button>
  )
}
