import type { ReactNode } from 'react'
import { approvalRules } from '#contract/approval.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { FilledText, StrongName } from '#web/ui/filled-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { ApprovalDetails } from './contract.ts'
import type { Decision } from './dialogs.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'
import { isAboutAsker, useNames } from './words.tsx'

type Props = { approval: ApprovalDetails; onDecide: (decision: Decision) => void }

export const openStates: readonly string[] = ['asked', 'waiting', 'open']

/** What the decider compares, and what they do before they press a button; then the buttons, or why there are none. */
export function Decide({ approval, onDecide }: Props) {
  const t = useMessages(messages)
  if (!openStates.includes(approval.state)) return null
  return (
    <Panel title={approval.mayDecide ? t.before : t.records}>
      {approval.mayDecide && <Checks approval={approval} />}
      <Records approval={approval} />
      <Buttons approval={approval} onDecide={onDecide} />
    </Panel>
  )
}

function Checks({ approval: { kind, user, asker, target } }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  const { nameOfPerson, nameOfTarget } = useNames()
  const steps: ReactNode[] = []
  if (user && approvalRules[kind].needsEvidence) {
    const phone = <bdi dir="ltr">{user.phone}</bdi>
    const name = <StrongName>{nameOfTarget(target)}</StrongName>
    const call = <FilledText text={t.checkCall} values={{ name, phone }} />
    const ask = user.jobTitle === '' ? t.checkAskShort : t.checkAsk
    steps.push(user.phone === '' ? t.checkNoPhone : call, ask, t.checkWrite)
  } else {
    const name = <StrongName>{nameOfPerson(asker)}</StrongName>
    steps.push(<FilledText text={t.checkAsker} values={{ name }} />, t.checkEffect)
  }
  return (
    <ol className={styles.checks}>
      {steps.map((step, index) => (
        <li key={index}>{step}</li>
      ))}
    </ol>
  )
}

function Records({ approval: { user, target, ipAddress } }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  return (
    <dl className="facts">
      {target.company !== null && (
        <Fact name={t.company}>
          <bdi>{target.company}</bdi>
        </Fact>
      )}
      {user && (
        <>
          {user.jobTitle !== '' && (
            <Fact name={t.jobTitle}>
              <bdi>{user.jobTitle}</bdi>
            </Fact>
          )}
          {user.phone !== '' && (
            <Fact name={t.phoneOnRecord}>
              <bdi dir="ltr">{user.phone}</bdi>
            </Fact>
          )}
          <Fact name={t.lastLogin}>
            {user.lastLogin === null ? t.never : <Moment time={user.lastLogin} />}
          </Fact>
        </>
      )}
      {ipAddress !== '' && (
        <Fact name={t.askedFrom}>
          <code dir="ltr">{ipAddress}</code>
        </Fact>
      )}
    </dl>
  )
}

/** Once it is asked for, refusing is the way to end another’s request; once approved, stopping it. */
function Buttons({ approval, onDecide }: Props) {
  const t = useMessages(messages)
  const { id } = useAdminMe()
  const { kind, state, asker, mayDecide, mayCancel } = approval
  const isOwn = asker.id === id
  const { needsEvidence } = approvalRules[kind]
  return (
    <>
      {(mayDecide || mayCancel) && (
        <div className="button-row">
          {mayDecide && (
            <>
              <Button
                variant={needsEvidence ? 'secondary' : 'primary'}
                onClick={() => onDecide('approve')}
              >
                {t.approve}
              </Button>
              <Button onClick={() => onDecide('refuse')}>{t.refuse}</Button>
            </>
          )}
          {mayCancel && !mayDecide && (
            <Button onClick={() => onDecide('cancel')}>{isOwn ? t.cancelRequest : t.stop}</Button>
          )}
        </div>
      )}
      {state === 'asked' && !mayDecide && (
        <p className="soft">{isOwn ? t.yours : t.mayNotDecide}</p>
      )}
    </>
  )
}

/** What the asker wrote about themselves: never a means to make sure. */
export function Unverified({ approval }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  const phone = String(approval.proposal['phone'] ?? '')
  const { reason } = approval
  if (!isAboutAsker(approval) || (phone === '' && reason === '')) return null
  return (
    <Notice kind="warning" title={t.unverified}>
      <dl className="facts">
        {phone !== '' && (
          <Fact name={t.phoneGiven}>
            <bdi dir="ltr">{phone}</bdi>
          </Fact>
        )}
        {reason !== '' && (
          <Fact name={t.noteGiven}>
            <bdi>{reason}</bdi>
          </Fact>
        )}
      </dl>
      <p>{t.unverifiedHint}</p>
    </Notice>
  )
}
