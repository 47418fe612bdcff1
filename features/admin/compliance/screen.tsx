import { useQuery } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import type { Link } from '#contract/links.ts'
import { numberFormat } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useGap, useLocale, useMessages } from '#web/locale.ts'
import { usePageSearch } from '#web/page-search.ts'
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
import { Measured } from './measured.tsx'
import { messages, progressMessages, ruleMessages } from './texts/messages.ts'
import styles from './page.module.css'
import { Progress, standardOf } from './progress.tsx'

type Row = MeasuredRequirement & { id: string }
type State = MeasuredRequirement['state']

export const ComplianceHeader = headerOf(messages)

export function CompliancePage() {
  const { search, onSearch } = usePageSearch(adminLinks.compliance)
  const t = useMessages(messages)
  const columns = useColumns()
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey: ['compliance'],
    queryFn: ({ signal }) => call(listRequirements, {}, { signal }),
    staleTime: 0,
  })
  const failure = error && <Failure text={t.failed} error={error} onRetry={() => void refetch()} />
  const standard = search.standard ?? ''
  const selectedStates = statesOf(search)
  // Without a selected standard, this is true for all: each name starts with the empty text.
  const isOfStandard = ({ clause }: MeasuredRequirement) => standardOf(clause).startsWith(standard)
  const ofStandard = (data ?? []).filter(isOfStandard)
  const rows = unmetFirst(ofStandard.filter(({ state }) => selectedStates.includes(state)))
  const chooseStandard = (next: string) => onSearch({ ...search, standard: next })
  // An empty value would be removed from the URL, and a URL without statuses shows the default ones.
  const showStates = (next: readonly State[]) =>
    onSearch({ ...search, state: next.join(',') || 'none' })
  return (
    <Page>
      <div className={styles.head}>
        <ComplianceHeader />
        {data && <Actions isMeasuring={isFetching} onMeasure={refetch} />}
      </div>
      {data ? (
        <div className={`stack-4 ${styles.measured}`} aria-busy={isFetching}>
          <Profile name={data[0]?.profile ?? ''} />
          <div className={`row-2 ${styles.tools}`}>
            <Progress rows={data} selected={standard} onChoose={chooseStandard} />
            <StateChips rows={ofStandard} selected={selectedStates} onSelect={showStates} />
          </div>
          {failure}
          <ShownCount
            rows={rows}
            all={data}
            measuredAt={dataUpdatedAt}
            isHidden={{
              standard: (row) => !isOfStandard(row),
              state: ({ state }) => !selectedStates.includes(state),
            }}
            onAll={() => onSearch({ ...search, standard: '', state: states.join(',') })}
          />
          {rows.length > 0 && <Table caption={t.caption} columns={columns} rows={rows} />}
        </div>
      ) : (
        (failure ?? <Skeleton rows={8} text={t.loading} />)
      )}
    </Page>
  )
}

type ActionsProps = { isMeasuring: boolean; onMeasure: () => Promise<{ isSuccess: boolean }> }

function Actions({ isMeasuring, onMeasure }: ActionsProps) {
  const t = useMessages(messages)
  const { measuredAgain } = useMessages(progressMessages)
  const measure = async () => {
    if ((await onMeasure()).isSuccess) showSuccess(measuredAgain)
  }
  return (
    <div className={`row-2 ${styles.actions}`}>
      <Button isPending={isMeasuring} onClick={() => void measure()}>
        {isMeasuring ? t.loading : t.again}
      </Button>
      <ExportButton />
    </div>
  )
}

type IsHidden = (row: MeasuredRequirement) => boolean
type ShownCountProps = {
  rows: readonly MeasuredRequirement[]
  all: readonly MeasuredRequirement[]
  measuredAt: number
  isHidden: { standard: IsHidden; state: IsHidden }
  onAll: () => void
}

/** Shows how many requirements are visible and hidden, the reasons, and a button to show all. */
function ShownCount({ rows, all, measuredAt, isHidden, onAll }: ShownCountProps) {
  const [t, words] = [useMessages(messages), useMessages(progressMessages)]
  const gap = useGap()
  const hidden = useHidden(all, isHidden)
  return (
    <>
      <p className="second-line">
        <span role="status">
          {t.shown({ shown: rows.length, all: all.length })}
          {gap}
          {hidden.length > 0 && words.hiddenBy({ reasons: hidden })}
        </span>
        {gap}
        {hidden.length > 0 && rows.length > 0 && (
          <Button variant="quiet" onClick={onAll}>
            {words.showAll}
          </Button>
        )}
        <span className={styles.time}>
          {t.measuredAt} <Moment time={new Date(measuredAt).toISOString()} />
        </span>
      </p>
      {rows.length === 0 && (
        <div className="empty">
          <Illustration scene="empty" />
          <strong>{words.none}</strong>
          <p>{words.noneHint}</p>
          <Button onClick={onAll}>{words.showAll}</Button>
        </div>
      )}
    </>
  )
}

/** Returns each reason with the number of requirements that it hides: another standard, or a hidden status. */
function useHidden(all: ShownCountProps['all'], isHidden: ShownCountProps['isHidden']): string[] {
  const t = useMessages(progressMessages)
  const { locale } = useLocale()
  const hidden = all.filter((row) => isHidden.standard(row) || isHidden.state(row))
  const byReason = Map.groupBy(hidden, (row) => (isHidden.standard(row) ? 'others' : row.state))
  const number = numberFormat(locale)
  return [...order, 'others' as const].flatMap((reason) => {
    const { length = 0 } = byReason.get(reason) ?? {}
    return length > 0 ? t[`hidden_${reason}`]({ count: number.format(length) }) : []
  })
}

/** Returns the statuses to show; met requirements are hidden by default. */
function statesOf({ state }: { state?: string | undefined }): readonly State[] {
  const selected = state?.split(',')
  return states.filter((each) => selected?.includes(each) ?? each !== 'met')
}

/** Order of the statuses, unmet first. */
const order = ['not-met', 'exception', 'met', 'not-applicable'] as const

function unmetFirst(rows: readonly MeasuredRequirement[]): Row[] {
  return rows
    .map((row) => ({ ...row, id: row.rule }))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

function Profile({ name }: { name: string }) {
  const [t, words] = [useMessages(messages), useMessages(progressMessages)]
  const gap = useGap()
  const isStandard = name === 'standard'
  return (
    <p>
      <strong>{t.profile({ profile: isStandard ? t.profile_standard : name })}</strong>
      {gap}
      {isStandard && t.standard}
      {gap}
      {words.byOperator}
    </p>
  )
}

type ChipsProps = {
  rows: readonly MeasuredRequirement[]
  selected: readonly State[]
  onSelect: (next: readonly State[]) => void
}

/** Shows the number of requirements per status. A click shows or hides them. */
function StateChips({ rows, selected, onSelect }: ChipsProps) {
  const t = useMessages(messages)
  return (
    <div role="group" aria-label={t.state} className={`row-2 ${styles.chips}`}>
      {order.map((state) => {
        const isSelected = selected.includes(state)
        return (
          <button
            key={state}
            type="button"
            className="pill line-2"
            aria-pressed={isSelected}
            onClick={() =>
              onSelect(
                states.filter((each) => (each === state ? !isSelected : selected.includes(each))),
              )
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

function useColumns(): Column<Row>[] {
  const t = useMessages(messages)
  return [
    { title: t.clause, cell: (row) => <Clause row={row} /> },
    { title: t.state, onPhone: 'state', cell: ({ state }) => <StateText state={state} /> },
    { title: t.measured, onPhone: 'fact', cell: (row) => <Measured row={row} /> },
    {
      title: t.evidence,
      onPhone: 'line',
      cell: ({ clause, evidence }) => (
        <div className={styles.evidence}>
          <LinkTo to={logOf(evidence.auditQuery)}>
            <span aria-hidden="true">{t.entries}</span>
            <span className="visually-hidden">{t.entriesOf({ clause })}</span>
          </LinkTo>
        </div>
      ),
    },
  ]
}

/** Returns a link to the audit log entries of the last 30 days, the evidence from the running system. */
function logOf(auditQuery: string): Link {
  const actions = new URLSearchParams(auditQuery).getAll('action')
  return adminLinks.auditLog({ range: 'lastMonth', action: actions.join(',') })
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

/** Shows the status as text and icon, because color alone is not enough (WCAG 1.4.1). */
function StateText({ state }: Pick<Row, 'state'>) {
  const t = useMessages(messages)
  return (
    <span className={styles.state} data-state={state}>
      <LineIcon path={signs[state]} box={16} />
      {t[state]}
    </span>
  )
}
