import { useState, type ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { Dialog } from '#web/dialog.tsx'
import type { FormState } from '#web/form-state.ts'
import { useLocale, useWords } from '#web/locale.ts'
import type { CompanyDetails } from './contract.ts'
import { words } from './messages.ts'

type Props<Name extends string> = {
  company: CompanyDetails | undefined
  form: FormState<Name>
  children: (form: FormState<Name>) => ReactNode
}

/** Before a company is deactivated it is said what that ends. */
export function AskDeactivate<Name extends string>({ company, form, children }: Props<Name>) {
  const say = useWords(words)
  const { locale } = useLocale()
  const [isAsking, setAsking] = useState(false)
  const asking: FormState<Name> = {
    ...form,
    onSubmit: (event) => {
      const active = event.currentTarget.elements.namedItem('active')
      const isLeaving = active instanceof HTMLInputElement && !active.checked
      if (isAsking || !company?.active || !isLeaving) {
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
      {isAsking && company && (
        <Dialog
          title={fill(say.askTitle, { name: company.name })}
          isOpen
          onClose={() => setAsking(false)}
          actions={
            <>
              <button type="button" className="secondary-button" onClick={() => setAsking(false)}>
                {say.cancel}
              </button>
              <button type="submit" form={form.id} className="primary-button danger-button">
                {say.deactivate}
              </button>
            </>
          }
        >
          <p>{say.askText}</p>
          <p>
            <strong>{counted(say.openSessions, company.effect.openSessions, locale)}</strong>
          </p>
        </Dialog>
      )}
    </>
  )
}
