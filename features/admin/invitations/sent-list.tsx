import { useEffect, useRef, useState, type ReactNode } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Fact, Names } from '#web/ui/facts.tsx'
import { invitationFields } from '#web/parts/platform-ticks.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { changeMessages, messages } from './texts/messages.ts'
import { invitationMessages } from '#web/parts/texts/messages.ts'
import type { SentList, Terms } from './use-terms.tsx'

type Props = {
  result: SentList
  terms: Terms
  /** Number of filled rows that are still in the form. */
  rest: number
  /** Returns to the form and its remaining rows. Undefined after a correction, which consists of one row. */
  onMore?: (() => void) | undefined
  /** Link to the list from which this page was opened. */
  back: ReactNode
}

type Row = {
  id: string
  name: string
  firstname: string
  lastname: string
  email: string
  added: readonly string[] | null
}

const maxNames = 20

/** Shows the result of a sent list. Users with an account, who got no link, come first. */
export function SentResult({ result, terms, rest, onMore, back }: Props) {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
  const heading = useRef<HTMLHeadingElement>(null)
  const all = rowsOf(result)
  const granted = all.filter(({ added }) => added !== null)
  const mailed = all.filter(({ added }) => added === null)
  const visibleRows = [...granted, ...mailed.slice(0, Math.max(0, maxNames - granted.length))]
  const [revokedIds, setRevokedIds] = useState<readonly string[]>([])
  const columns = useColumns(terms, revokedIds)

  useEffect(() => heading.current?.focus(), [])

  return (
    <Panel
      title={t.sentTitle({ count: result.guests.length })}
      intro={t.sentHint}
      headingRef={heading}
    >
      <div className="button-row">
        <span className="tall-links">{back}</span>
        {onMore && (
          <Button variant={rest > 0 ? 'primary' : 'secondary'} onClick={onMore}>
            {rest > 0 ? t.sendRest({ count: rest }) : t.inviteMore}
          </Button>
        )}
        <RevokeThese
          rows={mailed}
          revokedIds={revokedIds}
          onRevoked={(ids) => setRevokedIds([...revokedIds, ...ids])}
        />
      </div>
      <dl className="facts">
        <Fact name={t.company}>
          <bdi>{terms.company?.name}</bdi>
        </Fact>
        <Fact name={t.platforms}>
          <Names
            of={platformsOf(terms, invitationFields(terms.platforms).subsystems)}
            none={t.noPlatforms}
          />
        </Fact>
      </dl>
      <Table caption={t.sentTo} rows={visibleRows} columns={columns} />
      {visibleRows.length < all.length && (
        <p className="soft">{t.andMore({ count: all.length - visibleRows.length })}</p>
      )}
    </Panel>
  )
}

function rowsOf({ guests, rows }: SentList): Row[] {
  return guests.map((guest, index) => {
    const { id = String(guest.key), added = null } = rows[index] ?? {}
    const { email, firstname, lastname } = guest
    return { id, name: nameOf(guest), email, firstname, lastname, added }
  })
}

const revocableMs = 600_000

type RevokeProps = {
  rows: readonly Row[]
  revokedIds: readonly string[]
  onRevoked: (ids: readonly string[]) => void
}

/** A button that revokes the invitations that were just sent, for ten minutes. */
function RevokeThese({ rows, revokedIds, onRevoked }: RevokeProps) {
  const t = useMessages(changeMessages)
  const [sentAt] = useState(() => new Date().toISOString())
  const [isAsked, setAsked] = useState(false)
  const [isLate, setLate] = useState(false)
  const open = rows.filter(({ id }) => !revokedIds.includes(id))
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), revocableMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {open.length > 0 && !isLate && (
        <Button variant="danger-outline" onClick={() => setAsked(true)}>
          {t.revokeThese({ count: open.length })}
        </Button>
      )}
      {isAsked && (
        <OrderDialog
          action="revoke"
          ids={open.map(({ id }) => id)}
          rows={open.map((row) => ({ ...row, sentAt }))}
          onReload={(results) =>
            onRevoked(results.filter(({ code }) => code === null).map(({ id }) => id))
          }
          onClose={() => setAsked(false)}
        />
      )}
      {rows.length > 0 && open.length === 0 && !isAsked && (
        <Notice kind="success">{t.revokedThese}</Notice>
      )}
    </>
  )
}

function platformsOf({ company }: Terms, ids: readonly string[]) {
  return (company?.subsystems ?? []).filter(({ id }) => ids.includes(id))
}

function useColumns(terms: Terms, revokedIds: readonly string[]): Column<Row>[] {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
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
      cell: ({ id, added }) =>
        added === null ? (
          revokedIds.includes(id) ? (
            t.state_revoked
          ) : (
            t.mailed
          )
        ) : (
          <>
            {t.platformsGiven} <Names of={platformsOf(terms, added)} none={t.noPlatforms} />
          </>
        ),
    },
  ]
}
