import { useState, type ReactNode } from 'react'
import { fill, localeNames, locales } from '#contract/locale.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Form, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { useLocale, useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { Page } from '#web/ui/page.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { CompanyChoice, type Company } from './company-choice.tsx'
import { addInvitation } from './contract.ts'
import { words } from './messages.ts'
import styles from './page.module.css'

type Props = { backLink: (text: string) => ReactNode; onInvited: () => void }

export function InvitationPanel({ backLink, onInvited }: Props) {
  const say = useWords(words)
  const { locale } = useLocale()
  const [company, setCompany] = useState<Company>()
  const [subsystems, setSubsystems] = useState<readonly string[]>([])
  const form = useForm(addInvitation, say, {
    empty: {
      email: '',
      firstname: '',
      lastname: '',
      partnerId: '',
      subsystems: '',
      preferredLanguage: locale,
      redirectUrl: '',
    },
    toBody: ({ redirectUrl, ...typed }) => ({
      ...typed,
      partnerId: company?.id ?? '',
      subsystems,
      ...(redirectUrl !== '' && { redirectUrl }),
    }),
    onDone: (_, { email }) => {
      showSuccess(fill(say.sent, { email: String(email) }))
      onInvited()
    },
  })
  const languages = locales.map((value) => ({ value, text: localeNames[value], lang: value }))
  return (
    <Page back={backLink(say.back)}>
      <PageTitle>{say.newTitle}</PageTitle>
      <div className={`card ${styles.narrow}`}>
        <Form form={form}>
          <TextField form={form} name="email" label={say.email} type="email" autoComplete="off" />
          <TextField form={form} name="firstname" label={say.firstname} autoComplete="off" />
          <TextField form={form} name="lastname" label={say.lastname} autoComplete="off" />
          <CompanyChoice
            form={form}
            chosen={company}
            onChoose={(next) => {
              setCompany(next)
              setSubsystems(next?.subsystems.map(({ id }) => id) ?? [])
            }}
          />
          <ChoiceGroup
            form={form}
            name="subsystems"
            legend={say.platformsLegend}
            options={company?.subsystems ?? []}
            chosen={subsystems}
            onChoose={setSubsystems}
            empty={company ? say.noPlatforms : say.chooseFirst}
          />
          <SelectField
            form={form}
            name="preferredLanguage"
            label={say.language}
            options={languages}
          />
          <TextField
            form={form}
            name="redirectUrl"
            label={say.redirectUrl}
            hint={say.redirectHint}
            autoComplete="off"
            dir="ltr"
            isOptional
          />
          <SubmitButton form={form}>{say.send}</SubmitButton>
        </Form>
      </div>
    </Page>
  )
}
