import { useState } from 'react'
import type { PastedField, PastedRow, PastedTable } from './guest-rows.ts'
import { loadChunk } from '../lazy.tsx'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { textFields, isBlank, newGuest, withPasted, type Guest, type SetGuests } from './guests.ts'
import { guestMessages as messages, pasteMessages } from './texts/messages.ts'
import styles from './guest-list.module.css'

type Rows = { guests: readonly Guest[]; setGuests: SetGuests }
/** The latest paste, with the keys of its rows. */
type Paste = { table: PastedTable; keys: readonly number[] }

const loadParser = () => loadChunk(() => import('./guest-rows.ts'))

/**
 * Manages the rows of the latest paste and the field that each of their columns was read as. `count` is the number of
 * pasted rows, also of a paste into one column, which `setCount` reports.
 */
export function usePaste({ guests, setGuests }: Rows) {
  const [paste, setPaste] = useState<Paste>()
  const [count, setCount] = useState(0)

  /** Adds the rows of a pasted text; returns the index of the first one. */
  async function add(text: string, at = guests.length - 1): Promise<number> {
    const { readTable, rowsOf } = await loadParser()
    const table = readTable(text)
    const added = rowsOf(table).map((row) => newGuest(row))
    // The list may have changed while the parser loaded.
    setGuests((latest) => withPasted(latest, at, added))
    setCount(added.length)
    setPaste({ table, keys: added.map(({ key }) => key) })
    return guests[at] && isBlank(guests[at]) ? at : at + 1
  }

  /** Reads a column as another field. The column that was read as that field before is ignored. */
  async function setField(column: number, field: PastedField | ''): Promise<void> {
    if (!paste) return
    const { rowsOf } = await loadParser()
    const { table, keys } = paste
    const otherFields = table.fields.map((each) => (each === field ? '' : each))
    const fields = otherFields.with(column, field)
    const next = { ...table, fields }
    const [before, after] = [rowsOf(table), rowsOf(next)]
    const indexes = new Map(keys.map((key, index) => [key, index]))
    setGuests((latest) =>
      latest.map((guest) => {
        const index = indexes.get(guest.key) ?? -1
        return withReading(guest, before[index], after[index])
      }),
    )
    setPaste({ table: next, keys })
  }

  const hasPastedRows =
    paste?.keys.some((key) => guests.some((guest) => guest.key === key)) ?? false
  return {
    count,
    setCount,
    add,
    setField,
    // A single column leaves nothing to choose.
    table: hasPastedRows && paste && paste.table.fields.length > 1 ? paste.table : undefined,
    close: () => setPaste(undefined),
  }
}

/** Replaces the values of a pasted row, except those that were edited after the paste. */
function withReading(guest: Guest, before?: PastedRow, after?: PastedRow): Guest {
  if (!before || !after) return guest
  const editedFields = [...textFields, 'language' as const, 'unknownLanguage' as const].filter(
    (field) => guest[field] !== before[field],
  )
  return {
    ...guest,
    ...after,
    ...Object.fromEntries(editedFields.map((field) => [field, guest[field]])),
  }
}

type Props = {
  table: PastedTable
  onField: (column: number, field: PastedField | '') => void
  onClose: () => void
}

/** Selects for the field of each pasted column, to correct columns that were not recognized. */
export function ColumnChoices({ table, onField, onClose }: Props) {
  const [t, pasteTexts] = [useMessages(messages), useMessages(pasteMessages)]
  const { headings, fields, lines } = table
  const nameOf = (index: number) => headings[index] || pasteTexts.column({ number: index + 1 })
  const ignored = fields.flatMap((field, index) => (field === '' ? [nameOf(index)] : []))
  const options = [
    ['', pasteTexts.leaveOut],
    ['email', t.email],
    ['firstname', t.firstname],
    ['lastname', t.lastname],
    ['name', pasteTexts.fullName],
    ['language', t.preferredLanguage],
  ] as const
  return (
    <fieldset className={styles.columns}>
      <legend>{pasteTexts.columns}</legend>
      <p role="status" className="soft">
        {ignored.length === 0 ? pasteTexts.columnsHint : pasteTexts.leftOut({ columns: ignored })}
      </p>
      <div className={styles.choices}>
        {fields.map((field, index) => (
          <label key={index} data-left={field === '' || undefined}>
            <bdi>{nameOf(index)}</bdi>
            <select
              value={field}
              onChange={({ target }) => onField(index, target.value as PastedField | '')}
            >
              {options.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
            <small className="soft" dir="auto">
              {lines[0]?.[index]}
            </small>
          </label>
        ))}
      </div>
      <Button onClick={onClose}>{pasteTexts.done}</Button>
    </fieldset>
  )
}
