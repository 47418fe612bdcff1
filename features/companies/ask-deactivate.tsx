import type { ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { AskBefore } from '#web/ask-before.tsx'
import type { FormState } from '#web/form-state.ts'
import { useLocale, useWords } from '#web/locale.ts'
import type { CompanyDetails } from './contract.ts'
import { words } from './messages.ts'

type Props<Name extends string> = {
  company: CompanyDetails | undefined
  form: FormState<Name | 'active'>
  children: (form: FormState<Name | 'active'>) => ReactNode
}

/** Before a company is deactivated it is said what that ends. */
export function AskDeactivate<Name extends string>({ company, form, children }: Props<Name>) {
  const say = useWords(words)
  const { locale } = useLocale()
  return (
    <AskBefore
      form={form}
      isNeeded={({ active }) => company?.active === true && active === false}
      title={fill(say.askTitle, { name: company?.name ?? '' })}
      text={
        <>
          <p>{say.askText}</p>
          <p>
            <strong>{counted(say.openSessions, company?.effect.openSessions ?? 0, locale)}</strong>
          </p>
        </>
      }
      confirm={say.deactivate}
      cancel={say.cancel}
    >
      {children}
    </AskBefore>
  )
}
