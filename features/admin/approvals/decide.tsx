import { approvalRules } from '#contract/approval.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Checks } from './checks.tsx'
import type { ApprovalDetails } from './contract.ts'
import type { Decision } from './dialogs.tsx'
import { messages } from './texts/messages.ts'
import { Signs } from './signs.tsx'
import { isAboutAsker, openStates } from './words.tsx'

type Props = { approval: ApprovalDetails; onDecide: (decision: Decision) => void }

/** Shows signs, checks and records for the approver, then the buttons or the reason why there are none. */
export function Decide({ approval, onDecide }: Props) {
  const t = useMessages(messages)
  if (!openStates.includes(approval.state)) return null
  return (
    <Panel title={approval.mayDecide ? t.before : t.records}>
      <Signs approval={approval} />
      {approval.mayDecide && <Checks approval={approval} />}
      <Records approval={approval} />
      <Buttons approval={approval} onDecide={onDecide} />
    </Panel>
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

/** Offers to refuse another admin's request while it is undecided, and to stop it once it is approved. */
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

/** Details that the requester entered about themselves, which an approver must not use to verify them. */
export function Unverified({ approval }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  const phone = String(approval.proposal['phone'] ?? '')
  const { reason } = approval
  const isOpen = openStates.includes(approval.state)
  if (!isAboutAsker(approval) || (phone === '' && reason === '')) return null
  return (
    <Notice kind={isOpen ? 'warning' : 'info'} title={t.unverified}>
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
      {isOpen && <p>{t.unverifiedHint}</p>}
    </Notice>
  )
}
