import { useQuery } from '@tanstack/react-query'
import * as adminLinks from '#contract/admin-links.ts'
import type { ApprovalKind } from '#contract/approval.ts'
import type { Link } from '#contract/links.ts'
import { call } from '#web/api.ts'
import { LinkTo } from '#web/link-to.tsx'
import { useMessages } from '#web/locale.ts'
import { useListLink, useRecordId } from '#web/page-search.ts'
import { PageTitle } from '#web/page-title.tsx'
import { useActions, type OfferedAction } from '#web/ui/action.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Moment, Names } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { getApproval, type ApprovalDetails } from './contract.ts'
import { Decide, Unverified } from './decide.tsx'
import { useDecisions } from './decisions.tsx'
import { Ended } from './ended.tsx'
import { endedMessages, messages, obstacleMessages } from './texts/messages.ts'
import { Effects } from './effects.tsx'
import styles from './page.module.css'
import {
  isAboutAsker,
  openStates,
  StateTag,
  TextFact,
  useHowAsked,
  useKindTitle,
  useNames,
} from './words.tsx'

/** The page of a person or target by its kind. Requests about many users and the system have none. */
const pages: Readonly<Record<string, (values: { id: string }) => Link>> = {
  user: adminLinks.user,
  company: adminLinks.company,
  platform: adminLinks.platform,
  api: adminLinks.api,
  service: adminLinks.serviceAccount,
  admin: adminLinks.admin,
}

/** Kinds that add their target, which has no page until the request is carried out. */
const addingKinds: readonly ApprovalKind[] = ['admin-add', 'platform-add', 'api-add']

const pollMs = 10_000

/** Shows one request: the requester, the changes and the decision. */
export function ApprovalPanel() {
  const t = useMessages(messages)
  const id = useRecordId()
  const listLink = useListLink(adminLinks.approvals)
  const record = useQuery({
    queryKey: [getApproval.path, id],
    queryFn: ({ signal, client, queryKey }) => {
      // Polling must not keep the admin's session alive: only the first call counts as activity.
      const background = client.getQueryData(queryKey) !== undefined
      return call(getApproval, { params: { id } }, { signal, background })
    },
    refetchInterval: ({ state }) => (openStates.includes(state.data?.state ?? '') ? pollMs : false),
    staleTime: 0,
  })
  const { offersOf, dialog } = useActions(useDecisions(() => void record.refetch()))
  return (
    <RecordPage back={<LinkTo to={listLink}>{t.back}</LinkTo>} record={record} t={t}>
      {(approval) => (
        <>
          <Request key={approval.id} approval={approval} decisions={offersOf(approval)} />
          {dialog}
        </>
      )}
    </RecordPage>
  )
}

type Props = { approval: ApprovalDetails }

function Request({ approval, decisions }: Props & { decisions: readonly OfferedAction[] }) {
  const t = useMessages(messages)
  const { wasDone, wasAsked } = useMessages(endedMessages)
  const titleOf = useKindTitle()
  const titleOfPast = approval.state === 'done' ? wasDone : wasAsked
  const titleOfEffects = openStates.includes(approval.state) ? t.effects : titleOfPast
  return (
    <>
      <div className="row-3">
        <PageTitle>{titleOf(approval.kind)}</PageTitle>
        <StateTag status={approval.state} />
      </div>
      <div className={styles.columns}>
        <div className={`stack-6 ${styles.narrow} ${styles.what}`}>
          <Ended approval={approval} />
          <Panel title={titleOfEffects}>
            <Effects approval={approval} />
          </Panel>
          <Unverified approval={approval} />
        </div>
        <div className={`stack-6 ${styles.narrow} ${styles.decide}`}>
          <Decide approval={approval} decisions={decisions} />
          {approval.state === 'asked' && <Deciders approval={approval} />}
        </div>
        <div className={`stack-6 ${styles.narrow} ${styles.request}`}>
          <Panel title={t.facts}>
            <Facts approval={approval} />
            <RequestId id={approval.id} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function Facts({ approval }: Props) {
  const t = useMessages(messages)
  const { nameOfPerson, nameOfTarget } = useNames()
  const { target, asker, decider, reason, evidence, state, askedAt, notBefore, doneAt } = approval
  const howAsked = useHowAsked()
  const isOpen = openStates.includes(state)
  const isApproved = isOpen && state !== 'asked'
  // The reason of a refusal, with its author, is above the effects.
  const isRefused = state === 'refused'
  const hasPage = state === 'done' || !addingKinds.includes(approval.kind)
  return (
    <dl className="facts">
      <Fact name={t.about}>
        <LinkedName of={hasPage ? target : undefined}>{nameOfTarget(target)}</LinkedName>
      </Fact>
      <Fact name={t.asker}>
        <LinkedName of={asker}>{nameOfPerson(asker)}</LinkedName>{' '}
        <span className="soft">· {howAsked(approval)}</span>
      </Fact>
      {!isAboutAsker(approval) && (
        <Fact name={t.reason}>
          {reason === '' ? <span className="soft">{t.noReason}</span> : <bdi>{reason}</bdi>}
        </Fact>
      )}
      <Time name={t.askedAt} time={askedAt} />
      {decider && !isRefused && <TextFact name={t.decidedBy} text={nameOfPerson(decider)} />}
      {!isRefused && <TextFact name={t.evidence} text={evidence} />}
      {isOpen && (isApproved || notBefore > askedAt) && (
        <Time name={t.notBefore} time={notBefore} />
      )}
      {isOpen && <Time name={t.expiresAt} time={approval.expiresAt} />}
      {state === 'done' && doneAt !== null && <Time name={t.doneTime} time={doneAt} />}
    </dl>
  )
}

type LinkedNameProps = { of: { kind: string; id: string } | undefined; children: string }

function LinkedName({ of, children }: LinkedNameProps) {
  const name = <bdi>{children}</bdi>
  const link = of && pages[of.kind]?.({ id: of.id })
  return link ? <LinkTo to={link}>{name}</LinkTo> : name
}

function RequestId({ id }: { id: string }) {
  const t = useMessages(messages)
  return (
    <div className={styles.requestId}>
      <span className="soft">{t.requestId}</span>
      <span>
        <code dir="ltr">{id}</code>
      </span>
      <CopyButton text={id} of={t.requestId}>
        {t.copy}
      </CopyButton>
    </div>
  )
}

function Time({ name, time }: { name: string; time: string }) {
  return (
    <Fact name={name}>
      <Moment time={time} />
    </Fact>
  )
}

type Approver = ApprovalDetails['deciders'][number]

function Deciders({ approval: { id, deciders, excluded = [] } }: Props) {
  const t = useMessages(messages)
  const nameOf = ({ name, email }: Approver) =>
    email === undefined ? name : t.namesake({ name, email })
  const obstacles = useMessages(obstacleMessages)
  return (
    <Panel title={t.deciders}>
      {deciders.length > 0 ? (
        <p>
          <Names of={deciders.map((each) => ({ ...each, name: nameOf(each) }))} none="" />
        </p>
      ) : (
        <Notice kind="warning">
          <p>{t.nobody}</p>
          <p>
            <code dir="ltr">{`node app/commands/main.ts approve ${id} --break-glass "…"`}</code>
          </p>
        </Notice>
      )}
      {excluded.length > 0 && (
        <details open={deciders.length === 0}>
          <summary>{obstacles.title}</summary>
          <dl className="facts">
            {excluded.map((each) => (
              <Fact key={each.id} name={<bdi>{nameOf(each)}</bdi>}>
                {obstacles[each.obstacle]}
              </Fact>
            ))}
          </dl>
        </details>
      )}
    </Panel>
  )
}
