import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { saveAs } from '#web/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { exportRequirements, listRequirements, type MeasuredRequirement } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { findingMessages, ruleMessages } from './rule-messages.ts'

type Row = MeasuredRequirement & { id: string }

/** Makes a link to the audit log with these actions. */
type LogLink = (actions: readonly string[], text: ReactNode) => ReactNode

export const ComplianceHeader = headerOf(messages)

export function CompliancePage({ logLink }: { logLink: LogLink }) {
  const t = useMessages(messages)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['compliance'],
    queryFn: ({ signal }) => call(listRequirements, {}, { signal }),
    staleTime: 0,
  })
  const failure = error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />
  const columns = useColumns(logLink)
  return (
    <Page>
      <ComplianceHeader />
      <div className={styles.tools}>
        <Button isPending={isFetching} onClick={() => void refetch()}>
          {isFetching ? t.loading : t.again}
        </Button>
        <ExportButton />
      </div>
      {data ? (
        <div className={styles.measured} aria-busy={isFetching}>
          <Summary rows={data} />
          {failure}
          <Table
            caption={t.caption}
            columns={columns}
            rows={data.map((row) => ({ ...row, id: row.rule }))}
          />
        </div>
      ) : (
        (failure ?? <Skeleton rows={8} text={t.loading} />)
      )}
    </Page>
  )
}

function Summary({ rows }: { rows: readonly MeasuredRequirement[] }) {
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
    </div>
  )
}

function useColumns(logLink: LogLink): Column<Row>[] {
  const t = useMessages(messages)
  return [
    { title: t.clause, cell: (row) => <Clause row={row} /> },
    { title: t.state, cell: ({ state }) => <State state={state} /> },
    { title: t.measured, cell: (row) => <Measured row={row} /> },
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

function Measured({ row: { value, found, reason } }: { row: Row }) {
  const t = useMessages(messages)
  const words: Readonly<Record<string, string>> = useMessages(findingMessages)
  return (
    <div className={styles.facts}>
      {reason !== '' && <p>{fill(t.reason, { reason })}</p>}
      {value !== '' &&
        value.split(' ').map((setting) => (
          <p key={setting}>
            <code dir="ltr">{setting}</code>
          </p>
        ))}
      {found.map(({ what, count }) => (
        <p key={what} data-against={count > 0}>
          {words[what]}: <strong>{count}</strong>
        </p>
      ))}
    </div>
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
