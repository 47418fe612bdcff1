import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { counted } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Button } from '#web/ui/button.tsx'
import { Changes } from '#web/ui/changes.tsx'
import { Fact, Moment, Names } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { getApproval, mostPeople, type ApprovalDetails, type ListedApproval } from './contract.ts'
import { DecisionDialog, type Decision } from './dialogs.tsx'
import { outcomeMessages } from './kind-messages.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { StateTag, useKindTitle, useNames } from './words.tsx'

/** Links to the pages of what a request is about; undefined where the admin may not see them. */
export type TargetLinks = Partial<
  Record<ListedApproval['target']['kind'], (id: string, text: ReactNode) => ReactNode>
>

type Props = { id: string; backLink: (text: string) => ReactNode; links: TargetLinks }

const pollMs = 10_000
/** So many users are shown at once. */
const few = 20
const openStates = ['asked', 'waiting', 'open']

/** One request: who asks what, what it changes, and the decision. */
export function ApprovalPanel({ id, backLink, links }: Props) {
  const t = useMessages(messages)
  const titleOf = useKindTitle()
  const [decision, setDecision] = useState<Decision>()
  const record = useQuery({
    queryKey: [getApproval.path, id],
    queryFn: ({ signal }) => call(getApproval, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (openStates.includes(state.data?.state ?? '') ? pollMs : false),
    staleTime: 0,
  })
  return (
    <RecordPage back={backLink(t.back)} record={record} t={t}>
      {(approval) => (
        <>
          <div className={styles.head}>
            <PageTitle>{titleOf(approval.kind)}</PageTitle>
            <StateTag state={approval.state} />
          </div>
          <Decide approval={approval} onDecide={setDecision} />
          <div className={styles.narrow}>
            <Panel title={t.facts}>
              <Facts approval={approval} links={links} />
            </Panel>
            <Panel title={t.changes}>
              <What approval={approval} link={links.user} />
            </Panel>
            {approval.state === 'asked' && <Deciders approval={approval} />}
          </div>
          {decision && (
            <DecisionDialog
              {...{ approval, decision }}
              onClose={() => setDecision(undefined)}
              onOver={() => void record.refetch()}
            />
          )}
        </>
      )}
    </RecordPage>
  )
}

type DecideProps = { approval: ApprovalDetails; onDecide: (decision: Decision) => void }

/** The buttons, or why there are none. */
function Decide({ approval: { state, asker, mayDecide, mayCancel }, onDecide }: DecideProps) {
  const t = useMessages(messages)
  const { id } = useAdminMe()
  if (!openStates.includes(state)) return null
  return (
    <>
      {(mayDecide || mayCancel) && (
        <div className="button-row">
          {mayDecide && (
            <>
              <Button variant="primary" onClick={() => onDecide('approve')}>
                {t.approve}
              </Button>
              <Button onClick={() => onDecide('refuse')}>{t.refuse}</Button>
            </>
          )}
          {mayCancel && <Button onClick={() => onDecide('cancel')}>{t.cancelRequest}</Button>}
        </div>
      )}
      {state === 'asked' && !mayDecide && (
        <p className="soft">{asker.id === id ? t.yours : t.mayNotDecide}</p>
      )}
    </>
  )
}

function Facts({ approval, links }: { approval: ApprovalDetails; links: TargetLinks }) {
  const t = useMessages(messages)
  const outcomes = useMessages(outcomeMessages)
  const { nameOfPerson, nameOfTarget } = useNames()
  const { target, asker, decider, reason, evidence, outcome, state } = approval
  const name = <bdi>{nameOfTarget(target)}</bdi>
  const isWaiting = state === 'waiting' || state === 'open'
  return (
    <dl className="facts">
      <Fact name={t.about}>{links[target.kind]?.(target.id, name) ?? name}</Fact>
      <Fact name={t.asker}>
        <bdi>{nameOfPerson(asker)}</bdi>
      </Fact>
      <Fact name={t.reason}>
        {reason === '' ? <span className="soft">{t.noReason}</span> : <bdi>{reason}</bdi>}
      </Fact>
      <Time name={t.askedAt} time={approval.askedAt} />
      {decider && (
        <Fact name={t.decidedBy}>
          <bdi>{nameOfPerson(decider)}</bdi>
        </Fact>
      )}
      {evidence !== '' && (
        <Fact name={state === 'refused' ? t.refusedWhy : t.evidence}>
          <bdi>{evidence}</bdi>
        </Fact>
      )}
      {(isWaiting || approval.notBefore > approval.askedAt) && (
        <Time name={t.notBefore} time={approval.notBefore} />
      )}
      {(state === 'asked' || isWaiting) && <Time name={t.expiresAt} time={approval.expiresAt} />}
      {approval.doneAt !== null && state === 'done' && (
        <Time name={t.doneTime} time={approval.doneAt} />
      )}
      {outcome !== null && <Fact name={t.outcome}>{outcomes[outcome]}</Fact>}
      <Fact name={t.requestId}>
        <code dir="ltr">{approval.id}</code>
      </Fact>
    </dl>
  )
}

function Time({ name, time }: { name: string; time: string }) {
  return (
    <Fact name={name}>
      <Moment time={time} />
    </Fact>
  )
}

type WhatProps = { approval: ApprovalDetails; link: TargetLinks['user'] }

/** Values before and after, and the users of an action for many. */
function What({ approval: { before, proposal, names, people }, link }: WhatProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { total = 0, ...values } = proposal
  const hasValues = Object.keys({ ...before, ...values }).length > 0
  const more = Number(total) - people.length
  return (
    <>
      {hasValues ? (
        <Changes before={before} after={values} names={names} caption={t.changes} />
      ) : (
        people.length === 0 && <p className="soft">{t.noChanges}</p>
      )}
      {people.length > 0 && (
        <details className={styles.affected} open={people.length <= few}>
          <summary>{t.people}</summary>
          <ul className={styles.people}>
            {people.map(({ id, name }) => (
              <li key={id}>{link?.(id, <bdi>{name}</bdi>) ?? <bdi>{name}</bdi>}</li>
            ))}
          </ul>
          {people.length === mostPeople && more > 0 && <p>{counted(t.more, more, locale)}</p>}
        </details>
      )}
    </>
  )
}

function Deciders({ approval: { id, deciders } }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  return (
    <Panel title={t.deciders}>
      {deciders.length > 0 ? (
        <p>
          <Names of={deciders} none="" />
        </p>
      ) : (
        <Notice kind="warning">
          <p>{t.nobody}</p>
          <p>
            <code dir="ltr" className={styles.command}>
              {`node app/commands/main.ts approve ${id} --break-glass "…"`}
            </code>
          </p>
        </Notice>
      )}
    </Panel>
  )
}
