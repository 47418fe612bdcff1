import { useState, type ReactNode } from 'react'
import { fill, localeNames, locales } from '#contract/locale.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { SelectField, TextField } from '#web/ui/fields.tsx'
import { Page } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { CompanyChoice, type Company } from './company-choice.tsx'
import { addInvitation } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { backLink: (text: string) => ReactNode; onInvited: () => void }

const languages = locales.map((value) => ({ value, text: localeNames[value], lang: value }))

export function InvitationPanel({ backLink, onInvited }: Props) {
  const t = useMessages(messages)
  const [company, setCompany] = useState<Company>()
  const [subsystems, setSubsystems] = useState<readonly string[]>([])
  const form = useInvitationForm({ company, subsystems, onInvited })

  function choose(next: Company | undefined): void {
    setCompany(next)
    setSubsystems(next?.subsystems.map(({ id }) => id) ?? [])
  }

  return (
    <Page back={backLink(t.back)}>
      <PageTitle>{t.newTitle}</PageTitle>
      <div className={`card ${styles.narrow}`}>
        <Form form={form}>
          <TextField form={form} name="email" type="email" autoComplete="off" />
          <TextField form={form} name="firstname" autoComplete="off" />
          <TextField form={form} name="lastname" autoComplete="off" />
          <CompanyChoice form={form} chosen={company} onChoose={choose} />
          <ChoiceGroup
            form={form}
            name="subsystems"
            options={company?.subsystems ?? []}
            chosen={subsystems}
            onChoose={setSubsystems}
            empty={company ? t.noPlatforms : t.chooseFirst}
          />
          <SelectField form={form} name="preferredLanguage" options={languages} />
          <TextField form={form} name="redirectUrl" autoComplete="off" dir="ltr" isOptional />
          <SubmitButton form={form}>{t.send}</SubmitButton>
        </Form>
      </div>
    </Page>
  )
}

type Choices = Pick<Props, 'onInvited'> & {
  company: Company | undefined
  subsystems: readonly string[]
}

function useInvitationForm({ company, subsystems, onInvited }: Choices) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  return useForm(addInvitation, t, {
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
      showSuccess(fill(t.sent, { email: String(email) }))
      onInvited()
    },
  })
}
