import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../locale.ts'
import { Failure } from '../ui/failure.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { companyBoxMessages } from './texts/messages.ts'

type Company = { id: string; name: string }

type Props<C extends Company> = {
  /** Name of the field, and key under which the results are cached. */
  name: string
  label: string
  /** Finds companies by part of the name. */
  find: (q: string, signal: AbortSignal) => Promise<readonly C[]>
  company: Company | undefined
  fault?: string | undefined
  /** Error if the user leaves the field without selecting a company. */
  unclearText: string
  onChoose: (company: C) => void
}

/** A field that searches companies by part of the name, because there may be thousands. */
export function CompanyBox<C extends Company>({
  name,
  find,
  company,
  onChoose,
  ...field
}: Props<C>) {
  const t = useMessages(companyBoxMessages)
  const [q, setQ] = useState('')
  const companies = useQuery({
    queryKey: ['company-box', name, q],
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SearchBox
        {...field}
        name={name}
        placeholder={t.findCompany}
        buttonLabel={t.showCompanies}
        emptyText={companies.error ? t.companiesFailed : t.noCompanies}
        items={(companies.data ?? []).map(({ id, name: text }) => ({ id, text }))}
        selectedItem={company && { id: company.id, text: company.name }}
        answeredText={companies.isPlaceholderData ? undefined : q}
        onSearch={setQ}
        onChoose={(id) => {
          const selected = companies.data?.find((each) => each.id === id)
          if (selected) onChoose(selected)
        }}
      />
      {companies.error && (
        <Failure
          text={t.companiesFailed}
          error={companies.error}
          onRetry={() => void companies.refetch()}
        />
      )}
    </>
  )
}
