import type { ReactNode } from 'react'
import { counted, fill } from '#contract/locale.ts'
import { AskBefore } from '#web/ask-before.tsx'
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
  return (
    <AskBefore
      form={form}
      isNeeded={({ active }) => platform?.active === true && active === false}
      title={fill(say.askTitle, { name: platform?.name ?? '' })}
      text={
        <>
          <p>{say.askText}</p>
          <p>
            <strong>{counted(say.people, platform?.effect.people ?? 0, locale)}</strong>
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
