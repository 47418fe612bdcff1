import { useEffect, useRef, type ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { nameOf, Names } from '#web/ui/facts.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { messages } from './messages.ts'
import { invitationMessages } from '#web/ui/invitation-messages.ts'
import { pasteMessages } from '#web/ui/guest-paste-messages.ts'
import type { SentList, Terms } from './use-terms.tsx'
import styles from './panel.module.css'

type Props = {
  result: SentList
  terms: Terms
  /** How many rows are left for the next call. */
  rest: number
  onMore: () => void
  listLink: (text: string) => ReactNode
}

type Row = { id: string; name: string; email: string; added: readonly string[] }

/** What became of a list that was sent: who got no link, as there is an account, is named. */
export function SentPanel({ result, terms, rest, onMore, listLink }: Props) {
  const [t, words] = [useMessages(messages), useMessages(pasteMessages)]
  const { locale } = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const given = result.guests.flatMap((guest, index): Row[] => {
    const { id = String(guest.key), added = null } = result.rows[index] ?? {}
    return added === null ? [] : [{ id, name: nameOf(guest), email: guest.email, added }]
  })
  const columns = useColumns(terms)

  useEffect(() => heading.current?.focus(), [])

  return (
    <Panel
      title={counted(t.sentTitle, result.guests.length, locale)}
      intro={t.sentHint}
      headingRef={heading}
    >
      <div className="button-row">
        <span className={styles.toList}>{listLink(t.back)}</span>
        <Button variant={rest > 0 ? 'primary' : 'secondary'} onClick={onMore}>
          {rest > 0 ? counted(t.sendRest, rest, locale) : t.inviteMore}
        </Button>
      </div>
      {given.length > 0 && (
        <>
          <h3>{words.given}</h3>
          <Table caption={words.given} rows={given} columns={columns} />
        </>
      )}
    </Panel>
  )
}

function useColumns(terms: Terms): Column<Row>[] {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
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
      cell: ({ added }) => (
        <>
          {t.platformsGiven}{' '}
          <Names of={platforms.filter(({ id }) => added.includes(id))} none={t.noPlatforms} />
        </>
      ),
    },
  ]
}
