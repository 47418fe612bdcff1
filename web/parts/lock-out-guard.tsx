import { useRef, useState } from 'react'
import { isCidr, type NetworkRule } from '#contract/network-rules.ts'
import { useMessages } from '../locale.ts'
import { ConfirmDialog } from '../ui/confirm.tsx'
import type { FormState } from '../ui/form-state.ts'
import { networkMessages } from './texts/messages.ts'
import { rulesText, withoutNames, type SavedRules } from './network-preview.tsx'

/**
 * Numbers of users who logged in during the last month, and of those whom the rules would lock out. `ofRules` is the
 * comparison key of these rules.
 */
type LockOut = { people: number; refused: number; ofRules: string }

/** Asks for confirmation before saving rules that would lock out users who logged in during the last month. */
export function useLockOutGuard<Name extends string, Key extends string>(
  form: FormState<Name, Key>,
  saved: SavedRules | undefined,
  rules: readonly NetworkRule[],
) {
  const t = useMessages(networkMessages)
  const [lockOut, setLockOut] = useState<LockOut>()
  const acceptedRules = useRef('')
  const isChanged = saved !== undefined && rulesText(rules) !== rulesText(saved.rules)
  const isValid = rules.every(({ cidr }) => isCidr(cidr.trim()))

  async function submitIfHarmless(saved: SavedRules, element: HTMLFormElement): Promise<void> {
    // If the preview fails, the save continues: the server checks the rules again and reports the reason.
    const preview = await saved.findPreview(withoutNames(rules)).catch(() => undefined)
    if (preview && preview.refused > 0) {
      return setLockOut({ ...preview, ofRules: rulesText(rules) })
    }
    acceptedRules.current = rulesText(rules)
    element.requestSubmit()
  }

  const guarded: typeof form = {
    ...form,
    onSubmit: (event) => {
      // While the dialog is open, only its button submits. Rules edited since their preview need a new preview.
      const isAccepted = (lockOut?.ofRules ?? acceptedRules.current) === rulesText(rules)
      setLockOut(undefined)
      if (!isChanged || !isValid || isAccepted) {
        acceptedRules.current = ''
        return form.onSubmit(event)
      }
      event.preventDefault()
      void submitIfHarmless(saved, event.currentTarget)
    },
  }
  const dialog = lockOut && (
    <ConfirmDialog
      title={t.askLockOut}
      action={t.saveAnyway}
      isDangerous
      onClose={() => setLockOut(undefined)}
      submits={form.id}
    >
      <p>{t.lockedOut(lockOut)}</p>
    </ConfirmDialog>
  )
  return { guarded, dialog }
}
