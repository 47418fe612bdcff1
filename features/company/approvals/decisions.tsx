import { formatTime } from '#contract/time.ts'
import { nameOf } from '#contract/full-name.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { useTimeZone } from '#web/me.ts'
import { action } from '#web/ui/action.tsx'
import { useWithMenuCounts } from '#web/parts/company-waiting.ts'
import { TextField } from '#web/ui/fields.tsx'
import { onCode } from '#web/ui/form.tsx'
import { showError } from '#web/ui/snackbar.tsx'
import { approveRecovery, refuseRecovery, type Recovery } from './contract.ts'
import { messages } from './texts/messages.ts'

/** Returns the actions that decide a recovery. `onDone` runs after a decision by this or another administrator. */
export function useDecisions(onDone: () => void) {
  const onDecided = useWithMenuCounts(onDone)
  const t = useMessages(messages)
  const { locale } = useLocale()
  const timeZone = useTimeZone()
  const common = {
    t,
    onDone: onDecided,
    onRefused: onCode(approveRecovery.refusals.changedMeanwhile, () => {
      showError(t.changedMeanwhile)
      onDecided()
    }),
  }
  return ({ id, user, notBefore, mayDecide, mayRefuse = mayDecide }: Recovery) => {
    const facts = { name: nameOf(user), time: formatTime(notBefore, locale, timeZone) }
    return {
      approve: action({
        ...common,
        endpoint: approveRecovery,
        params: { id },
        text: t.approve,
        isOffered: mayDecide,
        form: {
          initial: { evidence: '' },
          fields: (form) => <TextField form={form} name="evidence" autoComplete="off" />,
        },
        title: t.approveTitle(facts),
        effect: [t.makeSure(facts), t.later(facts)],
        done: t.approved(facts),
      }),
      refuse: action({
        ...common,
        endpoint: refuseRecovery,
        params: { id },
        text: t.refuse,
        isOffered: mayRefuse,
        danger: 'usual',
        reason: 'required',
        title: t.refuseTitle(facts),
        effect: t.refuseText(facts),
        done: t.refused,
      }),
    }
  }
}
