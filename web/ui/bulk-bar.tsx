import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { exactTotal, type Total } from '#contract/list.ts'
import { numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '../locale.ts'
import styles from './bulk-bar.module.css'
import { Button } from './button.tsx'
import { useCoveredHeight } from './covered-height.ts'
import { IconButton } from './icon-button.tsx'
import { LineIcon } from './line-icon.tsx'
import { listMessages } from './texts/messages.ts'
import { MenuItems, Popup, type MenuAction } from './popup.tsx'
import { typingSelector } from './list-keys.ts'
import type { Selection } from './selection.ts'

/** The selected rows, and a function that clears the selection. */
export type BulkSelection = {
  ids: readonly string[]
  /** True if all matching rows are selected, including rows that are not shown. */
  isAll: boolean
  /** Number of matching rows; undefined if the list does not report it. */
  total: Total | undefined
  clear: () => void
}

type Offer = 'everywhere' | 'phone'

type Props = {
  selection: Selection
  /** Number of matching rows, and the screens that offer to select all of them (none if undefined). */
  matching: { total: Total | undefined; offer?: Offer }
  children: (selection: BulkSelection) => ReactNode
}

/** A bar at the bottom of the window with the actions for the selected rows. */
export function BulkBar({ selection, matching, children }: Props) {
  const t = useMessages(listMessages)
  const { ids, isAll, hidden, clear } = selection
  const { total, offer } = matching
  const bar = useCoveredHeight()
  useEscape(clear)
  // The pressed button disappears, so the bar takes the focus.
  const selectAll = () => {
    selection.selectAll()
    bar.current?.focus()
  }
  const count = total && !total.isEstimated ? total.count : undefined
  const all = count === undefined ? t.allSelected : t.allSelectedTotal({ total: count })
  return (
    <div ref={bar} tabIndex={-1} role="group" aria-label={t.selection} className={styles.bulk}>
      <p role="status">
        <strong>{isAll ? all : t.selected({ count: ids.size })}</strong>
        {hidden > 0 && <small>{t.notShown({ count: hidden })}</small>}
      </p>
      {offer && !isAll && <SelectMatching total={total} offer={offer} onSelect={selectAll} />}
      {children({ ids: [...ids], isAll, total, clear })}
      <IconButton label={t.clearSelection} path="M5 5l10 10M15 5L5 15" isLarge onPress={clear} />
    </div>
  )
}

/** Calls `onEscape` on Escape, unless an open dialog, a popover or a field handles the key. */
function useEscape(onEscape: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const isTaken = (event.target as HTMLElement).closest(typingSelector) !== null
    if (!isTaken && !document.querySelector('dialog[open], :popover-open')) onEscape()
  })
  useEffect(() => {
    // The capture phase runs before the same key closes a dialog or popover.
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
}

type MatchingProps = { total: Total | undefined; offer: Offer; onSelect: () => void }

/** Offers to select all matching rows, or says that they are too many for one action. */
function SelectMatching({ total, offer, onSelect }: MatchingProps) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  if (total && total.count > exactTotal) {
    return (
      <small data-offer={offer}>
        {t.tooManyToSelect({ most: numberFormat(locale).format(exactTotal) })}
      </small>
    )
  }
  const count = total && !total.isEstimated ? numberFormat(locale).format(total.count) : undefined
  return (
    <Button variant="quiet" className={styles.matching} data-offer={offer} onClick={onSelect}>
      {count === undefined ? t.selectMatching : t.selectMatchingTotal({ total: count })}
    </Button>
  )
}

/** Maximum number of buttons for actions that are not dangerous; with more, a menu replaces the last button. */
const maxButtons = 3

/**
 * The actions of a bulk bar. The first ones are buttons, the others are in a menu, and dangerous ones are separate
 * buttons. On a phone, one menu contains all of them.
 */
export function BulkActions({ actions }: { actions: readonly MenuAction[] }) {
  const t = useMessages(listMessages)
  const plain = actions.filter(({ isDangerous }) => !isDangerous)
  const dangerous = actions.filter(({ isDangerous }) => isDangerous)
  const buttons = plain.slice(0, plain.length > maxButtons ? maxButtons - 1 : maxButtons)
  return (
    <>
      <div className={styles.actions}>
        {buttons.map(({ text, onPress }) => (
          <Button key={text} isInRow onClick={onPress}>
            {text}
          </Button>
        ))}
        <ActionMenu face={t.moreActions} actions={plain.slice(buttons.length)} />
        {dangerous.map(({ text, onPress }) => (
          <Button key={text} isInRow variant="danger-outline" onClick={onPress}>
            {text}
          </Button>
        ))}
      </div>
      <div className={styles.menu}>
        <ActionMenu face={t.actions} actions={[...plain, ...dangerous]} />
      </div>
    </>
  )
}

function ActionMenu({ face, actions }: { face: string; actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null
  return (
    <Popup
      label={face}
      className="secondary-button row-button"
      face={
        <>
          {face} <LineIcon box={16} path="M4.5 6.5 8 10l3.5-3.5" />
        </>
      }
    >
      {(close) => <MenuItems items={actions} close={close} />}
    </Popup>
  )
}
