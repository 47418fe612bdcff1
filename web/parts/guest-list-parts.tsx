import { useRef } from 'react'
import { useMessages } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { rowsOfPage } from './guest-grid.tsx'
import type { Guest, GuestFault } from './guests.ts'
import { guestMessages as messages } from './texts/messages.ts'
import { FieldFaultText } from './guest-status.tsx'

type FaultListProps = {
  wrongRows: readonly { guest: Guest; index: number }[]
  faults: ReadonlyMap<number, GuestFault[]>
  onGo: (index: number, fault: GuestFault) => void
}

const maxListed = 10

/** A list of the first rows with errors, with a button to go to each row. */
export function FaultList({ wrongRows, faults, onGo }: FaultListProps) {
  const t = useMessages(messages)
  return (
    <Notice kind="warning" title={t.nothingSent({ count: wrongRows.length })}>
      <ul className="bare">
        {wrongRows.slice(0, maxListed).map(({ guest, index }) => {
          const [fault] = faults.get(guest.key) ?? []
          return (
            fault && (
              <li key={guest.key}>
                <Button variant="quiet" onClick={() => onGo(index, fault)}>
                  {t.rowNumber({ row: index + 1 })}
                </Button>{' '}
                <bdi>{guest.email}</bdi> · <FieldFaultText fault={fault} />
              </li>
            )
          )
        })}
      </ul>
      {wrongRows.length > maxListed && <p>{t.andMore({ count: wrongRows.length - maxListed })}</p>}
    </Notice>
  )
}

type PagerProps = {
  first: number
  page: number
  pages: number
  total: number
  onPage: (page: number) => void
}

export function Pager({ first, page, pages, total, onPage }: PagerProps) {
  const t = useMessages(messages)
  const last = Math.min(first + rowsOfPage, total)
  return (
    <nav className="button-row" aria-label={t.pages}>
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t.previous}
      </Button>
      <span className="soft">{t.rowsShown({ first: first + 1, last, total })}</span>
      <Button disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        {t.next}
      </Button>
    </nav>
  )
}

/** A button to select a local file; its text is handled like pasted text. */
export function FileButton({ onText }: { onText: (text: string) => void }) {
  const t = useMessages(messages)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          void file?.text().then(onText)
          // Without this, selecting the same file again would fire no event.
          target.value = ''
        }}
      />
      <Button onClick={() => field.current?.click()}>{t.chooseFile}</Button>
    </>
  )
}
