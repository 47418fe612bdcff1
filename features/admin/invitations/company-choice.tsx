import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { call } from '#web/api.ts'
import { Field, wiring } from '#web/ui/field.tsx'
import { idOf, type FormState } from '#web/ui/form-state.ts'
import { useMessages } from '#web/locale.ts'
import { listInvitingPartners } from './contract.ts'
import { messages } from './messages.ts'
import styles from './page.module.css'

export type Company = Reply<typeof listInvitingPartners>[number]

type Props<Name extends string> = {
  form: FormState<Name | 'partnerId'>
  chosen: Company | undefined
  onChoose: (company: Company | undefined) => void
}

/** Finds companies by a part of the name: there may be thousands. */
export function CompanyChoice<Name extends string>({ form, chosen, onChoose }: Props<Name>) {
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
        <select
          {...wiring({ form, name: 'partnerId', label: '' })}
          value={chosen?.id ?? ''}
          onChange={({ target }) => onChoose(shown.find(({ id }) => id === target.value))}
        >
          <option value="">{isNobody ? t.noCompanies : t.choose}</option>
          {shown.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </Field>
  )
}
