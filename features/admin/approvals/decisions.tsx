import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TextWith } from '#contract/text.ts'
import { approvalRules } from '#contract/approval.ts'
import type { Refusal } from '#contract/refusal.ts'
import { useMessages } from '#web/locale.ts'
import { useAdminMe } from '#web/me.ts'
import { action } from '#web/ui/action.tsx'
import { LongTextField } from '#web/ui/fields.tsx'
import { onCode } from '#web/ui/form.tsx'
import { showError, showSuccess } from '#web/ui/snackbar.tsx'
import {
  approveRequest,
  cancelRequest,
  listApprovals,
  refuseRequest,
  waitingKey,
  type ApprovalDetails,
} from './contract.ts'
import { Checks } from './checks.tsx'
import { kindMessages, outcomeMessages, messages } from './texts/messages.ts'
import { useNames, useNear } from './words.tsx'

/** Returns the decisions about a request. `onDecided` runs after a decision by this or another admin. */
export function useDecisions(onDecided: () => void) {
  const { decidedMeanwhile } = useMessages(messages)
  const queryClient = useQueryClient()
  function finish(): void {
    onDecided()
    void queryClient.invalidateQueries({ queryKey: waitingKey })
    void queryClient.invalidateQueries({ queryKey: [listApprovals.path] })
  }
  const onRefused = onCode(approveRequest.refusals.changedMeanwhile, () => {
    showError(decidedMeanwhile)
    finish()
  })
  const approvalOf = useApproval({ finish, onRefused })
  const refuseAndCancelOf = useRefuseAndCancel({ finish, onRefused })
  return (approval: ApprovalDetails) => ({
    approve: approvalOf(approval),
    ...refuseAndCancelOf(approval),
  })
}

type Callbacks = { finish: () => void; onRefused: (refusal: Refusal) => boolean }

function useApproval({ finish, onRefused }: Callbacks) {
  const t = useMessages(messages)
  const titleOf = useTitle()
  const showOutcome = useOutcome()
  return (approval: ApprovalDetails) => {
    const { needsEvidence } = approvalRules[approval.kind]
    return action({
      endpoint: approveRequest,
      params: { id: approval.id },
      text: t.approve,
      isOffered: approval.mayDecide,
      t: {
        ...t,
        evidence: needsEvidence ? t.evidenceField : t.note,
        evidenceHint: needsEvidence ? t.evidenceHint : t.noteHint,
      },
      form: {
        initial: { evidence: '' },
        fields: (form) => <LongTextField form={form} name="evidence" isOptional={!needsEvidence} />,
      },
      title: titleOf(approval, t.approveTitle),
      children: (
        <>
          <Checks approval={approval} />
          <Execution approval={approval} />
        </>
      ),
      onDone: (approved) => {
        showOutcome(approved)
        finish()
      },
      onRefused,
    })
  }
}

/** Returns two actions: `refuse` an undecided request; `cancel` one's own request or an approved two-factor reset. */
function useRefuseAndCancel({ finish, onRefused }: Callbacks) {
  const t = useMessages(messages)
  const titleOf = useTitle()
  const { nameOfPerson } = useNames()
  const { id: ownId } = useAdminMe()
  const refuseTexts: Partial<Record<string, typeof t.refuseText>> = {
    user: t.refuseTextUser,
    service: t.refuseTextService,
  }
  return (approval: ApprovalDetails) => {
    const { id, asker, mayCancel } = approval
    // A server of the last release sends no `mayRefuse`: there, the admins who may approve are those who may decline.
    const mayRefuse = approval.mayRefuse ?? approval.mayDecide
    const common = {
      params: { id },
      danger: 'usual',
      reason: 'required',
      t: { ...t, reason: t.reasonField },
      cancel: t.keep,
      onDone: finish,
      onRefused,
    } as const
    const refuseText = refuseTexts[asker.kind] ?? t.refuseText
    return {
      refuse: action({
        ...common,
        endpoint: refuseRequest,
        text: t.refuse,
        isOffered: mayRefuse,
        title: titleOf(approval, t.refuseTitle),
        effect: refuseText({ name: nameOfPerson(asker) }),
        done: t.refused,
      }),
      cancel: action({
        ...common,
        endpoint: cancelRequest,
        text: asker.id === ownId ? t.cancelRequest : t.stop,
        confirm: t.cancelRequest,
        isOffered: mayCancel && !mayRefuse,
        title: titleOf(approval, t.cancelTitle),
        effect: t.cancelText,
        done: t.cancelled,
      }),
    }
  }
}

/** States when an approved request is carried out. */
function Execution({ approval: { kind, notBefore } }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  const near = useNear()
  const [isLater] = useState(() => Date.parse(notBefore) > Date.now())
  if (isLater) return <p>{t.approveLater({ time: near(notBefore) })}</p>
  // The worker applies a configuration file, because that takes longer than the call that approves it may.
  return <p>{kind === 'configuration-apply' ? t.approveSoon : t.approveNow}</p>
}

type TitleText = TextWith<{ action: string; name: string }>

/** Returns a function that fills the action and the name of the target into a title. */
function useTitle(): (approval: ApprovalDetails, text: TitleText) => string {
  const kinds = useMessages(kindMessages)
  const { nameOfTarget } = useNames()
  return ({ kind, target }, text) => text({ action: kinds[kind], name: nameOfTarget(target) })
}

function useOutcome(): (approval: ApprovalDetails) => void {
  const t = useMessages(messages)
  const outcomes = useMessages(outcomeMessages)
  const near = useNear()
  return ({ state, outcome, notBefore }) => {
    if (outcome !== null) return showError(t.failed({ outcome: outcomes[outcome] }))
    if (state === 'done') return showSuccess(t.done)
    if (state === 'open') return showSuccess(t.approvedSoon)
    return showSuccess(t.approvedWaits({ time: near(notBefore) }))
  }
}
