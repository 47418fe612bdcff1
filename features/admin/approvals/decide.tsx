import { approvalRules } from '#contract/approval.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import type { OfferedAction } from '#web/ui/action.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, Moment } from '#web/ui/facts.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { profileFieldMessages } from '#web/ui/texts/messages.ts'
import { Checks } from './checks.tsx'
import type { ApprovalDetails } from './contract.ts'
import { messages } from './texts/messages.ts'
import { Signs } from './signs.tsx'
import { isAboutAsker, openStates, TextFact } from './words.tsx'

type Props = { approval: ApprovalDetails; decisions: readonly OfferedAction[] }

/** Shows signs, checks and records for the approver, then the buttons or the reason why there are none. */
export function Decide({ approval, decisions }: Props) {
  const t = useMessages(messages)
  if (!openStates.includes(approval.state)) return null
  const hasRecords = approval.user !== null || approval.ipAddress !== ''
  return (
    <Panel title={approval.mayDecide ? t.before : hasRecords ? t.records : t.decision}>
      <Signs approval={approval} />
      {approval.mayDecide && <Checks approval={approval} />}
      <Records approval={approval} />
      <Buttons approval={approval} decisions={decisions} />
    </Panel>
  )
}

function Records({ approval: { user, target, ipAddress } }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  const fields = useMessages(profileFieldMessages)
  return (
    <dl className="facts">
      <TextFact name={t.company} text={target.company} />
      {user && (
        <>
          <TextFact name={fields.jobTitle} text={user.jobTitle} />
          <TextFact name={t.phoneOnRecord} text={user.phone} dir="ltr" />
          <Fact name={t.lastLogin}>
            <Moment time={user.lastLogin} missing={t.never} />
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

/** Shows the decisions that the admin may make. For an undecided request, says why the admin may not approve it. */
function Buttons({ approval, decisions }: Props) {
  const t = useMessages(messages)
  const ownId = useAdminMe().id
  const { kind, state, asker, mayDecide } = approval
  const { needsEvidence } = approvalRules[kind]
  return (
    <>
      {decisions.length > 0 && (
        <div className="button-row">
          {decisions.map(({ id, text, onPress }) => (
            <Button
              key={id}
              // The button is not primary if evidence is needed, because the approver must first verify the user.
              variant={id === 'approve' && !needsEvidence ? 'primary' : 'secondary'}
              onClick={onPress}
            >
              {text}
            </Button>
          ))}
        </div>
      )}
      {state === 'asked' && !mayDecide && (
        <p className="soft">{asker.id === ownId ? t.yours : t.mayNotDecide}</p>
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
        <TextFact name={t.phoneGiven} text={phone} dir="ltr" />
        <TextFact name={t.noteGiven} text={reason} />
      </dl>
      {isOpen && <p>{t.unverifiedHint}</p>}
    </Notice>
  )
}
