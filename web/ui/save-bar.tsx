import type { ReactNode } from 'react'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { fieldMessages } from './field-messages.ts'
import { StopWaiting } from './form.tsx'
import type { FormState } from './form-state.ts'
import styles from './save-bar.module.css'

type Props = {
  form: Pick<FormState, 'id' | 'isSending' | 'stopWaiting'>
  t: { unsaved: string; save: string; cancel: string }
  onCancel: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** For a form of which something was changed: at the lower end of the window, whichever part of the page is shown. */
export function SaveBar({ form: { id, isSending, stopWaiting }, t, onCancel, children }: Props) {
  const shared = useMessages(fieldMessages)
  return (
    <div role="group" aria-label={t.unsaved} className={styles.bar}>
      <strong role="status">{t.unsaved}</strong>
      {children}
      <Button type="submit" form={id} variant="primary" isPending={isSending}>
        {isSending ? shared.sending : t.save}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {t.cancel}
      </Button>
      {isSending && <StopWaiting onStop={stopWaiting} />}
    </div>
  )
}
