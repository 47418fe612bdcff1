import { useEffect, useRef, type ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { nameOf, Names } from '#web/ui/facts.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { messages } from './messages.ts'
import type { SentList, Terms } from './use-guests.tsx'

type Props = {
  result: SentList
  terms: Terms
  /** How many rows are left for the next call. */
  rest: number
  onMore: () => void
  listLink: (text: string) => ReactNode
}

type Row = { id: string; name: string; email: string; added: string[] | null }

/** What became of each row of a list that was sent. */
export function SentPanel({ result, terms, rest, onMore, listLink }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const rows = result.guests.map((guest, index): Row => ({
    id: result.rows[index]?.id ?? String(guest.key),
    name: nameOf(guest),
    email: guest.email,
    added: result.rows[index]?.added ?? null,
  }))
  const columns = useColumns(terms)

  useEffect(() => heading.current?.focus(), [])

  return (
    <Panel
      title={counted(t.sentTitle, rows.length, locale)}
      intro={t.sentHint}
      headingRef={heading}
    >
      <div className="button-row">
        {listLink(t.back)}
        <Button variant="primary" onClick={onMore}>
          {rest > 0 ? counted(t.sendRest, rest, locale) : t.inviteMore}
        </Button>
      </div>
      <Table caption={t.outcome} rows={rows} columns={columns} />
    </Panel>
  )
}

function useColumns(terms: Terms): Column<Row>[] {
  const t = useMessages(messages)
  const platforms = terms.company?.subsystems ?? []
  return [
    {
      title: t.name,
      cell: ({ name, email }) => (
        <>
          <bdi>{name}</bdi>
          <bdi className="second-line">{email}</bdi>
        </>
      ),
    },
    {
      title: t.outcome,
      cell: ({ added }) =>
        added === null ? (
          t.linkSent
        ) : (
          <>
            {t.platformsGiven}{' '}
            <Names of={platforms.filter(({ id }) => added.includes(id))} none={t.noPlatforms} />
          </>
        ),
    },
  ]
}
