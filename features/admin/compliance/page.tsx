import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { saveAs } from '#web/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { exportRequirements, listRequirements, type MeasuredRequirement } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { remedyMessages } from './remedy-messages.ts'
import { findingMessages, ruleMessages } from './rule-messages.ts'

type Row = MeasuredRequirement & { id: string }

/** Makes a link to the audit log with these actions. */
type LogLink = (actions: readonly string[], text: ReactNode) => ReactNode

/** Makes a link to the users, admins or platforms that a finding counts, where the admin may see such a list. */
type ListLink = (what: string, text: ReactNode) => ReactNode
type Links = { logLink: LogLink; listLink: ListLink }

export const ComplianceHeader = headerOf(messages)

export function CompliancePage(links: Links) {
  const t = useMessages(messages)
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ['compliance'],
    queryFn: ({ signal }) => call(listRequirements, {}, { signal }),
    staleTime: 0,
  })
  const failure = error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />
  const columns = useColumns(links)
  const [standard, setStandard] = useState('')
  const standards = [...new Set((data ?? []).map(({ clause }) => standardOf(clause)))]
  const shown = (data ?? []).filter(({ clause }) => standardOf(clause).startsWith(standard))
  return (
    <Page>
      <ComplianceHeader />
      <div className={styles.tools}>
        <Button isPending={isFetching} onClick={() => void refetch()}>
          {isFetching ? t.loading : t.again}
        </Button>
        <ExportButton />
        {standards.length > 1 && (
          <select
            aria-label={t.ofStandard}
            value={standard}
            onChange={({ target }) => setStandard(target.value)}
          >
            <option value="">{t.allStandards}</option>
            {standards.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </div>
      {data ? (
        <div className={styles.measured} aria-busy={isFetching}>
          <Summary rows={shown} measuredAt={dataUpdatedAt} />
          {failure}
          <Table caption={t.caption} columns={columns} rows={openFirst(shown)} />
        </div>
      ) : (
        (failure ?? <Skeleton rows={8} text={t.loading} />)
      )}
    </Page>
  )
}

/** Such as `PCI DSS` of `PCI DSS 8.2.8`. */
function standardOf(clause: string): string {
  return clause.slice(0, clause.lastIndexOf(' '))
}

/** What is not met comes first. */
function openFirst(rows: readonly MeasuredRequirement[]): Row[] {
  const order = ['not-met', 'exception', 'met', 'not-applicable']
  return rows
    .map((row) => ({ ...row, id: row.rule }))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

type SummaryProps = { rows: readonly MeasuredRequirement[]; measuredAt: number }

function Summary({ rows, measuredAt }: SummaryProps) {
  const t = useMessages(messages)
  const count = (wanted: MeasuredRequirement['state']) =>
    rows.filter(({ state }) => state === wanted).length
  const profile = rows[0]?.profile ?? ''
  return (
    <div className={styles.summary}>
      <p>
        <strong>{fill(t.profile, { profile })}</strong>
      </p>
      {profile === 'standard' && <p>{t.standard}</p>}
      <p role="status">
        {fill(t.summary, {
          met: count('met'),
          exception: count('exception'),
          notMet: count('not-met'),
          notApplicable: count('not-applicable'),
        })}
      </p>
      <p className={styles.note}>
        {t.measuredAt} <Moment time={new Date(measuredAt).toISOString()} />
      </p>
    </div>
  )
}

function useColumns({ logLink, listLink }: Links): Column<Row>[] {
  const t = useMessages(messages)
  return [
    { title: t.clause, cell: (row) => <Clause row={row} /> },
    { title: t.state, cell: ({ state }) => <State state={state} /> },
    { title: t.measured, cell: (row) => <Measured row={row} listLink={listLink} /> },
    {
      title: t.evidence,
      cell: ({ clause, evidence }) => (
        <div className={styles.evidence}>
          {logLink(
            new URLSearchParams(evidence.auditQuery).getAll('action'),
            <>
              <span aria-hidden="true">{t.entries}</span>
              <span className="visually-hidden">{fill(t.entriesOf, { clause })}</span>
            </>,
          )}
        </div>
      ),
    },
  ]
}

function Clause({ row: { rule, clause, secondHand } }: { row: Row }) {
  const t = useMessages(messages)
  const rules: Readonly<Record<string, string>> = useMessages(ruleMessages)
  return (
    <>
      <bdi dir="ltr">{clause}</bdi>
      <span className="second-line">{rules[rule]}</span>
      {secondHand && <small className={styles.note}>{t.secondHand}</small>}
    </>
  )
}

const signs = {
  met: 'M3.5 8.5l3 3 6-7',
  exception: 'M8 3.5v6m0 2.5v.5',
  'not-met': 'M4 4l8 8M12 4l-8 8',
  'not-applicable': 'M4 8h8',
}

/** In words and with a sign, as colour alone would not do (WCAG 1.4.1). */
function State({ state }: Pick<Row, 'state'>) {
  const t = useMessages(messages)
  return (
    <span className={styles.state} data-state={state}>
      <LineIcon path={signs[state]} box={16} />
      {t[state]}
    </span>
  )
}

type MeasuredProps = { row: Row; listLink: ListLink }

function Measured({ row: { value, weak, found, reason }, listLink }: MeasuredProps) {
  const t = useMessages(messages)
  const words: Readonly<Record<string, string>> = useMessages(findingMessages)
  const remedies: Readonly<Record<string, string>> = useMessages(remedyMessages)
  const against = found.filter(({ count }) => count > 0)
  const todo = [
    ...(weak.length > 0 ? [t.change] : []),
    ...new Set(against.map(({ what }) => remedies[what] ?? '')),
  ]
  return (
    <div className={styles.facts}>
      {reason !== '' && <p>{fill(t.reason, { reason })}</p>}
      {value !== '' &&
        value
          .split(' ')
          .map((setting) => (
            <Setting
              key={setting}
              setting={setting}
              wanted={weak.find((each) => each.setting === setting)?.wanted}
            />
          ))}
      {found.map(({ what, count }) => (
        <p key={what} data-against={count > 0}>
          {count > 0 ? listLink(what, words[what]) : words[what]}: <strong>{count}</strong>
        </p>
      ))}
      {todo.length > 0 && (
        <p>
          {t.toDo} {todo.join(' ')}
        </p>
      )}
    </div>
  )
}

/** A weak one with what the clause wants, such as `LOGIN_UNIFORM=off → on`. */
function Setting({ setting, wanted }: { setting: string; wanted: string | undefined }) {
  return (
    <p data-against={wanted !== undefined}>
      <code dir="ltr">{wanted === undefined ? setting : `${setting} → ${wanted}`}</code>
    </p>
  )
}

function ExportButton() {
  const t = useMessages(messages)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()

  async function save(): Promise<void> {
    setRunning(true)
    setError(undefined)
    try {
      const file = await call(exportRequirements, {})
      saveAs(`compliance-${new Date().toISOString().slice(0, 10)}.csv`, file as Blob)
      showSuccess(t.exported)
    } catch (error) {
      setError(error)
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <Button isPending={isRunning} onClick={() => void save()}>
        {isRunning ? t.exporting : t.export}
      </Button>
      {error !== undefined && <Failure text={t.exportFailed} error={error} />}
    </>
  )
}
