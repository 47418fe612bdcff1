import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Failure } from '#web/ui/failure.tsx'
import { invitationMessages } from '#web/parts/texts/messages.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { listInvitingPartners } from './contract.ts'
import { messages } from './texts/messages.ts'
import type { Company } from './use-terms.tsx'

type Props = {
  company: Company | undefined
  fault?: string | undefined
  onChoose: (company: Company) => void
}

/** A field that searches companies by part of the name, because there may be thousands. */
export function CompanyBox({ company, fault, onChoose }: Props) {
  const t = { ...useMessages(messages), ...useMessages(invitationMessages) }
  const [q, setQ] = useState('')
  const companies = useQuery({
    queryKey: ['inviting-companies', q],
    queryFn: ({ signal }) => call(listInvitingPartners, { query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <SearchBox
        label={t.company}
        name="company"
        placeholder={t.findCompany}
        buttonLabel={t.showCompanies}
        emptyText={t.noCompanies}
        items={(companies.data ?? []).map(({ id, name }) => ({ id, text: name }))}
        selectedItem={company && { id: company.id, text: company.name }}
        answeredText={companies.isPlaceholderData ? undefined : q}
        fault={fault}
        unclearText={t.unknownPartner}
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
