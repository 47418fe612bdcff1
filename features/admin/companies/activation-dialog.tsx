import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { ConfirmAction } from '#web/ui/confirm.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { companyActionMessages, messages } from './texts/messages.ts'
import { changePartner, getPartner, type Company } from './contract.ts'

type Props = { company: Company; onClose: () => void; onDone: () => void }

/** Confirms the activation or deactivation of a company. Shows what a deactivation would end. */
export function ActivationDialog({ company, onClose, onDone }: Props) {
  const [t, words] = [useMessages(messages), useMessages(companyActionMessages)]
  const { id, name, active, subsystems, ipAllowRules, etag } = company
  const { data } = useQuery({
    queryKey: ['company-effect', id],
    queryFn: ({ signal }) => call(getPartner, { params: { id } }, { signal }),
    enabled: active,
    staleTime: 0,
  })
  return (
    <ConfirmAction
      title={(active ? t.askTitle : words.activateTitle)({ name })}
      action={active ? words.deactivate : words.activate}
      isDangerous={active}
      failed={words.failed}
      run={() =>
        call(changePartner, {
          params: { id },
          headers: { 'if-match': etag },
          body: { name, active: !active, subsystems, ipAllowRules },
        })
      }
      onClose={onClose}
      onDone={() => {
        showSuccess((active ? words.isDeactivated : words.isActivated)({ name }))
        onDone()
      }}
    >
      <p>{active ? t.askText : words.activateText}</p>
      <p role="status">
        {data && <strong>{t.openSessions({ count: data.effect.openSessions })}</strong>}
      </p>
    </ConfirmAction>
  )
}
