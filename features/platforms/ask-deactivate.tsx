import { useState, type ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { Dialog } from '#web/dialog.tsx'
import type { FormState } from '#web/form-state.ts'
import { useLocale, useWords } from '#web/locale.ts'
import type { PlatformDetails } from './contract.ts'
import type { Name } from './fields.tsx'
import { words } from './messages.ts'

type Props = {
  platform: PlatformDetails | undefined
  form: FormState<Name>
  children: (form: FormState<Name>) => ReactNode
}

/** Before a platform is switched off it is said whom that concerns. */
export function AskDeactivate({ platform, form, children }: Props) {
  const say = useWords(words)
  const { locale } = useLocale()
  const [isAsking, setAsking] = useState(false)
  const asking: FormState<Name> = {
    ...form,
    onSubmit: (event) => {
      const isLeaving = platform?.active && form.values.active === false
      if (isAsking || !isLeaving) {
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
      {isAsking && platform && (
        <Dialog
          title={fill(say.askTitle, { name: platform.name })}
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
            <strong>{counted(say.people, platform.effect.people, locale)}</strong>
          </p>
        </Dialog>
      )}
    </>
  )
}
