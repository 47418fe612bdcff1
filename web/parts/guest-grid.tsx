import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { CheckedRow } from '#contract/guest-row.ts'
import type { Locale } from '#contract/locale.ts'
import { loadChunk } from '../lazy.tsx'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { LineIcon } from '../ui/line-icon.tsx'
import {
  addressOf,
  canBeColumn,
  textFields,
  newGuest,
  withBlankEnd,
  withColumn,
  type Guest,
  type GuestFault,
  type GuestField,
  type CheckResults,
  type SetGuests,
} from './guests.ts'
import styles from './guest-grid.module.css'
import { guestMessages as messages } from './texts/messages.ts'
import { LanguageCell } from './guest-language-cell.tsx'
import { FaultText, Status } from './guest-status.tsx'

export const rowsOfPage = 100

type Props = {
  guests: readonly Guest[]
  setGuests: SetGuests
  /** Rows on the current page, with their index in the list. */
  pageRows: readonly { guest: Guest; index: number }[]
  faults: ReadonlyMap<number, GuestFault[]>
  checkResults: CheckResults
  language: Locale
  /** True after the first attempt to send, from which on every error is shown. */
  isAttempted: boolean
  /** True if the list has exactly one row and accepts no others. */
  isOne: boolean
  /** True if rows between those of `pageRows` are hidden. */
  isFiltered: boolean
  /** Called with the number of rows after a paste that filled cells of one column. */
  onColumn: (rows: number) => void
  /** Called with pasted text that contains rows, and the index of the row to insert them at. */
  onRows: (text: string, index: number) => void
}

type Actions = {
  onChange: (index: number, change: Partial<Guest>) => void
  onRemove: (index: number) => void
  onPaste: (event: ClipboardEvent, index: number, field: GuestField) => void
}

/** An editable table of users to invite. Any of its fields accepts pasted rows of a spreadsheet. */
export function Grid(props: Props) {
  const { pageRows, faults, checkResults, language, isAttempted, isOne } = props
  const t = useMessages(messages)
  const [activeKey, setActiveKey] = useState<number>()
  const body = useRef<HTMLTableSectionElement>(null)
  const actions = useActions(props, body)
  return (
    <table
      role="table"
      className={`cards-on-phone ${styles.grid}`}
      data-one={isOne || undefined}
      onKeyDown={moveByArrows}
    >
      <caption className="visually-hidden">{t.gridCaption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {[t.row, t.email, t.firstname, t.lastname, t.preferredLanguage, t.state, t.action].map(
            (title) => (
              <th key={title} role="columnheader" scope="col">
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody
        ref={body}
        role="rowgroup"
        onFocus={({ target }) => setActiveKey(Number(target.closest('tr')?.dataset['key']))}
        onBlur={() => setActiveKey(undefined)}
      >
        {pageRows.map(({ guest, index }) => {
          const rowFaults = faults.get(guest.key) ?? noFaults
          const isActive = guest.key === activeKey
          return (
            <GridRow
              key={guest.key}
              {...{ guest, index, language, actions }}
              faults={isAttempted ? rowFaults : softenFaults(rowFaults, isActive)}
              checked={checkResults.get(addressOf(guest) ?? '')}
            />
          )
        })}
      </tbody>
    </table>
  )
}

/** A constant, so that a row without errors is not rendered again. */
const noFaults: GuestFault[] = []

function useActions(props: Props, body: RefObject<HTMLElement | null>): Actions {
  const { guests, setGuests, isOne, isFiltered, onColumn, onRows } = props
  return useStableActions({
    onChange: (index, change) => {
      const changed = guests.with(index, { ...(guests[index] ?? newGuest()), ...change })
      setGuests(withBlankEnd(changed))
    },
    onRemove: (index) => {
      setGuests(withBlankEnd(guests.toSpliced(index, 1)))
      focusCell(body.current, index, 'email')
    },
    onPaste: (event, index, field) => {
      const text = event.clipboardData.getData('text/plain')
      if (isOne || !containsRows(text, field)) return
      // A column would overwrite hidden rows, so the browser pastes it into the one field.
      if (isFiltered && canBeColumn(text, field)) return
      event.preventDefault()
      void loadChunk(() => import('./guest-rows.ts')).then(({ linesOf }) => {
        const lines = linesOf(text)
        if (canBeColumn(text, field) && lines.every((cells) => cells.length === 1)) {
          // The list may have changed while the parser loaded.
          setGuests((latest) => withColumn(latest, index, field, lines.flat()))
          onColumn(lines.length)
        } else onRows(text, index)
      })
    },
  })
}

const isOnlyHint = ({ rule }: GuestFault) => rule === 'notCorrected'

/**
 * Returns the errors to show before the first attempt to send. Omits missing values of the row that is being edited,
 * and turns the error of an address that is still to be corrected into a hint.
 */
function softenFaults(faults: GuestFault[], isActive: boolean): GuestFault[] {
  const isOmitted = ({ rule }: GuestFault) => isActive && rule === 'required'
  // The same array, so that the row is not rendered again.
  if (!faults.some((fault) => isOmitted(fault) || isOnlyHint(fault))) return faults
  const remaining = faults
    .filter((fault) => !isOmitted(fault))
    .map((fault) => (isOnlyHint(fault) ? { ...fault, isHint: true } : fault))
  return remaining.length === 0 ? noFaults : remaining
}

/** Returns functions that keep their identity across renders, so that a keystroke renders only its own row. */
function useStableActions(actions: Actions): Actions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<Actions>(() => ({
    onChange: (...args) => latest.current.onChange(...args),
    onRemove: (...args) => latest.current.onRemove(...args),
    onPaste: (...args) => latest.current.onPaste(...args),
  }))
  return stable
}

/** Returns true if the text contains several lines or cells, or several addresses in one line. */
function containsRows(text: string, field: GuestField): boolean {
  const trimmed = text.trim()
  if (/[\n\r\t]/.test(trimmed)) return true
  return field === 'email' && trimmed.includes('@') && /[,;<]/.test(trimmed)
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }

/** Moves the focus to the field above or below on the arrow keys, as in a spreadsheet; Enter moves down. */
function moveByArrows(event: KeyboardEvent): void {
  const { target, key, nativeEvent, currentTarget } = event
  if (!(target instanceof HTMLInputElement) || nativeEvent.isComposing) return
  const step = steps[key]
  if (step === undefined) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(`[name=${target.name}]`)]
  fields[fields.indexOf(target) + step]?.focus()
}

/** Moves the focus to a cell after the pending change is rendered, and selects its text if `isSelected`. */
export function focusCell(
  container: ParentNode | null,
  index: number,
  field: GuestField,
  { isSelected = false } = {},
): void {
  requestAnimationFrame(() => {
    const cell = container?.querySelector<HTMLInputElement>(
      `[data-index='${index}'] [name=${field}]`,
    )
    cell?.focus()
    if (isSelected) cell?.select()
  })
}

type RowProps = {
  guest: Guest
  index: number
  language: Locale
  faults: readonly GuestFault[]
  checked: CheckedRow | undefined
  actions: Actions
}

const GridRow = memo(function GridRow({
  guest,
  index,
  language,
  faults,
  checked,
  actions,
}: RowProps) {
  const t = useMessages(messages)
  const row = index + 1
  return (
    <tr
      role="row"
      data-key={guest.key}
      data-index={index}
      data-wrong={faults.some(({ isHint }) => !isHint) || undefined}
    >
      <th role="rowheader" scope="row">
        <span className={styles.number}>{row}</span>
        <span className={styles.numbered}>{t.rowNumber({ row })}</span>
      </th>
      {textFields.map((field) => (
        <td key={field} role="cell" data-title={t[field]}>
          <Cell
            {...{ guest, field, actions, index }}
            faults={faults.filter((fault) => fault.field === field)}
          />
        </td>
      ))}
      <LanguageCell {...{ guest, index, language, actions }} />
      <td role="cell" className={styles.status}>
        <div>
          <Status guest={guest} faults={faults} outcome={checked?.outcome} />
        </div>
      </td>
      <td role="cell" className={styles.remove}>
        <Button
          variant="quiet"
          aria-label={t.removeRow({ row })}
          onClick={() => actions.onRemove(index)}
        >
          <LineIcon path="M5 5l10 10M15 5L5 15" />
        </Button>
      </td>
    </tr>
  )
})

type CellProps = Pick<RowProps, 'guest' | 'index' | 'faults' | 'actions'> & {
  field: (typeof textFields)[number]
}

function Cell({ guest, index, field, faults, actions }: CellProps) {
  const t = useMessages(messages)
  const id = `guest-${guest.key}-${field}`
  const isAddress = field === 'email'
  return (
    <>
      <input
        name={field}
        type="text"
        inputMode={isAddress ? 'email' : 'text'}
        dir={isAddress ? 'ltr' : 'auto'}
        autoComplete="off"
        autoCapitalize={isAddress ? 'none' : undefined}
        spellCheck={false}
        aria-label={t.cellOf({ field: t[field], row: index + 1 })}
        aria-invalid={faults.some(({ isHint }) => !isHint) || undefined}
        aria-describedby={faults.length > 0 ? id : undefined}
        value={guest[field]}
        onChange={({ target }) => actions.onChange(index, { [field]: target.value })}
        onPaste={(event) => actions.onPaste(event, index, field)}
      />
      {faults.length > 0 && (
        <p id={id} className="visually-hidden">
          <FaultText fault={faults[0] as GuestFault} />
        </p>
      )}
    </>
  )
}
