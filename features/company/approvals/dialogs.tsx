import { formatTime } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useAccount } from '#web/me.ts'
import { FormDialog } from '#web/ui/confirm.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { onCode, useForm } from '#web/ui/form.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showError, showSuccess } from '#web/ui/snackbar.tsx'
import { approveRecovery, refuseRecovery, type Recovery } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  recovery: Recovery
  onClose: () => void
  /** Callback after a decision by this or another administrator. */
  onOver: () => void
}

/** Handles a decision by another administrator in the meantime: shows an error and reloads the page. */
function useMeanwhile(onOver: () => void) {
  const t = useMessages(messages)
  return onCode(approveRecovery.refusals.changedMeanwhile, () => {
    showError(t.changedMeanwhile)
    onOver()
  })
}

/** Shows when the link is mailed, and asks how the approver verified the user. */
export function ApproveDialog({ recovery: { id, user, notBefore }, onClose, onOver }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const { timezone } = useAccount()
  const facts = { name: nameOf(user), time: formatTime(notBefore, locale, timezone) }
  const form = useForm(approveRecovery, t, {
    empty: { evidence: '' },
    params: { id },
    onRefused: useMeanwhile(onOver),
    onDone: () => {
      showSuccess(t.approved(facts))
      onOver()
    },
  })
  return (
    <FormDialog
      title={t.approveTitle(facts)}
      action={t.approve}
      onClose={onClose}
      form={form}
      fields={<TextField form={form} name="evidence" autoComplete="off" />}
    >
      <p>{t.makeSure(facts)}</p>
      <p>{t.later(facts)}</p>
    </FormDialog>
  )
}

export function RefuseDialog({ recovery: { id, user }, onClose, onOver }: Props) {
  const t = useMessages(messages)
  const facts = { name: nameOf(user) }
  return (
    <ReasonDialog
      t={t}
      endpoint={refuseRecovery}
      params={{ id }}
      isDangerous
      title={t.refuseTitle(facts)}
      action={t.refuse}
      onClose={onClose}
      onRefused={useMeanwhile(onOver)}
      onDone={() => {
        showSuccess(t.refused)
        onOver()
      }}
    >
      <p>{t.refuseText(facts)}</p>
    </ReasonDialog>
  )
}
