import { useState, type ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import type { FormState } from './form-state.ts'

type Props<Name extends string> = {
  form: FormState<Name>
  /** Whether what is typed now has to be confirmed before it is sent. */
  isNeeded: (typed: FormState<Name>['values']) => boolean
  title: string
  text: ReactNode
  confirm: string
  cancel: string
  children: (form: FormState<Name>) => ReactNode
}

/** Before a form does something grave it is said what that ends. */
export function AskBefore<Name extends string>(props: Props<Name>) {
  const { form, isNeeded, title, text, confirm, cancel, children } = props
  const [isAsking, setAsking] = useState(false)
  const asking: FormState<Name> = {
    ...form,
    onSubmit: (event) => {
      if (isAsking || !isNeeded(form.values)) {
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
          title={title}
          isOpen
          onClose={() => setAsking(false)}
          actions={
            <>
              <button type="button" className="secondary-button" onClick={() => setAsking(false)}>
                {cancel}
              </button>
              <button type="submit" form={form.id} className="primary-button danger-button">
                {confirm}
              </button>
            </>
          }
        >
          {text}
        </Dialog>
      )}
    </>
  )
}
