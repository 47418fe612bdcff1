import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { fill, localeNames, locales } from '#contract/locale.ts'
import { call } from '#web/api.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field, wiring } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { SelectField } from '#web/ui/record-fields.tsx'
import { idOf, type FormState } from '#web/ui/form-state.ts'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { addInvitation, listInvitingPartners } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

type Props = { backLink: (text: string) => ReactNode; onInvited: () => void }

const languages = locales.map((value) => ({ value, text: localeNames[value], lang: value }))

export function InvitationPanel({ backLink, onInvited }: Props) {
  const t = useMessages(messages)
  const [company, setCompany] = useState<Company>()
  const [subsystems, setSubsystems] = useState<readonly string[]>([])
  const { form, otherCompany } = useInvitationForm({ company, subsystems, onInvited })

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
          {company?.hasAll && <p className="soft">{t.hasAll}</p>}
          <SelectField form={form} name="preferredLanguage" options={languages} />
          <TextField form={form} name="redirectUrl" autoComplete="off" dir="ltr" isOptional />
          {otherCompany !== undefined && (
            <Notice kind="warning">{fill(t.userOfOtherCompany, { company: otherCompany })}</Notice>
          )}
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
  const [otherCompany, setOtherCompany] = useState<string>()
  const namesOf = (ids: readonly string[]) =>
    new Intl.ListFormat(locale).format(
      ids.map((id) => company?.subsystems.find((each) => each.id === id)?.name ?? id),
    )
  const form = useForm(addInvitation, t, {
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
    onRefused: ({ code, faults }) => {
      const isOther = code === addInvitation.refusals.userOfOtherCompany
      setOtherCompany(isOther ? (faults[0]?.company ?? '') : undefined)
      return isOther
    },
    onDone: ({ added }, { email }) => {
      const text = added === null ? t.sent : added.length > 0 ? t.added : t.addedNone
      showSuccess(fill(text, { email: String(email), platforms: namesOf(added ?? []) }))
      onInvited()
    },
  })
  return { form, otherCompany }
}

type Company = Reply<typeof listInvitingPartners>[number]

type ChoiceProps<Name extends string> = {
  form: FormState<Name | 'partnerId'>
  chosen: Company | undefined
  onChoose: (company: Company | undefined) => void
}

/** Finds companies by a part of the name: there may be thousands. */
function CompanyChoice<Name extends string>({ form, chosen, onChoose }: ChoiceProps<Name>) {
  const t = useMessages(messages)
  const [q, setQ] = useState('')
  const found = useQuery({
    queryKey: ['inviting-companies', q],
    queryFn: ({ signal }) => call(listInvitingPartners, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const others = (found.data ?? []).filter(({ id }) => id !== chosen?.id)
  const shown = chosen ? [chosen, ...others] : others
  const search = `${idOf(form, 'partnerId')}-search`
  const isNobody = found.data?.length === 0 && !chosen
  const retry = () => void found.refetch()
  return (
    <Field form={form} name="partnerId" label={t.company}>
      <div className={styles.choice}>
        <label htmlFor={search} className="soft">
          {t.findCompany}
        </label>
        <input
          id={search}
          type="search"
          dir="auto"
          autoComplete="off"
          maxLength={200}
          aria-describedby={`${search}-hint`}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
        <p id={`${search}-hint`} className="soft">
          {t.findCompanyHint}
        </p>
        {found.error && <Failure text={t.companiesFailed} error={found.error} onRetry={retry} />}
        <select
          {...wiring({ form, name: 'partnerId', label: '' })}
          value={chosen?.id ?? ''}
          onChange={({ target }) => onChoose(shown.find(({ id }) => id === target.value))}
        >
          <option value="">{isNobody ? t.noCompanies : t.choose}</option>
          {shown.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}
