import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { useMe } from '#web/me.ts'
import { action } from '#web/ui/action.tsx'
import { useWithMenuCounts } from '#web/parts/company-waiting.ts'
import { accessEndMessages, delegationMessages } from '#web/parts/texts/messages.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { endOfFutureDay, pastDayIssues } from '#web/ui/days.ts'
import { onCode } from '#web/ui/form.tsx'
import { showError } from '#web/ui/snackbar.tsx'
import { giveAccess, refuseAccess, type ListedRequest } from './contract.ts'
import { messages } from './texts/messages.ts'

/**
 * Returns a function that returns the two actions for a request. `onDone` is called after a decision, also if
 * another administrator was faster.
 */
export function useDecisions(onDone: () => void) {
  const onDecided = useWithMenuCounts(onDone)
  const { id: ownId } = useMe()
  const t = useMessages(messages)
  const texts = { ...useMessages(delegationMessages), ...useMessages(accessEndMessages), ...t }
  const common = {
    onDone: onDecided,
    onRefused: onCode(giveAccess.refusals.changedMeanwhile, () => {
      showError(t.changedMeanwhile)
      onDecided()
    }),
  }
  return ({ id, user, platform, mayDecide }: ListedRequest) => {
    const facts = { name: nameOf(user), platform: platform.name }
    return {
      give: action({
        ...common,
        endpoint: giveAccess,
        params: { id },
        text: t.give,
        isOffered: mayDecide,
        t: texts,
        form: {
          initial: { expiresAt: '' },
          fields: (form) => <DayField form={form} name="expiresAt" />,
          check: ({ expiresAt }) => pastDayIssues('expiresAt', expiresAt),
          toBody: ({ expiresAt }) => ({ expiresAt: endOfFutureDay(expiresAt) }),
        },
        title: t.askGive(facts),
        effect: t.giveEffect(facts),
        done: t.given(facts),
      }),
      refuse: action({
        ...common,
        endpoint: refuseAccess,
        params: { id },
        text: t.refuse,
        // Unlike granting, also offered for a platform that the company may not grant.
        isOffered: user.id !== ownId,
        danger: 'usual',
        reason: 'required',
        t,
        title: t.askRefuse(facts),
        effect: t.refuseEffect(facts),
        done: t.refused(facts),
      }),
    }
  }
}
