import { useMutation } from '@tanstack/react-query'
import { nameOf } from '#contract/full-name.ts'
import { call } from '#web/api.ts'
import { useColon, useMessages } from '#web/locale.ts'
import { isHandledByPage } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { describeError } from '#web/ui/error-facts.ts'
import { useTextOf } from '#web/ui/failure.tsx'
import { showError, showSuccess } from '#web/ui/snackbar.tsx'
import { decideReview, type Review, type ReviewItem } from './contract.ts'
import { messages } from './texts/messages.ts'

type Props = { review: Review; items: readonly ReviewItem[]; onDecided: () => void }

/** Maximum number of items that the endpoint accepts. */
const maxItemsPerCall = 100

/** Sends the decisions in several calls if needed. Decisions before an error remain. */
async function decide({ id }: Review, items: readonly ReviewItem[], decision: 'keep' | 'remove') {
  for (let from = 0; from < items.length; from += maxItemsPerCall) {
    const part = items.slice(from, from + maxItemsPerCall)
    const body = {
      items: part.map(({ user, platform }) => ({
        userId: user.id,
        subsystem: platform?.id ?? null,
        decision,
      })),
    }
    await call(decideReview, { params: { id }, body })
  }
}

type KeepProps = Props & {
  isInRow?: boolean
  /** Name of the row, added to the accessible name of the button. */
  rowName?: string
}

export function KeepButton({ review, items, onDecided, isInRow = false, rowName }: KeepProps) {
  const t = useMessages(messages)
  const colon = useColon()
  const textOf = useTextOf(t)
  const { mutate, isPending } = useMutation({
    mutationFn: () => decide(review, items, 'keep'),
    onSuccess: () => {
      showSuccess(t.saved({ count: items.length }))
      onDecided()
    },
    onError: (error) => {
      if (isHandledByPage(error)) return
      const facts = describeError(error, textOf)
      showError(textOf(facts.key) ?? t.failed, facts)
      // An earlier call or another administrator may have decided some items.
      onDecided()
    },
  })
  return (
    <Button
      isInRow={isInRow}
      isPending={isPending}
      aria-label={rowName && `${t.keep}${colon}${rowName}`}
      onClick={() => mutate()}
    >
      {t.keep}
    </Button>
  )
}

type DialogProps = Props & { onClose: () => void }

/** A dialog that explains the effect of a removal and asks for confirmation. */
export function RemoveDialog({ review, items, onClose, onDecided }: DialogProps) {
  const t = useMessages(messages)
  const [first] = items
  const facts = { name: first ? nameOf(first.user) : '', platform: first?.platform?.name ?? '' }
  const ofOne = first?.platform
    ? { title: t.askRemovePlatform, effect: t.removePlatformEffect, action: t.remove }
    : { title: t.askRemoveAccount, effect: t.removeAccountEffect, action: t.deactivate }
  const isOne = items.length === 1
  return (
    <ConfirmAction
      title={isOne ? ofOne.title(facts) : t.askRemoveMany({ count: items.length })}
      action={isOne ? ofOne.action : t.remove}
      isDangerous
      onClose={onClose}
      run={() => decide(review, items, 'remove')}
      onDone={() => {
        showSuccess(t.saved({ count: items.length }))
        onDecided()
      }}
      failed={t.failed}
      texts={t}
    >
      <p>{isOne ? ofOne.effect(facts) : t.removeEffect}</p>
    </ConfirmAction>
  )
}
