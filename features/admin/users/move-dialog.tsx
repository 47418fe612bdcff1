import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { useParts } from '#web/parts/parts.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ReasonField } from '#web/ui/reason-field.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { moveUser, type Details } from './contract.ts'
import { moveMessages } from './texts/messages.ts'

type Company = { id: string; name: string }

type Props = {
  user: Details
  onClose: () => void
  onDone: () => void
}

/** A dialog to move a user to another company. No administrator of a company can do this. */
export function MoveDialog({ user, onClose, onDone }: Props) {
  const t = useMessages(moveMessages)
  const [company, setCompany] = useState<Company>()
  const name = nameOf(user)
  return (
    <ActionDialog
      endpoint={moveUser}
      params={{ id: user.id }}
      text={t.moveAction}
      danger="usual"
      t={t}
      form={{
        initial: { companyId: '', reason: '' },
        check: () => (company ? [] : [{ name: 'companyId', key: 'unknownPartner' }]),
        toBody: ({ reason }) => ({ companyId: company?.id ?? '', reason }),
        fields: (form) => (
          <>
            <CompanyChoice
              {...{ user, company }}
              fault={form.faults.fields.companyId && form.textOf(form.faults.fields.companyId)}
              onChoose={setCompany}
            />
            <ReasonField form={form} label={t.reason} />
          </>
        ),
      }}
      title={t.askMove({ name })}
      effect={t.moveEffect}
      done={({ partner }) => t.moved({ name, company: partner?.name ?? '' })}
      {...{ onClose, onDone }}
    />
  )
}

type ChoiceProps = Pick<Props, 'user'> & {
  company: Company | undefined
  fault: string | undefined
  onChoose: (company: Company) => void
}

function CompanyChoice({ user, company, fault, onChoose }: ChoiceProps) {
  const { findCompanies } = useParts()
  const t = useMessages(moveMessages)
  const [q, setQ] = useState('')
  const companies = useQuery({
    queryKey: ['companies-to-move-to', q],
    queryFn: ({ signal }) => findCompanies(q, signal),
    placeholderData: keepPreviousData,
  })
  const others = (companies.data ?? []).filter(({ id }) => id !== user.partner?.id)
  return (
    <>
      <SearchBox
        label={t.company}
        name="companyId"
        placeholder={t.findCompany}
        buttonLabel={t.showCompanies}
        emptyText={t.noCompanies}
        items={others.map(({ id, name }) => ({ id, text: name }))}
        selectedItem={company && { id: company.id, text: company.name }}
        answeredText={companies.isPlaceholderData ? undefined : q}
        fault={fault}
        unclearText={t.unknownPartner}
        onSearch={setQ}
        onChoose={(id) => {
          const other = others.find((each) => each.id === id)
          if (other) onChoose(other)
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
