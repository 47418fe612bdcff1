import { useRef, useState } from 'react'
import { counted, fill, type Locale } from '#contract/locale.ts'
import { Refusal } from '#contract/refusal.ts'
import { loadChunk } from '#web/lazy.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { focusCell, Grid, rowsOfPage } from './grid.tsx'
import { withPasted, type Guest, type GuestFault } from './guests.tsx'
import { FaultList, FileButton, numbersOf, Pager } from './list-parts.tsx'
import { MailPreview } from './mail-preview.tsx'
import { messages } from './messages.ts'
import styles from './panel.module.css'
import type { useGuests, Terms } from './use-guests.tsx'

type ListProps = {
  list: ReturnType<typeof useGuests>
  terms: Terms
  isAttempted: boolean
  isSending: boolean
  error: unknown
  /** Returns whether it was sent: every row is right. */
  onSend: () => boolean
}

/** The rows of the list, and what is to be mended before they are sent. */
export function ListPanel(props: ListProps) {
  const { list, terms, isAttempted, isSending, error, onSend } = props
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { sent, rest, faults } = list
  const [preview, setPreview] = useState<Guest>()
  const summary = useRef<HTMLDivElement>(null)
  const shown = useListView(list)
  const { wrong } = shown

  function press(): void {
    if (onSend()) return
    requestAnimationFrame(() => summary.current?.focus())
    if (sent.length === 0) focusCell(document, 0, 'email')
  }

  return (
    <Panel title={t.users} intro={t.pasteHint}>
      <GridTools
        list={list}
        shown={shown}
        onPreview={() => setPreview(sent[0] ?? list.guests[0])}
      />
      <Rows {...{ list, shown, isAttempted }} language={terms.language} />
      <div ref={summary} tabIndex={-1} className={styles.summary} data-summary="">
        {isAttempted && wrong.length > 0 && (
          <FaultList wrong={wrong} faults={faults} onGo={shown.goTo} />
        )}
      </div>
      {error !== null && (faults.size === 0 || !(error instanceof Refusal)) && (
        <Failure text={t.notSent} words={t} error={error} />
      )}
      <div className="button-row">
        <Button variant="primary" isPending={isSending} onClick={press}>
          {sendText(t, sent.length, rest, locale)}
        </Button>
      </div>
      {preview && (
        <MailPreview guest={preview} terms={terms} onClose={() => setPreview(undefined)} />
      )}
    </Panel>
  )
}

type List = ListProps['list']
type ListView = ReturnType<typeof useListView>

/** The rows of one page, of all or of those that are to be mended. */
function useListView({ guests, faults }: List) {
  const [page, setPage] = useState(0)
  const [only, setOnly] = useState<ReadonlySet<number>>()
  const [pasted, setPasted] = useState(0)
  const rows = guests.map((guest, index) => ({ guest, index }))
  const listed = only ? rows.filter(({ guest }) => only.has(guest.key)) : rows
  const pages = Math.max(1, Math.ceil(listed.length / rowsOfPage))
  const first = Math.min(page, pages - 1) * rowsOfPage

  function goTo(index: number, fault: GuestFault): void {
    setOnly(undefined)
    setPage(Math.floor(index / rowsOfPage))
    focusCell(document, index, fault.field)
  }

  const wrong = rows.filter(({ guest }) => faults.has(guest.key))
  return { rows, listed, pages, first, wrong, only, setOnly, setPage, pasted, setPasted, goTo }
}

type ToolsProps = { list: List; shown: ListView; onPreview: () => void }

function GridTools({ list, shown, onPreview }: ToolsProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { guests, setGuests, sent, rest } = list
  const { rows, wrong, only, setOnly, pasted, setPasted } = shown

  async function read(text: string): Promise<void> {
    const { readPasted } = await loadChunk(() => import('#web/guest-rows.ts'))
    const found = readPasted(text)
    setGuests(withPasted(guests, guests.length - 1, found))
    setPasted(found.length)
  }

  return (
    <>
      <div className="button-row">
        <FileButton onText={(text) => void read(text)} />
        <Button onClick={onPreview}>{t.previewMail}</Button>
      </div>
      <p role="status" className="soft">
        {pasted > 0 && `${counted(t.rowsPasted, pasted, locale)} `}
        {sent.length > 0 && counted(t.rowsReady, sent.length - wrong.length, locale)}{' '}
        {wrong.length > 0 && counted(t.rowsWrong, wrong.length, locale)}
      </p>
      {wrong.length > 0 && rows.length > 10 && (
        <label className={styles.toggle}>
          <input
            type="checkbox"
            checked={only !== undefined}
            onChange={({ target }) =>
              setOnly(target.checked ? new Set(wrong.map(({ guest }) => guest.key)) : undefined)
            }
          />
          {t.onlyWrong}
        </label>
      )}
      {rest > 0 && (
        <Notice kind="warning">
          {fill(t.tooMany, numbersOf({ count: sent.length, rest }, locale))}
        </Notice>
      )}
    </>
  )
}

type RowsProps = { list: List; shown: ListView; isAttempted: boolean; language: Locale }

function Rows({ list, shown, isAttempted, language }: RowsProps) {
  const t = useMessages(messages)
  const { guests, setGuests, faults, known, checking } = list
  const { listed, pages, first, setPage, setPasted } = shown
  return (
    <>
      <div className={styles.grid}>
        <Grid
          {...{ guests, setGuests, faults, known, isAttempted, language }}
          shown={listed.slice(first, first + rowsOfPage)}
          onPasted={setPasted}
        />
      </div>
      {pages > 1 && (
        <Pager
          {...{ first, pages, page: first / rowsOfPage, total: listed.length }}
          onPage={setPage}
        />
      )}
      {checking.error !== undefined && (
        <Failure text={t.checkFailed} error={checking.error} onRetry={checking.retry} />
      )}
    </>
  )
}

type Words = ReturnType<typeof useMessages<typeof messages>>

function sendText(t: Words, count: number, rest: number, locale: Locale): string {
  if (rest > 0) return fill(t.sendFirst, numbersOf({ count }, locale))
  return count === 0 ? t.sendNone : counted(t.send, count, locale)
}
