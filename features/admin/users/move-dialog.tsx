import { useState } from 'react'
import { nameOf } from '#contract/full-name.ts'
import { useMessages } from '#web/locale.ts'
import { CompanyBox } from '#web/parts/company-box.tsx'
import { useParts } from '#web/parts/parts.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { ReasonField } from '#web/ui/reason-field.tsx'
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
  const { findCompanies } = useParts()
  const [company, setCompany] = useState<Company>()
  const name = nameOf(user)
  const findOthers = async (q: string, signal: AbortSignal) =>
    (await findCompanies(q, signal)).filter(({ id }) => id !== user.partner?.id)
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
            <CompanyBox
              name="companyId"
              label={t.company}
              find={findOthers}
              company={company}
              fault={form.faults.fields.companyId && form.textOf(form.faults.fields.companyId)}
              unclearText={t.unknownPartner}
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
