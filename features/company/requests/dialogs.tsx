import { useMessages } from '#web/locale.ts'
import { accessEndMessages, delegationMessages } from '#web/ui/texts/messages.ts'
import { FormDialog } from '#web/ui/confirm.tsx'
import { DayField, endOfDay, overDay } from '#web/ui/day-field.tsx'
import { nameOf } from '#web/ui/facts.tsx'
import { onCode, useForm } from '#web/ui/form.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { showError, showSuccess } from '#web/ui/snackbar.tsx'
import { giveAccess, refuseAccess, type ListedRequest } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = {
  request: ListedRequest
  onClose: () => void
  /** Callback after a decision by this or another administrator. */
  onOver: () => void
}

/** Handles a decision by another administrator in the meantime: shows an error and reloads the list. */
function useMeanwhile(onOver: () => void) {
  const t = useMessages(messages)
  return onCode(giveAccess.refusals.changedMeanwhile, () => {
    showError(t.changedMeanwhile)
    onOver()
  })
}

export function GiveDialog({ request: { id, user, platform }, onClose, onOver }: Props) {
  const t = useMessages(messages)
  const words = { ...useMessages(delegationMessages), ...useMessages(accessEndMessages), ...t }
  const facts = { name: nameOf(user), platform: platform.name }
  const form = useForm(giveAccess, words, {
    empty: { expiresAt: '' },
    params: { id },
    check: ({ expiresAt }) => overDay('expiresAt', expiresAt),
    toBody: ({ expiresAt }) => ({
      expiresAt: overDay('', expiresAt).length > 0 ? null : endOfDay(expiresAt),
    }),
    onRefused: useMeanwhile(onOver),
    onDone: () => {
      showSuccess(t.given(facts))
      onOver()
    },
  })
  return (
    <FormDialog
      title={t.askGive(facts)}
      action={t.give}
      onClose={onClose}
      form={form}
      fields={<DayField form={form} name="expiresAt" />}
    >
      <p>{t.giveEffect(facts)}</p>
    </FormDialog>
  )
}

export function RefuseDialog({ request: { id, user, platform }, onClose, onOver }: Props) {
  const t = useMessages(messages)
  const facts = { name: nameOf(user), platform: platform.name }
  return (
    <ReasonDialog
      t={t}
      endpoint={refuseAccess}
      params={{ id }}
      isDangerous
      title={t.askRefuse(facts)}
      action={t.refuse}
      onClose={onClose}
      onRefused={useMeanwhile(onOver)}
      onDone={() => {
        showSuccess(t.refused(facts))
        onOver()
      }}
    >
      <p>{t.refuseEffect(facts)}</p>
    </ReasonDialog>
  )
}
