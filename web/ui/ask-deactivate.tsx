import { useState, type ReactNode } from 'react'
import { fill } from '#contract/locale.ts'
import { Dialog } from './dialog.tsx'
import type { FormState } from './form-state.ts'

type Props<Name extends string> = {
  form: FormState<Name | 'active'>
  /** Undefined for one that is not there yet. */
  present: { name: string; active: boolean } | undefined
  /** Whom or what it ends, counted. */
  effect: string
  t: { askTitle: string; askText: string; deactivate: string; cancel: string }
  children: (form: FormState<Name | 'active'>) => ReactNode
}

/** Before a form deactivates what is active it is said what that ends. */
export function AskDeactivate<Name extends string>(props: Props<Name>) {
  const { form, present, effect, t, children } = props
  const [isAsking, setAsking] = useState(false)
  const asking: FormState<Name | 'active'> = {
    ...form,
    onSubmit: (event) => {
      if (isAsking || present?.active !== true || form.values.active !== false) {
        setAsking(false)
        return form.onSubmit(event)
      }
      event.preventDefault()
      setAsking(true)
    },
  }
  return (
    <>
      {children(asking)}
      {isAsking && (
        <Dialog
          title={fill(t.askTitle, { name: present?.name ?? '' })}
          isOpen
          onClose={() => setAsking(false)}
          actions={
            <>
              <button type="button" className="secondary-button" onClick={() => setAsking(false)}>
                {t.cancel}
              </button>
              <button type="submit" form={form.id} className="primary-button danger-button">
                {t.deactivate}
              </button>
            </>
          }
        >
          <p>{t.askText}</p>
          <p>
            <strong>{effect}</strong>
          </p>
        </Dialog>
      )}
    </>
  )
}
