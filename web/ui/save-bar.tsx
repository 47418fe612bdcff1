import { createContext, useContext, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { useCoveredHeight } from './covered-height.ts'
import { fieldMessages } from './texts/messages.ts'
import { StopWaiting } from './form.tsx'
import type { FormState } from './form-state.ts'
import styles from './save-bar.module.css'

type Props = {
  form: Pick<FormState, 'id' | 'isSending' | 'stopWaiting'>
  t: { unsaved: string; save: string; cancel: string }
  onCancel: () => void
  /** True while a conflict is undecided, in which every save would fail. */
  isBlocked?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** A bar for saving or canceling unsaved changes of a form. It stays at the bottom of the window. */
export function SaveBar({ form, t, onCancel, isBlocked = false, children }: Props) {
  const { id, isSending, stopWaiting } = form
  const shared = useMessages(fieldMessages)
  const bar = useCoveredHeight()
  return (
    <div ref={bar} role="group" aria-label={t.unsaved} className={styles.bar}>
      <strong role="status">{t.unsaved}</strong>
      {children}
      <Button type="submit" form={id} variant="primary" disabled={isBlocked} isPending={isSending}>
        {isSending ? shared.sending : t.save}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {t.cancel}
      </Button>
      {isSending && <StopWaiting onStop={stopWaiting} />}
    </div>
  )
}

const SaveBarContext = createContext<HTMLElement | null>(null)

/** Shows the save bars of the forms in `children` below the content, even if a form is in a hidden tab. */
export function SaveBarPlace({ children }: { children: ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return (
    <SaveBarContext value={container}>
      {children}
      {/* The bar sticks to the end of the record, not of this element. */}
      <div ref={setContainer} className="no-box" />
    </SaveBarContext>
  )
}

/** A save bar in the nearest `SaveBarPlace`. */
export function PlacedSaveBar(props: Props) {
  const container = useContext(SaveBarContext)
  return container && createPortal(<SaveBar {...props} />, container)
}
