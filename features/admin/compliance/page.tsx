import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Moment } from '#web/ui/facts.tsx'
import { Illustration } from '#web/ui/illustration.tsx'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { Table, type Column } from '#web/ui/table.tsx'
import { listRequirements, states, type MeasuredRequirement } from './contract.ts'
import { ExportButton } from './export.tsx'
import { Measured, type ListLink } from './measured.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { Progress, standardOf } from './progress.tsx'
import { progressMessages } from './progress-messages.ts'
import { ruleMessages } from './rule-messages.ts'

type Row = MeasuredRequirement & { id: string }
type State = MeasuredRequirement['state']

/** Makes a link to the audit log with these actions. */
type LogLink = (actions: readonly string[], text: ReactNode) => ReactNode

type Links = { logLink: LogLink; listLink: ListLink }

export const ComplianceHeader = headerOf(messages)

type Search = Readonly<Record<string, string | undefined>>
type Props = Links & { search: Search; onSearch: (next: Search) => void }

export function CompliancePage({ search, onSearch, ...links }: Props) {
  const t = useMessages(messages)
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ['compliance'],
    queryFn: ({ signal }) => call(listRequirements, {}, { signal }),
    staleTime: 0,
  })
  const failure = error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />
  const columns = useColumns(links)
  const standard = search['standard'] ?? ''
  const shownStates = statesOf(search)
  const standards = [...new Set((data ?? []).map(({ clause }) => standardOf(clause)))]
  const ofStandard = (data ?? []).filter(({ clause }) => standardOf(clause).startsWith(standard))
  const rows = openFirst(ofStandard.filter(({ state }) => shownStates.includes(state)))
  const show = (next: readonly State[]) => onSearch({ ...search, state: next.join(',') || 'none' })
  return (
    <Page>
      <ComplianceHeader />
      {data ? (
        <div className={styles.measured} aria-busy={isFetching}>
          <Profile name={data[0]?.profile ?? ''} />
          <Progress rows={data} />
          <div className={styles.tools}>
            <StateChips rows={ofStandard} shown={shownStates} onShown={show} />
            {standards.length > 1 && (
              <StandardChoice
                standards={standards}
                value={standard}
                onChoose={(next) => onSearch({ ...search, standard: next })}
              />
            )}
            <Actions measuredAt={dataUpdatedAt} isMeasuring={isFetching} again={refetch} />
          </div>
          {failure}
          <Shown shown={rows.length} rows={ofStandard} states={shownStates} onShown={show} />
          {rows.length > 0 && <Table caption={t.caption} columns={columns} rows={rows} />}
        </div>
      ) : (
        (failure ?? <Skeleton rows={8} text={t.loading} />)
      )}
    </Page>
  )
}

type ActionsProps = {
  measuredAt: number
  isMeasuring: boolean
  again: () => Promise<{ isSuccess: boolean }>
}

function Actions({ measuredAt, isMeasuring, again }: ActionsProps) {
  const t = useMessages(messages)
  const { measuredAgain } = useMessages(progressMessages)
  const measure = async () => {
    if ((await again()).isSuccess) showSuccess(measuredAgain)
  }
  return (
    <span className={styles.actions}>
      <span className={styles.note}>
        {t.measuredAt} <Moment time={new Date(measuredAt).toISOString()} />
      </span>
      <Button isPending={isMeasuring} onClick={() => void measure()}>
        {isMeasuring ? t.loading : t.again}
      </Button>
      <ExportButton />
    </span>
  )
}

type ShownProps = Omit<ChipsProps, 'shown'> & { shown: number; states: readonly State[] }

/** How many are shown and how many that are met are not; where none is, the way back. */
function Shown({ shown, rows, states: shownStates, onShown }: ShownProps) {
  const [t, words] = [useMessages(messages), useMessages(progressMessages)]
  const { locale } = useLocale()
  const hidden = shownStates.includes('met') ? 0 : rows.filter(isMet).length
  return (
    <>
      <p className={styles.note}>
        <span role="status">{fill(t.shown, { shown, all: rows.length })}</span>{' '}
        {hidden > 0 && (
          <>
            {counted(words.metHidden, hidden, locale)}{' '}
            <Button variant="quiet" onClick={() => onShown([...shownStates, 'met'])}>
              {words.showMet}
            </Button>
          </>
        )}
      </p>
      {shown === 0 && (
        <div className="empty">
          <Illustration scene="empty" />
          <strong>{words.none}</strong>
          <p>{words.noneHint}</p>
          <Button onClick={() => onShown(states)}>{words.showAll}</Button>
        </div>
      )}
    </>
  )
}

const isMet = ({ state }: MeasuredRequirement) => state === 'met'

/** What is met is folded until it is wanted. */
function statesOf({ state }: Search): readonly State[] {
  const wanted = state?.split(',')
  return states.filter((each) => wanted?.includes(each) ?? each !== 'met')
}

/** What is not met comes first. */
const order = ['not-met', 'exception', 'met', 'not-applicable'] as const

function openFirst(rows: readonly MeasuredRequirement[]): Row[] {
  return rows
    .map((row) => ({ ...row, id: row.rule }))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

function Profile({ name }: { name: string }) {
  const [t, words] = [useMessages(messages), useMessages(progressMessages)]
  const isStandard = name === 'standard'
  return (
    <p>
      <strong>{fill(t.profile, { profile: isStandard ? t.profile_standard : name })}</strong>{' '}
      {isStandard && t.standard} {words.byOperator}
    </p>
  )
}

type ChipsProps = {
  rows: readonly MeasuredRequirement[]
  shown: readonly State[]
  onShown: (next: readonly State[]) => void
}

/** How many there are of each status; a press shows or hides them. */
function StateChips({ rows, shown, onShown }: ChipsProps) {
  const t = useMessages(messages)
  return (
    <div role="group" aria-label={t.state} className={styles.chips}>
      {order.map((state) => {
        const isShown = shown.includes(state)
        return (
          <button
            key={state}
            type="button"
            aria-pressed={isShown}
            onClick={() =>
              onShown(states.filter((each) => shown.includes(each) !== (each === state)))
            }
          >
            <StateText state={state} />
            <strong>{rows.filter((row) => row.state === state).length}</strong>
          </button>
        )
      })}
    </div>
  )
}

type StandardProps = {
  standards: readonly string[]
  value: string
  onChoose: (standard: string) => void
}

function StandardChoice({ standards, value, onChoose }: StandardProps) {
  const t = useMessages(messages)
  return (
    <select
      aria-label={t.ofStandard}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{t.allStandards}</option>
      {standards.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}

function useColumns({ logLink, listLink }: Links): Column<Row>[] {
  const t = useMessages(messages)
  return [
    { title: t.clause, cell: (row) => <Clause row={row} /> },
    { title: t.state, onPhone: 'state', cell: ({ state }) => <StateText state={state} /> },
    {
      title: t.measured,
      onPhone: 'fact',
      cell: (row) => <Measured row={row} listLink={listLink} />,
    },
    {
      title: t.evidence,
      onPhone: 'line',
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
function StateText({ state }: Pick<Row, 'state'>) {
  const t = useMessages(messages)
  return (
    <span className={styles.state} data-state={state}>
      <LineIcon path={signs[state]} box={16} />
      {t[state]}
    </span>
  )
}
