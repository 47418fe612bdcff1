import { useRef, useState, type ReactNode } from 'react'
import type { Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { useGap, useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm.tsx'
import { Failure } from '../ui/failure.tsx'
import { Notice } from '../ui/notice.tsx'
import { Panel } from '../ui/panel.tsx'
import { ColumnChoices, usePaste } from './guest-columns.tsx'
import { focusCell, Grid, rowsOfPage } from './guest-grid.tsx'
import { isBlank, newGuest, type Guest, type GuestFault } from './guests.ts'
import { FaultList, FileButton, Pager } from './guest-list-parts.tsx'
import { SendBar, type SendOptions } from './send-bar.tsx'
import { guestMessages as messages, pasteMessages } from './texts/messages.ts'
import styles from './guest-list.module.css'
import type { useGuests } from './use-guests.ts'

type ListProps = {
  list: ReturnType<typeof useGuests>
  /** Language for rows that have no language of their own. */
  language: Locale
  isAttempted: boolean
  isSending: boolean
  /** True if the list is sent again after a lost response; the first attempt may already have invited its rows. */
  isRetry: boolean
  error: unknown
  /** Sends the list if every row is valid, or without its invalid rows; returns true if it was sent. */
  onSend: (options?: SendOptions) => boolean
  /** Returns the field above the rows that is still missing a value; null if there is none. */
  findMissing?: () => HTMLElement | null
  /** Settings common to all rows, shown beside the button. */
  summary?: ReactNode
  /** Error texts by the name of the error code. */
  errorTexts: Readonly<Record<string, unknown>>
  /** Shows a preview of the email to the user in a row. */
  preview?: (guest: Guest, onClose: () => void) => ReactNode
  /** Fields below the row, for a list of a single row whose address is to be corrected. */
  correctionFields?: ReactNode
}

/** A list of users to invite, and the errors to fix before it can be sent. */
export function GuestList(props: ListProps) {
  const { correctionFields, list, language, isAttempted, error, onSend, preview, findMissing } =
    props
  const t = useMessages(messages)
  const { rowsToSend, faults } = list
  const [previewedGuest, setPreviewed] = useState<Guest>()
  const errorSummary = useRef<HTMLDivElement>(null)
  const view = useListView(list)
  const { wrongRows } = view
  const isOne = correctionFields !== undefined

  function press(options?: SendOptions): void {
    if (onSend(options)) return
    if (isOne) return focusCell(document, 0, wrongFieldOf(list))
    const missing = wrongRows.length === 0 && findMissing?.()
    if (missing) return missing.focus()
    requestAnimationFrame(() => errorSummary.current?.focus())
    if (rowsToSend.length === 0) focusCell(document, 0, 'email')
  }

  const isShownInRows = error instanceof Refusal && faults.size > 0 && hasRowFault(error)
  const onPreview = preview && (() => setPreviewed(rowsToSend[0] ?? list.guests[0]))
  return (
    <Panel title={isOne ? t.user : t.users} {...(!isOne && { intro: t.pasteHint })}>
      {!isOne && <GridTools {...{ list, view, onPreview }} />}
      <div className="stack-4">
        <Rows {...{ list, view, isAttempted, language, isOne }} />
        {correctionFields}
        {isOne && onPreview && (
          <div className="button-row">
            <Button onClick={onPreview}>{t.previewMail}</Button>
          </div>
        )}
        <div ref={errorSummary} tabIndex={-1} className="unless-empty" data-summary="">
          {isAttempted && !isOne && wrongRows.length > 0 && (
            <FaultList wrongRows={wrongRows} faults={faults} onGo={view.goTo} />
          )}
        </div>
        {error !== null && !isShownInRows && (
          <Failure text={t.notSent} texts={props.errorTexts} error={error} />
        )}
        <SendBar {...props} wrongCount={isOne ? 0 : wrongRows.length} onPress={press} />
      </div>
      {previewedGuest && preview?.(previewedGuest, () => setPreviewed(undefined))}
    </Panel>
  )
}

/** Returns true if the server rejected values of rows, such as `rows.3.email`. */
function hasRowFault({ faults }: Refusal): boolean {
  return faults.some(({ field = '' }) => /^(rows|users)\.\d+\./.test(field))
}

function wrongFieldOf({ guests, faults }: List) {
  return faults.get(guests[0]?.key ?? 0)?.[0]?.field ?? 'email'
}

type List = ListProps['list']
type ListView = ReturnType<typeof useListView>

/** Manages the view of the list: its current page, and the filter for rows with errors. */
function useListView(list: List) {
  const { guests, faults } = list
  const [page, setPage] = useState(0)
  const [filterKeys, setOnlyKeys] = useState<ReadonlySet<number>>()
  const paste = usePaste(list)
  const rows = guests.map((guest, index) => ({ guest, index }))
  // The filter ends with its last row, so that the grid never becomes empty.
  const hasFilteredRow = guests.some(({ key }) => filterKeys?.has(key))
  const onlyKeys = hasFilteredRow ? filterKeys : undefined
  const filteredRows = onlyKeys ? rows.filter(({ guest }) => onlyKeys.has(guest.key)) : rows
  const pages = Math.max(1, Math.ceil(filteredRows.length / rowsOfPage))
  const first = Math.min(page, pages - 1) * rowsOfPage

  function goTo(index: number, fault: GuestFault): void {
    setOnlyKeys(undefined)
    setPage(Math.floor(index / rowsOfPage))
    focusCell(document, index, fault.field)
  }

  /** Adds pasted rows and shows the first one, which the filter would hide; returns its index. */
  async function add(text: string, at?: number): Promise<number> {
    const row = await paste.add(text, at)
    setOnlyKeys(undefined)
    setPage(Math.floor(row / rowsOfPage))
    return row
  }

  const wrongRows = rows.filter(({ guest }) => faults.has(guest.key))
  return {
    rows,
    filteredRows,
    pages,
    first,
    wrongRows,
    onlyKeys,
    setOnlyKeys,
    setPage,
    paste: { ...paste, add },
    goTo,
  }
}

type ToolsProps = { list: List; view: ListView; onPreview: (() => void) | undefined }

function GridTools({ list, view, onPreview }: ToolsProps) {
  const t = useMessages(messages)
  const gap = useGap()
  const { rowsToSend, rest } = list
  const { rows, wrongRows, onlyKeys, setOnlyKeys, paste } = view

  return (
    <>
      <div className="button-row">
        <FileButton onText={(text) => void paste.add(text)} />
        {onPreview && <Button onClick={onPreview}>{t.previewMail}</Button>}
        <ClearButton list={list} onCleared={() => paste.setCount(0)} />
        <p role="status" className={`soft ${styles.count}`}>
          {paste.count > 0 && t.rowsPasted({ count: paste.count }) + gap}
          {rowsToSend.length > 0 && t.rowsReady({ count: rowsToSend.length - wrongRows.length })}
          {gap}
          {wrongRows.length > 0 && t.rowsWrong({ count: wrongRows.length })}
        </p>
      </div>
      {paste.table && (
        <ColumnChoices
          table={paste.table}
          onField={(column, field) => void paste.setField(column, field)}
          onClose={paste.close}
        />
      )}
      {(onlyKeys !== undefined || (wrongRows.length > 0 && rows.length > 10)) && (
        <label className="line-2 tall">
          <input
            type="checkbox"
            checked={onlyKeys !== undefined}
            onChange={({ target }) =>
              setOnlyKeys(
                target.checked ? new Set(wrongRows.map(({ guest }) => guest.key)) : undefined,
              )
            }
          />
          {t.onlyWrong}
        </label>
      )}
      {rest > 0 && <Notice kind="warning">{t.tooMany({ count: rowsToSend.length, rest })}</Notice>}
    </>
  )
}

/** A button that clears the list after confirmation. Hidden if fewer than two rows are filled in. */
function ClearButton({ list, onCleared }: { list: List; onCleared: () => void }) {
  const [t, pasteTexts] = [useMessages(messages), useMessages(pasteMessages)]
  const [isAsking, setAsking] = useState(false)
  const count = list.guests.filter((guest) => !isBlank(guest)).length
  if (count < 2) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>{pasteTexts.clearAll}</Button>
      {isAsking && (
        <ConfirmDialog
          title={pasteTexts.askClear({ count })}
          cancel={t.cancel}
          action={pasteTexts.clearAll}
          isDangerous
          onConfirm={() => {
            setAsking(false)
            onCleared()
            list.setGuests([newGuest()])
            focusCell(document, 0, 'email')
          }}
          onClose={() => setAsking(false)}
        >
          <p>{pasteTexts.clearEffect}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type RowsProps = {
  list: List
  view: ListView
  isAttempted: boolean
  language: Locale
  isOne: boolean
}

function Rows({ list, view, isAttempted, language, isOne }: RowsProps) {
  const t = useMessages(messages)
  const { guests, setGuests, faults, checkResults, checking } = list
  const { filteredRows, pages, first, onlyKeys, setPage, paste } = view
  return (
    <>
      <div className={styles.grid}>
        <Grid
          {...{ guests, setGuests, faults, checkResults, isAttempted, language, isOne }}
          isFiltered={onlyKeys !== undefined}
          pageRows={
            isOne ? filteredRows.slice(0, 1) : filteredRows.slice(first, first + rowsOfPage)
          }
          onColumn={paste.setCount}
          // The field that had the focus may belong to another row after the paste.
          onRows={(text, index) =>
            void paste.add(text, index).then((row) => focusCell(document, row, 'email'))
          }
        />
      </div>
      {pages > 1 && (
        <Pager
          {...{
            first,
            pages,
            page: first / rowsOfPage,
            total: filteredRows.length,
            onPage: setPage,
          }}
        />
      )}
      {checking.error !== undefined && (
        <Failure text={t.checkFailed} error={checking.error} onRetry={checking.retry} />
      )}
    </>
  )
}
