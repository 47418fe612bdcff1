import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TextWith } from '#contract/text.ts'
import { approvalRules } from '#contract/approval.ts'
import { useMessages } from '#web/locale.ts'
import { FormDialog } from '#web/ui/confirm.tsx'
import { LongTextField } from '#web/ui/fields.tsx'
import { onCode, useForm } from '#web/ui/form.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
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

export type Decision = 'approve' | 'refuse' | 'cancel'

type Props = {
  approval: ApprovalDetails
  decision: Decision
  onClose: () => void
  /** Called once the request is decided, by this admin or by another one first. */
  onOver: () => void
}

export function DecisionDialog({ decision, onOver, ...props }: Props) {
  const queryClient = useQueryClient()
  const { onClose } = props
  function over(): void {
    onClose()
    onOver()
    void queryClient.invalidateQueries({ queryKey: waitingKey })
    void queryClient.invalidateQueries({ queryKey: [listApprovals.path] })
  }
  if (decision === 'approve') return <ApproveDialog {...props} onOver={over} />
  return <EndDialog {...props} decision={decision} onOver={over} />
}

type DialogProps = Omit<Props, 'decision'>

/** Returns a handler for a request that another admin has decided first: the page shows that decision. */
function useMeanwhile(onOver: () => void) {
  const t = useMessages(messages)
  return onCode(approveRequest.refusals.changedMeanwhile, () => {
    showError(t.decidedMeanwhile)
    onOver()
  })
}

function ApproveDialog({ approval, onClose, onOver }: DialogProps) {
  const t = useMessages(messages)
  const near = useNear()
  const titleOf = useTitle(approval)
  const { nameOfPerson } = useNames()
  const showOutcome = useOutcome()
  const { needsEvidence } = approvalRules[approval.kind]
  const words = {
    ...t,
    evidence: needsEvidence ? t.evidenceField : t.note,
    evidenceHint: needsEvidence ? t.evidenceHint : t.noteHint,
  }
  const form = useForm(approveRequest, words, {
    empty: { evidence: '' },
    params: { id: approval.id },
    onRefused: useMeanwhile(onOver),
    onDone: (decided) => {
      showOutcome(decided)
      onOver()
    },
  })
  const [isLater] = useState(() => Date.parse(approval.notBefore) > Date.now())
  return (
    <FormDialog
      title={titleOf(t.approveTitle)}
      action={t.approve}
      onClose={onClose}
      form={form}
      fields={<LongTextField form={form} name="evidence" isOptional={!needsEvidence} />}
    >
      <Checks approval={approval} />
      <p>
        {isLater
          ? t.approveLater({ time: near(approval.notBefore) })
          : t.approveNow({ name: nameOfPerson(approval.asker) })}
      </p>
    </FormDialog>
  )
}

type TitleText = TextWith<{ action: string; name: string }>

/** Returns a function that fills the action and the name of the target into a title. */
function useTitle({ kind, target }: ApprovalDetails): (text: TitleText) => string {
  const kinds = useMessages(kindMessages)
  const { nameOfTarget } = useNames()
  return (text) => text({ action: kinds[kind], name: nameOfTarget(target) })
}

function useOutcome(): (decided: ApprovalDetails) => void {
  const t = useMessages(messages)
  const outcomes = useMessages(outcomeMessages)
  const near = useNear()
  return ({ state, outcome, notBefore }) => {
    if (outcome !== null) return showError(t.failed({ outcome: outcomes[outcome] }))
    if (state === 'done') return showSuccess(t.done)
    return showSuccess(t.approvedWaits({ time: near(notBefore) }))
  }
}

type EndProps = DialogProps & { decision: 'refuse' | 'cancel' }

function EndDialog({ approval, decision, onClose, onOver }: EndProps) {
  const t = useMessages(messages)
  const titleOf = useTitle(approval)
  const { nameOfPerson } = useNames()
  const isRefusal = decision === 'refuse'
  return (
    <ReasonDialog
      t={{ ...t, reason: t.reasonField }}
      endpoint={isRefusal ? refuseRequest : cancelRequest}
      params={{ id: approval.id }}
      isDangerous
      title={titleOf(isRefusal ? t.refuseTitle : t.cancelTitle)}
      action={isRefusal ? t.refuse : t.cancelRequest}
      cancel={t.keep}
      onClose={onClose}
      onRefused={useMeanwhile(onOver)}
      onDone={() => {
        showSuccess(isRefusal ? t.refused : t.cancelled)
        onOver()
      }}
    >
      <p>
        {isRefusal
          ? (approval.asker.kind === 'user' ? t.refuseTextUser : t.refuseText)({
              name: nameOfPerson(approval.asker),
            })
          : t.cancelText}
      </p>
    </ReasonDialog>
  )
}
